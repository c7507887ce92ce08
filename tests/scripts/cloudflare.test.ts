import { expect, test } from "vitest";
import { remoteDatabase } from "#scripts/data/cloudflare.ts";
import type { Bucket, Database } from "#scripts/data/store.ts";
import { cloudflareApi } from "./cloudflare-api.ts";

const noBucket: Bucket = { list: async function* () {}, get: async () => null, put: async () => {} };

/** A database that answers each statement with its text. */
const echo = {
  prepare: (sql: string) => sql,
  batch: async (statements: string[]) => statements.map((sql) => ({ results: [{ sql }], meta: {} })),
} as unknown as Database;

test("The client of Cloudflare's API retries reads, and a write only if it was rate-limited", async () => {
  const api = await cloudflareApi(echo, noBucket);
  try {
    const db = remoteDatabase(api.account, "a-database");
    api.failures.push(503);
    expect(await db.prepare("SELECT 1").first("sql")).toBe("SELECT 1");
    expect(api.asked).toHaveLength(2);
    api.failures.push(503);
    await expect(db.prepare("DELETE FROM users").run()).rejects.toThrow("503: An error that passes");
    expect(api.asked).toHaveLength(3);
    api.failures.push(429);
    const results = await db.batch([db.prepare("SELECT 1"), db.prepare("DELETE FROM users")]);
    expect(results.map(({ results }) => results)).toEqual([
      [{ sql: "SELECT 1" }],
      [{ sql: "DELETE FROM users" }],
    ]);
    expect(api.asked).toHaveLength(5);
    const stranger = remoteDatabase({ ...api.account, token: "another" }, "a-database");
    await expect(stranger.prepare("SELECT 1").first()).rejects.toThrow("401: Authentication error");
  } finally {
    await api.end();
  }
});
