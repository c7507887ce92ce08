import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindingsWorker, openBindings } from "#scripts/local/bindings.ts";
import { startRuntime } from "#scripts/local/runtime.ts";

let runtime: Miniflare;
let bindings: Awaited<ReturnType<typeof openBindings>>;

beforeAll(async () => {
  runtime = await startRuntime({
    port: 0,
    sink: () => {},
    workers: [
      { name: "store", modules: true, script: bindingsWorker, d1Databases: ["DB"], r2Buckets: ["BUCKET"] },
    ],
  });
  bindings = await openBindings(runtime);
});

afterAll(() => runtime.dispose());

test("Statements run as on a D1 binding, and a batch runs completely or not at all", async () => {
  const { database } = bindings;
  await database.prepare("CREATE TABLE dishes (name TEXT UNIQUE, price REAL, gone INTEGER)").run();
  const insert = database.prepare("INSERT INTO dishes (name, price, gone) VALUES (?, ?, ?)");
  await database.batch([insert.bind("Soup 🥣", 4.5, null), insert.bind("", 0, 1)]);
  const read = database.prepare("SELECT name, price, gone FROM dishes ORDER BY price");
  expect((await read.all()).results).toEqual([
    { name: "", price: 0, gone: 1 },
    { name: "Soup 🥣", price: 4.5, gone: null },
  ]);
  expect(await read.raw()).toEqual([
    ["", 0, 1],
    ["Soup 🥣", 4.5, null],
  ]);
  expect(await read.first("price")).toBe(0);
  expect(await database.prepare("SELECT 1 WHERE 0").first()).toBe(null);

  const twice = database.batch([insert.bind("Bread", 2, 0), insert.bind("Bread", 3, 0)]);
  await expect(twice).rejects.toThrow("UNIQUE constraint failed: dishes.name");
  expect(await database.prepare("SELECT count(*) AS n FROM dishes").first("n")).toBe(2);
});

test("A file is stored with its type; a value that JSON would change is refused; a request without the secret is refused", async () => {
  await bindings.bucket.put("menu/1.webp", new Uint8Array([1, 0, 255]), "image/webp");
  const file = await (await runtime.getR2Bucket("BUCKET")).get("menu/1.webp");
  expect([...new Uint8Array((await file?.arrayBuffer()) ?? [])]).toEqual([1, 0, 255]);
  expect(file?.httpMetadata?.contentType).toBe("image/webp");
  expect(() => bindings.database.prepare("SELECT ?").bind(new Uint8Array(1))).toThrow(
    "a value of type object",
  );
  const body = JSON.stringify({ mode: "run", queries: [{ sql: "SELECT 1", params: [] }] });
  expect((await fetch(await runtime.ready, { method: "POST", body })).status).toBe(404);
});
