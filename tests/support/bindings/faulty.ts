import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "#workers/app.ts";
import { databaseProxy } from "./database-proxy.ts";

export { measuredDatabase } from "./measured-database.ts";

/**
 * Which statements fail: asked with their SQL, the values bound to it, and how many statements go together. True: the statement fails.
 * A number: it is answered after so many ms. A promise: it is answered once the promise is done, so that other work comes between.
 */
type Fault = (sql: string, values: unknown[], together: number) => boolean | number | Promise<unknown>;

/**
 * The database, but statements that the fault picks fail as D1's do, or hang. A batch with one of them fails, or hangs, as a whole.
 * @param message another message than D1's, for an error that no code expects
 */
export function faultyDatabase(
  db: D1Database,
  fault: Fault,
  message = "D1_ERROR: a fault made by the test",
): D1Database {
  return databaseProxy(db, ({ statements }, run) =>
    suffer(
      statements.map(({ sql, values }) => fault(sql, values, statements.length)),
      message,
      run,
    ),
  );
}

/**
 * The database with a copy that lags behind: a session that asks for no bookmark is answered as if nothing had been written since the
 * tables were made. `asked`: where each session was told to begin.
 */
export function laggingDatabase(db: D1Database): { database: D1Database; asked: string[] } {
  const asked: string[] = [];
  const run = <Answer>(_: unknown, work: () => Promise<Answer>) => work();
  // Every row is cut off by a condition that never holds.
  const empty = databaseProxy(db, run, (sql) => `select * from (${sql}) where 0`);
  const database = new Proxy(db, {
    get(target, name) {
      if (name === "withSession") {
        return (from = "first-unconstrained") => {
          asked.push(from);
          return from === "first-unconstrained"
            ? empty.withSession("first-primary")
            : bookmarked(target.withSession("first-primary"));
        };
      }
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  return { database, asked };
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

/** The product with bindings that are changed for one test. */
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
