import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeAll, expect, test } from "vitest";
import * as schema from "#drizzle/schema.ts";
import { findCreditProblem } from "#drizzle/seed/credit-book.ts";
import { emptyRuntime } from "#tests/support/empty-runtime.ts";
import { applyD1Migrations } from "#tests/support/runtime.ts";
import { visitor } from "../support/visitor.ts";
import filled from "./filled-0001.sql?raw";

/** The frozen schema, which a deployed database may still have. */
const frozen = env.TEST_MIGRATIONS.filter(({ name }) => /^000[01]_/.test(name));
const later = env.TEST_MIGRATIONS.filter((migration) => !frozen.includes(migration));
const db = drizzle(env.DB, { schema });

type Rows = Record<string, Record<string, unknown>[]>;

/** Every row of every table, except the product's own notes of which migrations ran. */
async function allRows(): Promise<Rows> {
  const { results: tables } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '%fts%' and name <> 'd1_migrations' and name not like '\\_cf%' escape '\\' order by name",
  ).all<{ name: string }>();
  const rows: Rows = {};
  for (const { name } of tables)
    rows[name] = (await env.DB.prepare(`select * from "${name}" order by rowid`).all()).results;
  return rows;
}

/** The rows that a later migration's own tables need, if a made-up row breaks their rules. */
const fixtures = import.meta.glob<string>("./filled-*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The tables without a row, except `guards`, which takes none. */
const emptyIn = (rows: Rows) =>
  Object.entries(rows).flatMap(([name, list]) => (list.length === 0 && name !== "guards" ? [name] : []));

async function insertAll(sql: string): Promise<void> {
  const statements = sql.split("\n").filter((line) => line.startsWith("INSERT"));
  if (statements.length > 0) await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
}

/** Inserts a row into an empty table: 1, a text, or the first row of the table that it refers to. */
async function insertAny(table: string, migration: string): Promise<void> {
  type Column = { name: string; type: string; table: string; from: string; to: string };
  const columns = (await env.DB.prepare(`PRAGMA table_info("${table}")`).all<Column>()).results;
  const keys = (await env.DB.prepare(`PRAGMA foreign_key_list("${table}")`).all<Column>()).results;
  const values = columns.map(({ name, type }) => {
    const key = keys.find(({ from }) => from === name);
    if (key) return `(SELECT "${key.to}" FROM "${key.table}" LIMIT 1)`;
    return /INT/i.test(type) ? "1" : `'{"${name}": 1}'`;
  });
  try {
    await env.DB.prepare(`INSERT INTO "${table}" VALUES (${values.join(", ")})`).run();
  } catch (error) {
    const file = `tests/drizzle/filled-${migration.slice(0, 4)}.sql`;
    throw new Error(`Write ${file} with a row for ${table}, in one line: ${error}`);
  }
}

/** The rows before and after each later migration: the database is full before each. */
const steps: { name: string; before: Rows; after: Rows }[] = [];

beforeAll(async () => {
  await emptyRuntime();
  await applyD1Migrations(env.DB, frozen);
  await insertAll(filled);
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
  for (const [i, { name }] of later.entries()) {
    const before = await allRows();
    await applyD1Migrations(env.DB, [...frozen, ...later.slice(0, i + 1)]);
    steps.push({ name, before, after: await allRows() });
    await insertAll(fixtures[`./filled-${name.slice(0, 4)}.sql`] ?? "");
    for (const table of emptyIn(await allRows())) await insertAny(table, name);
  }
});

test("Before each later migration every table has a row, so that the next test proves something", () => {
  expect(frozen).toHaveLength(2);
  expect(steps.map(({ name }) => name)).toEqual(later.map(({ name }) => name));
  expect(steps.length).toBeGreaterThan(0);
  for (const { name, before } of steps) expect(emptyIn(before), name).toEqual([]);
});

test("A filled database of every numbered schema keeps every row and every value up to the newest", () => {
  for (const { name: migration, before, after } of steps)
    for (const [name, rows] of Object.entries(before)) {
      // 0042 counts the months again: the next test.
      if (name === "earned_months" && migration.startsWith("0042")) continue;
      // 0056 makes a view of it: fewer-rows.test.ts.
      if (name === "ledger_totals" && migration.startsWith("0056")) continue;
      const kept = after[name]
        ?.slice(0, rows.length)
        .map((row, i) =>
          Object.fromEntries(Object.keys(rows[i] ?? {}).map((column) => [column, row[column]])),
        );
      // Only the tables of words may get rows.
      if (!(rows[0] && "name" in rows[0]))
        expect(after[name]?.length, `${migration}: ${name}`).toBe(rows.length);
      expect(kept, `${migration}: ${name}`).toEqual(rows);
    }
});

test("The months that a seller earned in are counted again from the orders that are completed", async () => {
  const { results } = await env.DB.prepare(
    `select (select sum(cents) from earned_months) as months, (select -sum(amount_cents) from ledger join orders on orders.id = order_id
      where account = 'seller_payable' and ledger.user_id is not null and completed_at is not null) as booked`,
  ).all<{ months: number; booked: number }>();
  expect(results[0]?.months).toBe(results[0]?.booked);
  expect(results[0]?.booked).toBeGreaterThan(0);
});

test("Credit granted and used before it was in the books has its entries, and the books balance", async () => {
  const granted = steps[0]?.before.credits ?? [];
  expect(granted.length).toBeGreaterThan(0);
  expect((await allRows()).credit_ledger).toHaveLength(2 * granted.length + 4);
  expect(await findCreditProblem(db)).toBeNull();
});

test("The product can read the migrated gig page, its review and the search", async () => {
  const gig = await db.query.gigs.findFirst({ where: eq(schema.gigs.title, "A bowl for a bakery") });
  const page = await visitor.passingBy().get(`/services/s/${gig?.slug}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Fine work");
  expect((await visitor.passingBy().get("/search?q=bakery")).text).toContain("A bowl for a bakery");
});

test("Reports of reviews are copied, including those that earlier code writes and decides later", async () => {
  const reportsNow = async () =>
    (await db.select().from(schema.reports)).filter(({ kind }) => kind === "review");
  const [earlier] = await db.select().from(schema.reviewReports);
  const copied = { subjectId: earlier?.reviewId, reporterId: earlier?.reporterId, note: earlier?.reason };
  expect(await reportsNow()).toMatchObject([{ ...copied, reason: "other", at: earlier?.at, opens: true }]);
  await env.DB.batch(
    [
      "update reports set resolved_at = 1",
      "update review_reports set resolved_at = 1",
      `insert into review_reports (review_id, reporter_id, reason, at)
        select review_id, (select id from profiles where id <> reporter_id limit 1), 'Later', 7 from review_reports`,
    ].map((statement) => env.DB.prepare(statement)),
  );
  expect((await reportsNow())[1]).toMatchObject({ note: "Later", at: 7, opens: true, resolvedAt: null });
  await env.DB.prepare("update review_reports set resolved_at = 9 where at = 7").run();
  expect((await reportsNow())[1]).toMatchObject({ resolvedAt: 9 });
});
