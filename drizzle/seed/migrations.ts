import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as split } from "wrangler";

const folder = join(import.meta.dirname, "../migrations");

/**
 * Applies the missing migrations, each file in one batch. It records them in `d1_migrations` as `wrangler d1
 * migrations apply` does, so that either can continue after the other.
 * @param files names of files, in their order
 * @throws Error of the failed statement; its file is then not applied at all
 */
export async function migrate(db: D1Database, files = migrationFiles()): Promise<void> {
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const name of files.filter((each) => !applied.has(each))) {
    const statements = split(readFileSync(join(folder, name), "utf8"));
    const record = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    await db.batch([...statements.map((statement) => db.prepare(statement)), record]);
  }
}

function migrationFiles(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}
