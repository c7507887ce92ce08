import { createServer, type IncomingMessage } from "node:http";
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
  const server = createServer(async (request, response) => {
    const reply = (status: number, content: object): void => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(content));
    };
    const refuse = (status: number, message: string) =>
      reply(status, { success: false, errors: [{ code: 7500, message }], result: null });
    try {
      const url = new URL(request.url ?? "", "http://api");
      asked.push(`${request.method} ${url.pathname}`);
      const body = await bodyOf(request);
      if (request.headers.authorization !== "Bearer a-token") return refuse(401, "Authentication error");
      const failure = failures.shift();
      if (failure !== undefined) return refuse(failure, "An error that passes");
      const path = url.pathname.replace("/accounts/an-account", "");
      if (path === "/d1/database/a-database/query") {
        const query = JSON.parse(body.toString()) as Query | { batch: Query[] };
        const results = await answerQueries(db, "batch" in query ? query.batch : [query]);
        return reply(200, { success: true, errors: [], result: results });
      }
      const key = /^\/r2\/buckets\/a-bucket\/objects(?:\/(.+))?$/.exec(path);
      if (!key) return refuse(404, `No such address: ${path}`);
      if (key[1] === undefined) return reply(200, await listPage(bucket, url.searchParams.get("cursor")));
      const name = decodeURIComponent(key[1]);
      if (request.method === "PUT") {
        await bucket.put(name, body, request.headers["content-type"] ?? null);
        return reply(200, { success: true, errors: [], result: { key: name } });
      }
      const file = await bucket.get(name);
      if (file === null) return refuse(404, "The specified key does not exist.");
      response.end(file);
    } catch (error) {
      refuse(400, String(error));
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    account: { base: `http://127.0.0.1:${port}`, id: "an-account", token: "a-token" },
    asked,
    failures,
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
    success: true,
    errors: [],
    result,
    result_info: { is_truncated: isTruncated, cursor: isTruncated ? String(from + pageSize) : "" },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}
