import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { gigs } from "./gigs.ts";
import { profiles } from "./people.ts";

/** A count for each day that has one. The key is the number of the day since 1970, in UTC. */
export type DayCounts = Record<string, number>;

/**
 * What the desk shows of a gig (docs/specification.md#gig-figures): its views and its paid orders of each of
 * the last 30 days. One row per gig, so that 50 gigs are 50 rows
 * (docs/decisions/0089-keep-the-days-of-a-gig-in-one-row.md). A write drops the days that are no longer
 * shown. The worker writes `views`, a trigger `orders`.
 */
export const gigFigures = sqliteTable("gig_figures", {
  gigId: text("gig_id")
    .primaryKey()
    .references(() => gigs.id),
  views: text({ mode: "json" }).$type<DayCounts>().notNull().default({}),
  orders: text({ mode: "json" }).$type<DayCounts>().notNull().default({}),
});

/**
 * What the ledger booked to a seller in each month, in cents: the sum of `seller_payable`, by a trigger.
 * A payout is no loss of earnings: the change that books payouts must leave them out of the trigger.
 */
export const earnedMonths = sqliteTable(
  "earned_months",
  {
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    /** `2026-11`, in UTC. */
    month: text().notNull(),
    cents: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month] })],
);

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
