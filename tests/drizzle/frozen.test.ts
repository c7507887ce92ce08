import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "drizzle/migrations";
const hashOf = (name: string) =>
  createHash("sha256")
    .update(readFileSync(`${folder}/${name}`))
    .digest("hex");
const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));

/**
 * What may be in a deployed database: these files never change (docs/operations.md#migrations). A released
 * migration joins the list.
 */
const frozen: Record<string, string> = {
  "0000_first.sql": "60d66fe9b47638ce5a06caffa3ac1adb54f2a84466f6e532b6d6bd501ca00d1a",
  "0001_rules.sql": "238da7a8bde83866f6124491526ab3bd9d2b974015b41039991c22e3e72dea28",
};

test("Frozen migrations are unchanged: a change of the schema is a new file, made by `npm run db:generate`", () => {
  expect(Object.fromEntries(Object.keys(frozen).map((name) => [name, hashOf(name)]))).toEqual(frozen);
});

test("Migrations are numbered without a gap, and each is in the journal of drizzle-kit", () => {
  const { entries } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, "utf8")) as {
    entries: { tag: string }[];
  };
  expect(files.map((name) => name.replace(".sql", ""))).toEqual(entries.map(({ tag }) => tag));
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, i) => i));
});
