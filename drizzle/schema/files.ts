import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./people.ts";

/**
 * Files that are to be deleted from the bucket: all whose key begins with `prefix`. The row is written in the
 * batch that needs them no longer, and goes when they are gone (docs/architecture.md#forgotten-files).
 */
export const forgottenFiles = sqliteTable(
  "forgotten_files",
  {
    /** `{picture key}/`, `orders/{order id}/` or `messages/{conversation id}/`. */
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

/** What uploads are for. */
export const uploadPurposes = sqliteTable("upload_purposes", { name: text().primaryKey() });

/**
 * Files on their way into the bucket. The row is written before the file. The batch that uses the file
 * deletes the row and reads `id` from it, so it fails if the row is gone. The sweep forgets the files of
 * rows that are 24 hours old (docs/architecture.md#uploads).
 */
export const uploads = sqliteTable(
  "uploads",
  {
    /** The key of a picture, or the id of a private file. */
    id: text().primaryKey(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => profiles.id),
    purpose: text()
      .notNull()
      .references(() => uploadPurposes.name),
    /** What the keys of its files begin with. */
    prefix: text().notNull(),
    /** How many bytes were sent. */
    bytes: integer().notNull(),
    /** SHA-256 of what was sent, in hex. Null until all of it is stored: the file can't be used before. */
    sha256: text(),
    /** UTC ms. */
    createdAt: integer("created_at").notNull(),
    /** The name and MIME type of a private file; null for pictures. */
    name: text(),
    type: text(),
    /** When the sweep began to forget it, UTC ms: it can't be used any more. Null until then. */
    droppedAt: integer("dropped_at"),
  },
  (t) => [index("uploads_unused").on(t.createdAt)],
);
