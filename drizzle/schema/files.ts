import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Files that are to be deleted from the bucket: all whose key begins with `prefix`. The row is written in the
 * batch that needs them no longer, and goes when they are gone (docs/architecture.md#forgotten-files).
 */
export const forgottenFiles = sqliteTable(
  "forgotten_files",
  {
    /** `{picture key}/` or `orders/{order id}/`. */
    prefix: text().primaryKey(),
    /** When to try next, UTC ms. */
    dueAt: integer("due_at").notNull(),
    /** How many attempts have begun. */
    attempts: integer().notNull().default(0),
  },
  (t) => [
    index("forgotten_files_due").on(t.dueAt),
    // An empty prefix would name the whole bucket.
    check("forgotten_files_prefix", sql`${t.prefix} GLOB '[0-9A-Za-z_-]*/'`),
  ],
);
