import { DatabaseSync } from "node:sqlite";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { expect, it } from "vitest";
import { statementsAfter } from "../../scripts/empty-database.ts";

it("The database that tests start with has the schema and the rows of the migrations", async () => {
  const migrations = await readD1Migrations("drizzle/migrations");
  const migrated = contentsOf(migrations.flatMap(({ queries }) => queries));
  expect(Object.keys(migrated.rows).length).toBeGreaterThan(80);
  expect(contentsOf(statementsAfter(migrations))).toEqual(migrated);
});

/** The schema and all rows of a database after these statements, without the insides of full-text indexes. */
function contentsOf(statements: string[]) {
  const db = new DatabaseSync(":memory:");
  for (const statement of statements) db.exec(statement);
  const schema = db.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();
  const tables = schema.filter(({ type, name }) => type === "table" && !/^sqlite_|_fts_/.test(String(name)));
  const rows = Object.fromEntries(
    tables.map(({ name }) => [String(name), db.prepare(`SELECT * FROM "${name}"`).all().map(withoutTimes)]),
  );
  db.close();
  return { schema, rows };
}

/** Some rows have the time at which the migration ran. */
function withoutTimes(row: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.endsWith("_at")));
}
