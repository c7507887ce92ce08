import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * How often 'Was this helpful?' was answered, by question of the help centre (docs/specification.md#helpful).
 * Nothing tells by whom.
 */
export const helpfulCounts = sqliteTable("helpful_counts", {
  questionId: text("question_id").primaryKey(),
  yes: integer().notNull().default(0),
  no: integer().notNull().default(0),
});

/**
 * How many errors the pages of the product have reported from browsers, by day
 * (docs/specification.md#client-errors). `day` is its first moment, UTC ms.
 */
export const clientErrors = sqliteTable("client_errors", {
  day: integer().primaryKey(),
  count: integer().notNull(),
});
