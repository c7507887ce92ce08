import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { unstable_splitSqlQuery as split } from "wrangler";
import type { Account } from "#scripts/data/cloudflare.ts";
import type { Bucket, Database } from "#scripts/data/store.ts";

type Query = { sql: string; params?: (string | number | null)[] };

/** What Cloudflare's API was asked, and how it answers next. */
export type CloudflareApi = {
  account: Account;
  asked: string[];
  /** The statuses of the next answers; after them, it works. */
  failures: number[];
  end(): Promise<void>;
};

/** How many files one page of a list has. */
const pageSize = 3;

/**
 * Stands in for Cloudflare's API at the wire, as far as the scripts use it: queries to one database, and the
 * files of one bucket.
 */
export async function cloudflareApi(db: Database, bucket: Bucket): Promise<CloudflareApi> {
  const asked: string[] = [];
  const failures: number[] = [];
  const api = await serveApi(async (request) => {
    const refuse = (status: number, message: string): ApiAnswer => ({
      status,
      content: { success: false, errors: [{ code: 7500, message }], result: null },
    });
    const works = (content: object): ApiAnswer => ({ content: { success: true, errors: [], ...content } });
    try {
      const url = new URL(request.url);
      asked.push(`${request.method} ${url.pathname}`);
      if (request.headers.get("Authorization") !== "Bearer a-token")
        return refuse(401, "Authentication error");
      const failure = failures.shift();
      if (failure !== undefined) return refuse(failure, "An error that passes");
      const path = url.pathname.replace("/accounts/an-account", "");
      if (path === "/d1/database/a-database/query") {
        const query = (await request.json()) as Query | { batch: Query[] };
        return works({ result: await answerQueries(db, "batch" in query ? query.batch : [query]) });
      }
      const key = /^\/r2\/buckets\/a-bucket\/objects(?:\/(.+))?$/.exec(path);
      if (!key) return refuse(404, `No such address: ${path}`);
      if (key[1] === undefined) return works(await listPage(bucket, url.searchParams.get("cursor")));
      const name = decodeURIComponent(key[1]);
      if (request.method === "PUT") {
        const content = Buffer.from(await request.arrayBuffer());
        await bucket.put(name, content, request.headers.get("Content-Type"));
        return works({ result: { key: name } });
      }
      const file = await bucket.get(name);
      return file === null ? refuse(404, "The specified key does not exist.") : { content: file };
    } catch (error) {
      return refuse(400, String(error));
    }
  });
  return {
    account: { base: api.base, id: "an-account", token: "a-token" },
    asked,
    failures,
    end: api.end,
  };
}

/** `content`: sent as JSON, or a file. `status`: 200 if absent. */
export type ApiAnswer = { status?: number; content: object | Uint8Array };

/** Serves an API on this machine. @returns its address */
export async function serveApi(
  answerTo: (request: Request) => Promise<ApiAnswer>,
): Promise<{ base: string; end(): Promise<void> }> {
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const { method = "GET", url = "" } = incoming;
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
    const body = parts.length > 0 ? { body: new Uint8Array(Buffer.concat(parts)) } : {};
    const request = new Request(new URL(url, "http://api"), {
      method,
      headers: Object.fromEntries(headers),
      ...body,
    });
    const { status = 200, content } = await answerTo(request);
    if (content instanceof Uint8Array) response.writeHead(status).end(content);
    else response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(content));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () => new Promise((done) => server.close(() => done())),
  };
}

/** All queries of a request are one transaction. */
export async function answerQueries(db: Database, queries: Query[]): Promise<object[]> {
  const statements = queries.flatMap(({ sql, params = [] }) =>
    params.length > 0 ? [db.prepare(sql).bind(...params)] : split(sql).map((each) => db.prepare(each)),
  );
  const results = await db.batch(statements);
  return results.map(({ results: rows, meta }) => ({ results: rows, success: true, meta }));
}

async function listPage(bucket: Bucket, cursor: string | null): Promise<object> {
  const files = [];
  for await (const file of bucket.list()) files.push(file);
  const from = Number(cursor ?? 0);
  const result = files.slice(from, from + pageSize).map(({ key, size, etag, contentType }) => ({
    key,
    size,
    etag,
    http_metadata: contentType === null ? {} : { contentType },
    custom_metadata: {},
  }));
  const isTruncated = from + pageSize < files.length;
  return {
    result,
    result_info: { is_truncated: isTruncated, cursor: isTruncated ? String(from + pageSize) : "" },
  };
}
