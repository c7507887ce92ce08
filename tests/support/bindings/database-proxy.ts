/** One round trip to D1: a statement that runs alone, or the statements of a batch. */
export type DatabaseCall = {
  method: "all" | "raw" | "run" | "first" | "batch";
  statements: { sql: string; values: unknown[] }[];
  /** The statement that runs alone; null for a batch. */
  statement: D1PreparedStatement | null;
};

/** Replaces a round trip: it may run it, delay it, count it, or throw. */
export type Intercept = <Answer>(call: DatabaseCall, run: () => Promise<Answer>) => Promise<Answer>;

/**
 * Wraps a D1 database so that every round trip passes through a function. Tests and bench use it to inject
 * faults, to count rows and to interrupt connections.
 * @param rewrite changes the SQL of a statement before it is prepared
 */
export function databaseProxy(
  db: D1Database,
  intercept: Intercept,
  rewrite: (sql: string) => string = (sql) => sql,
): D1Database {
  type Known = { original: D1PreparedStatement; sql: string; values: unknown[] };
  const known = new WeakMap<object, Known>();
  const wrapStatement = (
    original: D1PreparedStatement,
    sql: string,
    values: unknown[],
  ): D1PreparedStatement => {
    const wrapped = new Proxy(original, {
      get(target, name) {
        if (name === "bind") return (...given: unknown[]) => wrapStatement(target.bind(...given), sql, given);
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        if (!["all", "raw", "run", "first"].includes(String(name))) return member.bind(target);
        const call = {
          method: name as DatabaseCall["method"],
          statements: [{ sql, values }],
          statement: target,
        };
        return (...args: unknown[]) => intercept(call, async () => Reflect.apply(member, target, args));
      },
    });
    known.set(wrapped, { original, sql, values });
    return wrapped;
  };
  const wrapClient = <Client extends D1Database | D1DatabaseSession>(client: Client): Client =>
    new Proxy(client, {
      get(target, name) {
        if (name === "withSession" && "withSession" in target)
          return (from?: string) => wrapClient(target.withSession(from));
        if (name === "prepare") return (sql: string) => wrapStatement(target.prepare(rewrite(sql)), sql, []);
        if (name === "batch")
          return (statements: D1PreparedStatement[]) => {
            const all = statements.map((one) => known.get(one) ?? { original: one, sql: "", values: [] });
            const call = {
              method: "batch" as const,
              statements: all.map(({ sql, values }) => ({ sql, values })),
              statement: null,
            };
            return intercept(call, () => target.batch(all.map(({ original }) => original)));
          };
        const member = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  return wrapClient(db);
}
