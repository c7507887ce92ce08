import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "#workers/local/app.ts";

export { measuredDatabase } from "./measured-database.ts";

/**
 * Which statements fail, by their SQL, what is bound to it, and how many go together. A number: it answers, but only after so
 * many ms. A promise: it is answered once that is done, so that others come between.
 */
type Fault = (sql: string, values: unknown[], together: number) => boolean | number | Promise<unknown>;

/**
 * The database as it is, but statements that the fault picks fail as D1's do, or hang. A batch with one of them fails, or hangs,
 * whole.
 * @param message another one than D1's: something that nobody expects
 */
export function faultyDatabase(
  db: D1Database,
  fault: Fault,
  message = "D1_ERROR: a fault made by the test",
): D1Database {
  const made = new WeakMap<object, { original: D1PreparedStatement; sql: string; values: unknown[] }>();
  const wrap = (original: D1PreparedStatement, sql: string, values: unknown[]): D1PreparedStatement => {
    const wrapped = new Proxy(original, {
      get(target, name) {
        if (name === "bind") return (...given: unknown[]) => wrap(target.bind(...given), sql, given);
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) =>
          suffer([fault(sql, values, 1)], message, async () => Reflect.apply(member, target, args));
      },
    });
    made.set(wrapped, { original, sql, values });
    return wrapped;
  };
  const faulty = <Client extends D1Database | D1DatabaseSession>(client: Client): Client =>
    new Proxy(client, {
      get(target, name) {
        if (name === "withSession" && "withSession" in target)
          return (from?: string) => faulty(target.withSession(from));
        if (name === "prepare") return (sql: string) => wrap(target.prepare(sql), sql, []);
        if (name === "batch") {
          return (statements: D1PreparedStatement[]) => {
            const known = statements.map((one) => made.get(one) ?? { original: one, sql: "", values: [] });
            return suffer(
              known.map(({ sql, values }) => fault(sql, values, known.length)),
              message,
              () => target.batch(known.map(({ original }) => original)),
            );
          };
        }
        const member = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  return faulty(db);
}

/**
 * The database with a copy that lags behind: whoever does not ask for more is answered as if nothing had been written since the
 * tables were made. `asked`: where each session was told to begin.
 */
export function laggingDatabase(db: D1Database): { database: D1Database; asked: string[] } {
  const asked: string[] = [];
  const database = new Proxy(db, {
    get(target, name) {
      if (name === "withSession") {
        return (from = "first-unconstrained") => {
          asked.push(from);
          const session = target.withSession("first-primary");
          return from === "first-unconstrained" ? emptied(session) : bookmarked(session);
        };
      }
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  return { database, asked };
}

/** Every row is cut off by a condition that never holds. */
function emptied(session: D1DatabaseSession): D1DatabaseSession {
  return new Proxy(session, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => target.prepare(`select * from (${sql}) where 0`);
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function bookmarked(session: D1DatabaseSession): D1DatabaseSession {
  return new Proxy(session, {
    get(target, name) {
      if (name === "getBookmark") return () => "00000001-0000abcd";
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

async function suffer<Answer>(
  faults: (boolean | number | Promise<unknown>)[],
  message: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (faults.includes(true)) throw new Error(message);
  await Promise.all(faults);
  const hangs = Math.max(0, ...faults.filter((fault) => typeof fault === "number"));
  if (hangs > 0) await new Promise((resolve) => setTimeout(resolve, hangs));
  return work();
}

/** A shop whose bindings are changed for one test: the same door, the same product. */
export function shopWith(changes: Partial<Env>): (request: Request) => Promise<Response> {
  return async (request) => {
    const context = createExecutionContext();
    const response = await worker.fetch(
      request as Request<unknown, IncomingRequestCfProperties>,
      { ...env, ...changes },
      context,
    );
    const body = await response.arrayBuffer();
    await waitOnExecutionContext(context);
    return new Response(
      response.status === 101 || response.status === 204 || response.status === 304 ? null : body,
      response,
    );
  };
}
