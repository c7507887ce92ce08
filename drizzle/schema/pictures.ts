import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The pictures that stand in the bucket as WebP (`{key}/{width}.webp`), and how far their AVIF versions are (docs/architecture.md#pictures
 * image). A picture's address is `/images/{key}`.
 */
export const pictures = sqliteTable(
  "pictures",
  {
    key: text().primaryKey(),
    storedAt: integer("stored_at").notNull(),
    /** Since when the AVIF versions stand beside the WebP ones; null: not yet. */
    avifAt: integer("avif_at"),
    /** How often somebody began to make them. */
    attempts: integer().notNull(),
    /** Not tried before this moment; null: they are made, or given up. */
    avifDueAt: integer("avif_due_at"),
  },
  (t) => [index("pictures_waiting").on(t.storedAt).where(sql`${t.avifDueAt} IS NOT NULL`)],
);
