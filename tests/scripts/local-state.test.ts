import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { migrate } from "#drizzle/seed/migrations.ts";
import { inspect } from "#scripts/local/state.ts";

const folder = "drizzle/migrations";
const all = readdirSync(folder).filter((name) => name.endsWith(".sql"));
const first = createHash("sha256");
for (const name of all.slice(0, 2)) first.update(readFileSync(join(folder, name)));
const hash = first.digest("hex");

/** A state folder with data and the record of what was applied to it. */
function stateWith(record: object | null): string {
  const state = mkdtempSync(join(tmpdir(), "handiwork-state-"));
  mkdirSync(join(state, "v3"));
  if (record) writeFileSync(join(state, "state.json"), JSON.stringify(record));
  return state;
}

test("A state with only the frozen schema needs the later migrations and keeps its data", () => {
  const state = stateWith({ first: hash, migrations: all.slice(0, 2) });
  expect(inspect(state)).toEqual({ missing: "migrations", sentence: null });
  expect(existsSync(join(state, "v3"))).toBe(true);
});

test("A state with every migration needs nothing", () => {
  expect(inspect(stateWith({ first: hash, migrations: all })).missing).toBe("nothing");
});

test("A state with an unfinished seed or different first migrations is rebuilt, and a message says so", () => {
  for (const record of [null, { first: "another", migrations: all }]) {
    const state = stateWith(record);
    const { missing, sentence } = inspect(state);
    expect([missing, existsSync(join(state, "v3"))]).toEqual(["everything", false]);
    expect(sentence).toContain("the local state is rebuilt and seeded");
  }
});

test("`migrate` applies the migrations that a local database is missing, once, and keeps its rows", async () => {
  const options = { modules: true, script: "export default {}", d1Databases: ["DB"] };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  try {
    const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    const [earlier, newest] = [all.slice(0, 2), all.slice(0, 4)];
    await migrate(db, earlier);
    await db.prepare("insert into settings (key, value) values ('refund_days', '7')").run();
    await migrate(db, newest);
    await migrate(db, newest);
    expect(await db.prepare("select value from settings").first("value")).toBe("7");
    const { results } = await db.prepare("select name from d1_migrations order by id").all();
    expect(results.map(({ name }) => name)).toEqual(newest);
  } finally {
    await miniflare.dispose();
  }
});
