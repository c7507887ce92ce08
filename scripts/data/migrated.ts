import { appliedMigrations, migrationFiles } from "#drizzle/seed/migrations.ts";
import type { Store } from "./store.ts";

/** Checks that a database has all migrations. @throws Error with a sentence for people */
export async function requireMigrated({ name, db }: Pick<Store, "name" | "db">): Promise<void> {
  const applied = new Set((await appliedMigrations(db)).map((migration) => migration.name));
  const missing = migrationFiles().filter((file) => !applied.has(file.name));
  if (missing.length === 0) return;
  const others = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
  throw new Error(
    `${name[0]?.toUpperCase()}${name.slice(1)} is missing the migration ${missing[0]?.name}${others}. ` +
      "`npm run deploy` applies them to the deployed database, and `npm start` to the local state.",
  );
}
