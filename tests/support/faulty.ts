import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "#workers/app.ts";

/** Which statements fail, by their SQL. */
type Fault = (sql: string) => boolean;

/**
 * The database as it is, but statements that the fault picks fail as D1's do. A batch with one of them fails whole.
 * @param message another one than D1's: something that nobody expects
 */
export function faultyDatabase(
  db: D1Database,
  fault: Fault,
  message = "D1_ERROR: a fault made by the test",
): D1Database {
  const sqlOf = new WeakMap<object, string>();
  const refuse = () => Promise.reject(new Error(message));
  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values), sql);
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => (fault(sql) ? refuse() : Reflect.apply(member, target, args));
      },
    });
    sqlOf.set(wrapped, sql);
    originals.set(wrapped, statement);
    return wrapped;
  };
  const originals = new WeakMap<object, D1PreparedStatement>();
  return new Proxy(db, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => wrap(target.prepare(sql), sql);
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) =>
          statements.some((one) => fault(sqlOf.get(one) ?? ""))
            ? refuse()
            : target.batch(statements.map((one) => originals.get(one) ?? one));
      }
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
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
