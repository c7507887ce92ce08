import type { Miniflare } from "miniflare";
import { randomToken } from "#app/lib/bytes.ts";
import { type Bucket, contentTypeOf } from "../data/store.ts";

type Value = string | number | boolean | null;
type Query = { sql: string; params: Value[] };
type Mode = "run" | "raw" | "batch";
type Page = {
  files: { key: string; size: number; etag: string; httpMetadata: object; customMetadata: object }[];
  cursor: string | null;
};
/** Sends a request to the worker. */
type Ask = (query: Record<string, string>, method: string, body?: BodyInit) => Promise<Response>;

/** The worker answers only requests with this secret, because other programs can reach its port. */
const secret = randomToken();

/**
 * The script of a worker that gives access to its database and bucket. Miniflare's own access makes a call
 * for each property and each statement, and most of these calls block this process.
 */
export const bindingsWorker = `export default {
  async fetch(request, { DB, BUCKET }) {
    const url = new URL(request.url);
    if (url.pathname !== "/${secret}") return new Response(null, { status: 404 });
    try {
      return await (url.searchParams.has("files") ? answerFiles(request, url.searchParams, BUCKET) : answerQueries(request, DB));
    } catch (error) {
      return new Response(error.message, { status: 400 });
    }
  },
};

async function answerQueries(request, DB) {
  const { mode, queries } = await request.json();
  const statements = queries.map(({ sql, params }) => DB.prepare(sql).bind(...params));
  return Response.json(mode === "batch" ? await DB.batch(statements) : await statements[0][mode]());
}

async function answerFiles(request, query, BUCKET) {
  const key = query.get("key");
  if (key === null) {
    const cursor = query.get("cursor") ?? undefined;
    const page = await BUCKET.list({ cursor, include: ["httpMetadata", "customMetadata"] });
    const files = page.objects.map(({ key, size, etag, httpMetadata, customMetadata }) =>
      ({ key, size, etag, httpMetadata, customMetadata }));
    return Response.json({ files, cursor: page.truncated ? page.cursor : null });
  }
  if (request.method === "PUT") {
    const contentType = query.get("type");
    await BUCKET.put(key, await request.arrayBuffer(), contentType === null ? {} : { httpMetadata: { contentType } });
    return new Response(null, { status: 204 });
  }
  const file = await BUCKET.get(key);
  return file === null ? new Response(null, { status: 204 }) : new Response(file.body);
}`;

/**
 * The database and the bucket of a worker that runs `bindingsWorker`.
 * @param worker its name, if the runtime has several
 */
export async function openBindings(
  miniflare: Miniflare,
  worker?: string,
): Promise<{ database: D1Database; bucket: Bucket }> {
  const address = await miniflare.ready;
  const ask: Ask = async (query, method, body) => {
    const url = new URL(`/${secret}?${new URLSearchParams(query)}`, address);
    // The runtime closes a connection that is idle for some seconds. A busy process learns that too late, and
    // its next request fails.
    const headers = { "Accept-Encoding": "identity", Connection: "close" };
    const init = { method, body, headers } as RequestInit;
    const answer =
      worker === undefined
        ? await fetch(url, init)
        : ((await (await miniflare.getWorker(worker)).fetch(url, init as never)) as unknown as Response);
    // D1's message about a broken rule, as the product reads it.
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  };
  return { database: databaseOf(ask), bucket: bucketOf(ask) };
}

function databaseOf(ask: Ask): D1Database {
  const run = async <Result>(mode: Mode, queries: Query[]): Promise<Result> => {
    const answer = await ask({}, "POST", JSON.stringify({ mode, queries }));
    return (await answer.json()) as Result;
  };
  const statement = (sql: string, params: Value[]) => {
    const query = { sql, params };
    const all = () => run<{ results: Record<string, Value>[] }>("run", [query]);
    return {
      query,
      bind: (...values: unknown[]) => statement(sql, values.map(jsonValue)),
      run: all,
      all,
      raw: () => run<Value[][]>("raw", [query]),
      async first(column?: string) {
        const [row = null] = (await all()).results;
        return row === null || column === undefined ? row : row[column];
      },
    };
  };
  const database = {
    prepare: (sql: string) => statement(sql, []),
    batch: (statements: ReturnType<typeof statement>[]) =>
      run(
        "batch",
        statements.map(({ query }) => query),
      ),
  };
  return database as unknown as D1Database;
}

function bucketOf(ask: Ask): Bucket {
  const askFiles = (query: Record<string, string>, body?: Uint8Array) =>
    ask({ files: "", ...query }, body === undefined ? "GET" : "PUT", body as BodyInit | undefined);
  return {
    async *list() {
      let cursor: string | null = null;
      do {
        const page = (await (await askFiles(cursor === null ? {} : { cursor })).json()) as Page;
        for (const { key, size, etag, httpMetadata, customMetadata } of page.files)
          yield { key, size, etag, contentType: contentTypeOf(key, httpMetadata, customMetadata) };
        cursor = page.cursor;
      } while (cursor !== null);
    },
    async get(key) {
      const answer = await askFiles({ key });
      return answer.status === 204 ? null : new Uint8Array(await answer.arrayBuffer());
    },
    async put(key, bytes, contentType) {
      await askFiles({ key, ...(contentType === null ? {} : { type: contentType }) }, bytes);
    },
  };
}

/** @throws Error for a value that JSON would change */
function jsonValue(value: unknown): Value {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value as Value;
  throw new Error(`These scripts cannot write a value of type ${typeof value} to the database.`);
}
