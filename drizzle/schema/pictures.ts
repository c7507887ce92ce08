import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The pictures in the bucket, stored as WebP (`{key}/{width}.webp`), and the state of their AVIF versions
 * (docs/architecture.md#pictures). A picture's address is `/images/{key}`.
 */
export const pictures = sqliteTable(
  "pictures",
  {
    key: text().primaryKey(),
    /** UTC ms. */
    storedAt: integer("stored_at").notNull(),
    /** When the AVIF versions were stored, UTC ms; null if there are none. */
    avifAt: integer("avif_at"),
    /** How many attempts to create them have started. */
    attempts: integer().notNull(),
    /** The time of the next attempt, UTC ms; null if there is none. */
    avifDueAt: integer("avif_due_at"),
  },
  (t) => [
    index("pictures_waiting").on(t.storedAt).where(sql`${t.avifDueAt} IS NOT NULL`),
    index("pictures_given_up").on(t.storedAt).where(sql`${t.avifAt} IS NULL AND ${t.avifDueAt} IS NULL`),
  ],
);
