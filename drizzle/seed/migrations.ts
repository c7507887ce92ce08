import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as split } from "wrangler";

/** Implemented by a binding and by the client of Cloudflare's API (scripts/data/). */
type Database = Pick<D1Database, "prepare" | "batch">;

/** A migration of a database. `sha256`: the hash of the applied file. */
export type Migration = { name: string; sha256: string };

const folder = join(import.meta.dirname, "../migrations");

/** The table that `wrangler d1 migrations apply` uses. */
const createApplied =
  "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)";

/** Our own table next to it: the hash of each applied file, to detect edited files. */
export const createHashes =
  "CREATE TABLE IF NOT EXISTS migration_hashes (name TEXT PRIMARY KEY NOT NULL, sha256 TEXT NOT NULL)";

/**
 * Applies the missing migrations, each file in one batch. It records them in `d1_migrations` as
 * `wrangler d1 migrations apply` does, so that either can continue after the other.
 * @param names of files, in their order
 * @throws Error of the failed statement; nothing of its file is applied then
 */
export async function migrate(
  db: Database,
  names = migrationFiles().map((file) => file.name),
): Promise<void> {
  await db.batch([db.prepare(createApplied), db.prepare(createHashes)]);
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const name of names.filter((each) => !applied.has(each))) {
    await db.batch([
      ...statementsOf(name).map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
      db
        .prepare("INSERT OR REPLACE INTO migration_hashes (name, sha256) VALUES (?, ?)")
        .bind(name, hashOf(name)),
    ]);
  }
}

/** The migrations of the project, in their order. */
export function migrationFiles(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, sha256: hashOf(name) }));
}

/** The statements of a migration's file. */
export function statementsOf(name: string): string[] {
  return split(readFileSync(join(folder, name), "utf8"));
}

/**
 * The migrations that a database has, in their order. A file whose hash was not recorded when it was applied
 * has the hash of the project's file.
 * @returns an empty list for a database that was never migrated
 */
export async function appliedMigrations(db: Database): Promise<Migration[]> {
  const { results } = await db
    .prepare("SELECT name FROM sqlite_master WHERE name IN ('d1_migrations', 'migration_hashes')")
    .all<{ name: string }>();
  const tables = new Set(results.map(({ name }) => name));
  if (!tables.has("d1_migrations")) return [];
  const hash = tables.has("migration_hashes")
    ? "(SELECT sha256 FROM migration_hashes h WHERE h.name = m.name)"
    : "NULL";
  const applied = await db
    .prepare(`SELECT name, ${hash} AS sha256 FROM d1_migrations m ORDER BY id`)
    .all<{ name: string; sha256: string | null }>();
  const files = new Map(migrationFiles().map((file) => [file.name, file.sha256]));
  return applied.results.map(({ name, sha256 }) => ({ name, sha256: sha256 ?? files.get(name) ?? "" }));
}

function hashOf(name: string): string {
  return createHash("sha256")
    .update(readFileSync(join(folder, name)))
    .digest("hex");
}
