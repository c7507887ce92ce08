import { env } from "cloudflare:workers";
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import * as guards from "#app/lib/guards.server.ts";
import * as schema from "#drizzle/schema.ts";

const db = drizzle(env.DB, { schema });
const settings = async () => (await db.select().from(schema.settings)).map(({ key }) => key).sort();
const setting = (key: string) => db.insert(schema.settings).values({ key, value: "1" });

/** Runs a batch with a guard between two writes. @returns its error, or null */
const run = (condition: SQL, name: guards.Rule = "session") =>
  db.batch([setting("first"), guards.that(db, name, condition), setting("second")]).then(
    () => null,
    (error: unknown) => error,
  );

it("Lets a batch through if the rule holds, and stores no row of its own", async () => {
  const results = await env.DB.batch([
    env.DB.prepare("insert into guards (name, holds) values ('session', 1)"),
    env.DB.prepare("insert into settings (key, value) values ('plain', '1')"),
  ]);
  expect(results.map(({ meta }) => [meta.changes, meta.rows_written])).toEqual([
    [0, 0],
    [1, 2],
  ]);
  expect(await run(sql`exists (select 1 from settings)`)).toBeNull();
  expect(await settings()).toEqual(["first", "plain", "second"]);
  expect(await db.select().from(schema.guards)).toEqual([]);
});

it.each([
  ["0", sql`0`],
  ["2", sql`2`],
  ["NULL", sql`null`],
  ["an empty sub-select", sql`select 1 where 0`],
  ["a comparison that is false", sql`(select count(*) from settings) < 0`],
  ["a condition with 'or'", sql`1 = 2 or 1 = 3`],
])("Fails the batch with the rule's name for %s, and rolls all of it back", async (_, condition) => {
  await db.delete(schema.settings);
  expect(guards.broken(await run(condition, "gig-unchanged"))).toBe("gig-unchanged");
  expect(await settings()).toEqual([]);
});

it("Names the first of two broken rules", async () => {
  const both = db.batch([guards.that(db, "operator", sql`0`), guards.that(db, "subject-unchanged", sql`0`)]);
  expect(guards.broken(await both.catch((error: unknown) => error))).toBe("operator");
});

it("Names no rule for any other error, whatever a person typed", async () => {
  const typed = "D1_ERROR: session: SQLITE_CONSTRAINT";
  await db.insert(schema.settings).values({ key: typed, value: "1" });
  const again = await db
    .insert(schema.settings)
    .values({ key: typed, value: "2" })
    .catch((error: unknown) => error);
  expect(again).toBeInstanceOf(Error);
  expect(guards.broken(again)).toBeNull();
  expect([guards.broken(null), guards.broken(typed), guards.broken(new Error("session"))]).toEqual([
    null,
    null,
    null,
  ]);
});
