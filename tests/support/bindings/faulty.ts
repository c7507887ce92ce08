import { env } from "cloudflare:workers";
import { createExecutionContext, waitOnExecutionContext } from "#tests/support/runtime.ts";
import worker from "#workers/local/app.ts";
import { databaseProxy } from "./database-proxy.ts";

export { measuredDatabase } from "./measured-database.ts";

/**
 * Decides whether a statement fails, from its SQL, its bound values and the number of statements in its
 * batch. True makes the statement fail. A number delays it by that many ms. A promise delays it until the
 * promise resolves, so that other work runs in between.
 */
type Fault = (sql: string, values: unknown[], together: number) => boolean | number | Promise<unknown>;

/**
 * A database in which chosen statements fail as they do in D1, or hang. A batch fails or hangs as a whole.
 * @param message the error's message; one that D1 does not use makes an error that no code expects
 */
export function faultyDatabase(
  db: D1Database,
  fault: Fault,
  message = "D1_ERROR: a fault made by the test",
): D1Database {
  return databaseProxy(db, ({ statements }, run) =>
    runWithFaults(
      statements.map(({ sql, values }) => fault(sql, values, statements.length)),
      message,
      run,
    ),
  );
}

/**
 * The product for requests that race: the statement that contains `part` waits in each of them until `count`
 * requests have reached it. So each has read the old data before any of them writes.
 */
export function racing(count: number, part: string): (request: Request) => Promise<Response> {
  const all = Promise.withResolvers<void>();
  let arrived = 0;
  return productWith({
    DB: faultyDatabase(env.DB, (sql) => {
      if (!sql.includes(part)) return false;
      if (++arrived === count) all.resolve();
      return all.promise;
    }),
  });
}

/** The bucket with failing calls of one method. @param fails is told which call it is, from 1 */
export function faultyBucket(method: "put" | "delete" | "list", fails = (_call: number): boolean => true) {
  let calls = 0;
  return new Proxy(env.BUCKET, {
    get(bucket, name) {
      if (name === method && fails(++calls))
        return () => Promise.reject(new Error("R2: a fault made by the test"));
      const member = Reflect.get(bucket, name);
      return typeof member === "function" ? member.bind(bucket) : member;
    },
  });
}

/**
 * A database with a lagging replica: a session without a bookmark reads empty tables. `asked` lists the
 * bookmark or constraint with which each session was opened.
 */
export function laggingDatabase(db: D1Database): { database: D1Database; asked: string[] } {
  const asked: string[] = [];
  const run = <Answer>(_: unknown, work: () => Promise<Answer>) => work();
  // The condition is never true, so that no row is found.
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

async function runWithFaults<Answer>(
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

/** The product with changed bindings, for `Visitor.send`. */
export function productWith(changes: Partial<Env>): (request: Request) => Promise<Response> {
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
