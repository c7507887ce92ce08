import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { sectionReads } from "#app/lib/reads.ts";
import { categories, settings } from "#drizzle/schema.ts";
import { faultyDatabase } from "../support/bindings/faulty.ts";
import { category } from "../support/factories.ts";
import { db } from "../support/visitor.ts";

const log = () => {};
const never = new Promise<never>(() => {});

await db.insert(settings).values({ key: "a", value: "here" });
const { name } = await category(db, "Pottery");

/** Reads two sections from a database with faults. */
async function read(fault: Parameters<typeof faultyDatabase>[1], onFailure?: (section: string) => void) {
  const faulty = drizzle(faultyDatabase(env.DB, fault));
  return await sectionReads(
    faulty,
    {
      first: faulty.select({ value: settings.value }).from(settings),
      second: faulty.select({ name: categories.name }).from(categories),
    },
    log,
    onFailure,
  );
}

const isFirst = (sql: string) => sql.includes('"settings"');
const both = { first: [{ value: "here" }], second: [{ name }] };

test("All sections come from one batch, under the names of their statements", async () => {
  const batches: number[] = [];
  const rows = await read((_sql, _values, together) => {
    batches.push(together);
    return false;
  });
  expect(rows).toEqual(both);
  expect(batches).toEqual([2, 2]);
});

test("A section that hangs falls back on its own, and the page waits at most 1 s for all of them", async () => {
  const started = Date.now();
  expect(await read((sql) => (isFirst(sql) ? never : false))).toEqual({ ...both, first: null });
  expect(Date.now() - started).toBeLessThan(1200);
});

test("If the batch fails, each section is read separately, in two attempts", async () => {
  let attempts = 0;
  const failures: string[] = [];
  const failOnce = (sql: string, _values: unknown[], together: number) =>
    together > 1 || (isFirst(sql) && ++attempts === 1);
  expect(await read(failOnce, (section) => failures.push(section))).toEqual(both);
  expect([attempts, failures]).toEqual([2, ["first"]]);
});

test("A section that fails twice is null, and each failed attempt is reported", async () => {
  const failures: string[] = [];
  expect(await read(isFirst, (section) => failures.push(section))).toEqual({ ...both, first: null });
  expect(failures).toEqual(["first", "first"]);
});
