import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, expect, test } from "vitest";
import * as schema from "#drizzle/schema.ts";
import { findCreditProblem } from "#drizzle/seed/credit-book.ts";
import { visitor } from "../support/visitor.ts";
import filled from "./filled-0001.sql?raw";

/** The frozen schema, which a deployed database may still have. */
const frozen = env.TEST_MIGRATIONS.filter(({ name }) => /^000[01]_/.test(name));
const later = env.TEST_MIGRATIONS.filter((migration) => !frozen.includes(migration));
const db = drizzle(env.DB, { schema });

type Rows = Record<string, Record<string, unknown>[]>;

/** Every row of every table, but the product's own notes of which migrations ran. */
async function allRows(): Promise<Rows> {
  const { results: tables } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '%fts%' and name <> 'd1_migrations' and name not like '\\_cf%' escape '\\' order by name",
  ).all<{ name: string }>();
  const rows: Rows = {};
  for (const { name } of tables) rows[name] = (await env.DB.prepare(`select * from ${name}`).all()).results;
  return rows;
}

let before: Rows = {};

beforeAll(async () => {
  await reset();
  await applyD1Migrations(env.DB, frozen);
  const statements = filled.split("\n").filter((line) => line.startsWith("INSERT"));
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  // A use that was paid and partly returned, with the order's own rows.
  await env.DB.batch(
    [
      "update credit_uses set state = 'returned', returned_cents = 400",
      `insert into ledger ("transaction", account, order_id, user_id, amount_cents, at)
        select 'payment:credit', 'promotions', order_id, user_id, 600, 1 from credit_uses limit 1`,
      `insert into ledger ("transaction", account, order_id, user_id, amount_cents, at)
        select 'payment:credit', 'seller_payable', order_id, user_id, -600, 1 from credit_uses limit 1`,
    ].map((statement) => env.DB.prepare(statement)),
  );
  before = await allRows();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
});

test("A filled database of the frozen schema has a row in every table, so that the next test proves something", () => {
  expect(frozen).toHaveLength(2);
  expect(later.length).toBeGreaterThan(0);
  expect(Object.entries(before).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))).toEqual([]);
});

test("The later migrations keep every row of it and every value", async () => {
  const after = await allRows();
  for (const [name, rows] of Object.entries(before)) {
    // A migration may add rows, but only after those that were there.
    const kept = after[name]
      ?.slice(0, rows.length)
      .map((row, i) => Object.fromEntries(Object.keys(rows[i] ?? {}).map((column) => [column, row[column]])));
    expect(kept, name).toEqual(rows);
  }
});

test("Credit that was granted and used before it had a book has its entries, and the books are level", async () => {
  const granted = before.credits ?? [];
  expect(granted.length).toBeGreaterThan(0);
  expect((await allRows()).credit_ledger).toHaveLength(2 * granted.length + 4);
  expect(await findCreditProblem(db)).toBeNull();
});

test("The product reads it: the gig's page, its review and the search", async () => {
  const gig = await db.query.gigs.findFirst({ where: eq(schema.gigs.title, "A bowl for a bakery") });
  const page = await visitor.passingBy().get(`/services/s/${gig?.slug}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Fine work");
  expect((await visitor.passingBy().get("/search?q=bakery")).text).toContain("A bowl for a bakery");
});
