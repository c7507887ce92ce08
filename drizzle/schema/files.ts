import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles } from "./people.ts";

/**
 * Files to delete from the bucket: all whose key starts with `prefix`. The batch that no longer needs them
 * writes the row, which is deleted once they are gone (docs/architecture.md#forgotten-files).
 */
export const forgottenFiles = sqliteTable(
  "forgotten_files",
  {
    /** `{picture key}/`, `orders/{order id}/` or `messages/{conversation id}/`. */
    prefix: text().primaryKey(),
    /** The time of the next attempt, UTC ms. */
    dueAt: integer("due_at").notNull(),
    /** How many attempts have started. */
    attempts: integer().notNull().default(0),
  },
  (t) => [
    index("forgotten_files_due").on(t.dueAt),
    index("forgotten_files_failing").on(t.dueAt).where(sql`${t.attempts} >= 5`),
    // An empty prefix would match the whole bucket.
    check("forgotten_files_prefix", sql`${t.prefix} GLOB '[0-9A-Za-z_-]*/'`),
  ],
);

/** The purposes of uploads. */
export const uploadPurposes = sqliteTable("upload_purposes", { name: text().primaryKey() });

/**
 * Files on their way into the bucket. The row is written before the file. The batch that uses the file
 * deletes the row and reads `id` from it, so it fails if the row is gone. The sweep deletes the files of rows
 * that are 24 hours old (docs/architecture.md#uploads).
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
    /** The prefix of its files' keys. */
    prefix: text().notNull(),
    /** How many bytes were sent. */
    bytes: integer().notNull(),
    /**
     * SHA-256 of what was sent, in hex. Null until the whole file is stored: it cannot be used before that.
     */
    sha256: text(),
    /** UTC ms. */
    createdAt: integer("created_at").notNull(),
    /** The name and MIME type of a private file; null for pictures. */
    name: text(),
    type: text(),
    /** When the sweep started to delete it, UTC ms: it can no longer be used. Null until then. */
    droppedAt: integer("dropped_at"),
  },
  (t) => [index("uploads_unused").on(t.createdAt)],
);
