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
  "0000_first.sql": "de580f846d13ae76278a6809960d177290c3e7d0faa7f2009f31d91fbc8b1ad9",
  "0001_rules.sql": "f3d5cc3e7d3d23f99632c6085d045685753fb182e099394b6a4f069d85d9cc63",
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
