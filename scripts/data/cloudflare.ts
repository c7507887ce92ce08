import { setTimeout as wait } from "node:timers/promises";
import { type Bucket, contentTypeOf, type Database } from "./store.ts";

/** An account at Cloudflare. `base`: the address of the API, which tests replace. */
export type Account = { base: string; id: string; token: string };

/**
 * How often a call is repeated, and the length of the first pause, in ms. Each further pause is twice as
 * long.
 */
const retries = { times: 5, pause: 1000 };

type Value = string | number | null;
type Query = { sql: string; params: Value[] };
type QueryResult = { results: Record<string, Value>[]; success: boolean; meta: object };
type Reply<Result> = {
  result: Result;
  success: boolean;
  errors: { code: number; message: string }[];
  result_info?: { cursor?: string; is_truncated?: boolean };
};

/**
 * A deployed database, through the query endpoint of Cloudflare's API. Reads are repeated if the connection
 * or Cloudflare fails. A write is repeated only if it was rate-limited, because a lost one may have been
 * executed.
 */
export function remoteDatabase(account: Account, databaseId: string): Database {
  const run = async (queries: Query[]): Promise<QueryResult[]> => {
    const isRead = queries.every(({ sql }) => /^\s*(SELECT|PRAGMA)\b/i.test(sql));
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(queries.length === 1 ? queries[0] : { batch: queries }),
    };
    const answer = await call(account, `/d1/database/${databaseId}/query`, init, isRead);
    return (await readReply<QueryResult[]>(answer)).result;
  };
  const statement = (query: Query) => ({
    query,
    bind: (...params: Value[]) => statement({ ...query, params }),
    all: async () => (await run([query]))[0],
    run: async () => (await run([query]))[0],
    first: async (column?: string) => {
      const row = (await run([query]))[0]?.results[0] ?? null;
      return row === null || column === undefined ? row : row[column];
    },
  });
  const database = {
    prepare: (sql: string) => statement({ sql, params: [] }),
    batch: (statements: ReturnType<typeof statement>[]) => run(statements.map(({ query }) => query)),
  };
  return database as unknown as Database;
}

/** A deployed bucket, through Cloudflare's API. A file may have up to 300 MB. */
export function remoteBucket(account: Account, name: string): Bucket {
  type Listed = { key: string; size: number; etag: string; http_metadata?: object; custom_metadata?: object };
  const files = `/r2/buckets/${name}/objects`;
  // The slashes of a key are not escaped.
  const pathOf = (key: string) => `${files}/${key.split("/").map(encodeURIComponent).join("/")}`;
  return {
    async *list() {
      let cursor: string | undefined;
      do {
        const query = new URLSearchParams({ per_page: "1000", ...(cursor ? { cursor } : {}) });
        const page = await readReply<Listed[]>(await call(account, `${files}?${query}`, {}, true));
        for (const { key, size, etag, http_metadata, custom_metadata } of page.result)
          yield { key, size, etag, contentType: contentTypeOf(key, http_metadata, custom_metadata) };
        cursor = page.result_info?.is_truncated ? page.result_info.cursor : undefined;
      } while (cursor);
    },
    async get(key) {
      const answer = await call(account, pathOf(key), {}, true);
      if (answer.status === 404) return null;
      if (!answer.ok) await readReply(answer);
      return new Uint8Array(await answer.arrayBuffer());
    },
    async put(key, bytes, contentType) {
      const headers: Record<string, string> = contentType === null ? {} : { "Content-Type": contentType };
      // The same bytes under the same key: safe to repeat.
      const init = { method: "PUT", headers, body: new Uint8Array(bytes) };
      await readReply(await call(account, pathOf(key), init, true));
    },
  };
}

/** Sends a request, and repeats it if that is safe. */
async function call(account: Account, path: string, init: RequestInit, isSafe: boolean): Promise<Response> {
  const request = { ...init, headers: { ...init.headers, Authorization: `Bearer ${account.token}` } };
  for (let attempt = 0; ; attempt++) {
    const pause = retries.pause * 2 ** attempt;
    try {
      const answer = await fetch(`${account.base}/accounts/${account.id}${path}`, request);
      const mayRepeat = answer.status === 429 || (isSafe && answer.status >= 500);
      if (!mayRepeat || attempt === retries.times) return answer;
      await answer.body?.cancel();
      await wait(1000 * Number(answer.headers.get("Retry-After")) || pause);
    } catch (error) {
      if (!isSafe || attempt === retries.times)
        throw new Error(`Cloudflare's API did not answer: ${String(error)}`);
      await wait(pause);
    }
  }
}

/** @throws Error with Cloudflare's message */
async function readReply<Result>(answer: Response): Promise<Reply<Result>> {
  const text = await answer.text();
  let reply: Reply<Result>;
  try {
    reply = JSON.parse(text);
  } catch {
    throw new Error(`Cloudflare's API answered ${answer.status}: ${text.slice(0, 200)}`);
  }
  if (reply.success) return reply;
  const reasons = (reply.errors ?? []).map(({ message }) => message).join("; ");
  throw new Error(`Cloudflare's API answered ${answer.status}: ${reasons || "no reason was given"}`);
}
