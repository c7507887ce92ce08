/** The database, and how many rows it has read and written since. */
export function measuredDatabase(db: D1Database): {
  database: D1Database;
  read: () => number;
  written: () => number;
} {
  let rows = 0;
  let rowsWritten = 0;
  const count = <Result>(result: Result): Result => {
    for (const one of [result].flat()) {
      rows += (one as D1Result).meta?.rows_read ?? 0;
      rowsWritten += (one as D1Result).meta?.rows_written ?? 0;
    }
    return result;
  };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const known = (statement: D1PreparedStatement): D1PreparedStatement => {
    const seen = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => known(target.bind(...values));
        if (name === "raw") {
          // It comes without a count: the same statement is asked once more, for objects.
          return async () => {
            count(await target.all());
            return target.raw();
          };
        }
        if (name === "all") return async () => count(await target.all());
        if (name === "run") return async () => count(await target.run());
        const member = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    originals.set(seen, statement);
    return seen;
  };
  const measured = <Client extends D1Database | D1DatabaseSession>(client: Client): Client =>
    new Proxy(client, {
      get(target, name) {
        if (name === "withSession" && "withSession" in target)
          return (from?: string) => measured(target.withSession(from));
        if (name === "prepare") return (sql: string) => known(target.prepare(sql));
        if (name === "batch")
          return async (statements: D1PreparedStatement[]) =>
            count(await target.batch(statements.map((one) => originals.get(one) ?? one)));
        const member = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  return { database: measured(db), read: () => rows, written: () => rowsWritten };
}
