import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { gigs } from "./gigs.ts";
import { profiles } from "./people.ts";

/** A count for each day that has one. The key is the number of the day since 1970, in UTC. */
export type DayCounts = Record<string, number>;

/**
 * What the seller dashboard shows of a gig (docs/specification.md#gig-figures): its views, its paid orders
 * and how often it was saved on each of the last 30 days. There is one row per gig, so 50 gigs are 50 rows,
 * and no scheduled work prunes old days: each write drops those that are no longer shown. SQL cannot sort by
 * these counts. The worker writes `views`, triggers write `orders` and `saves`.
 */
export const gigFigures = sqliteTable("gig_figures", {
  gigId: text("gig_id")
    .primaryKey()
    .references(() => gigs.id),
  views: text({ mode: "json" }).$type<DayCounts>().notNull().default({}),
  orders: text({ mode: "json" }).$type<DayCounts>().notNull().default({}),
  saves: text({ mode: "json" }).$type<DayCounts>().notNull().default({}),
});

/**
 * What a seller earned in each month, in cents, kept by triggers: the ledger's `seller_payable` of completed
 * orders, in the month of the completion or, if the entry is later, in its own. Once an order is completed,
 * the triggers count only payments, refunds and goodwill, so a transfer does not reduce earnings.
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
 * It does not record who answered.
 */
export const helpfulCounts = sqliteTable("helpful_counts", {
  questionId: text("question_id").primaryKey(),
  yes: integer().notNull().default(0),
  no: integer().notNull().default(0),
});

/**
 * How many errors pages have reported from browsers, by day (docs/specification.md#client-errors). `day` is
 * the start of the day, UTC ms.
 */
export const clientErrors = sqliteTable("client_errors", {
  day: integer().primaryKey(),
  count: integer().notNull(),
});

/**
 * How many orders of a gig were completed on a day (docs/specification.md#assistant-popular). `day` is the
 * number of the day since 1970, in UTC. The sweep counts them, and deletes days that no longer count.
 */
export const completedDays = sqliteTable(
  "completed_days",
  {
    day: integer().notNull(),
    gigId: text("gig_id")
      .notNull()
      .references(() => gigs.id),
    completed: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.gigId] })],
);

/** The sum of `completed_days` of each gig that has any, kept by triggers. `number` is the gig's. */
export const completedSums = sqliteTable(
  "completed_sums",
  {
    gigId: text("gig_id")
      .primaryKey()
      .references(() => gigs.id),
    number: integer().notNull(),
    completed: integer().notNull(),
  },
  (t) => [index("completed_sums_most").on(t.completed, t.number)],
);

/**
 * The Popular Services of the assistant, as the sweep last chose them
 * (docs/specification.md#assistant-popular). One row, whose `id` is 1.
 */
export const popularGigs = sqliteTable("popular_gigs", {
  id: integer().primaryKey(),
  /** The ids of the gigs, the most popular first. */
  gigIds: text("gig_ids", { mode: "json" }).$type<string[]>().notNull(),
  /** When they were chosen, in UTC ms. */
  chosenAt: integer("chosen_at").notNull(),
  /** The number of the last order event that is counted in `completed_days`. */
  countedTo: integer("counted_to").notNull().default(0),
});

/**
 * What happened in the market in each day, week and month (UTC), for the console
 * (docs/specification.md#operator-figures). The scheduled work counts it from rows that never change
 * (app/admin/figures/counting.server.ts). Amounts are in cents.
 */
export const figures = sqliteTable(
  "figures",
  {
    period: text({ enum: ["day", "week", "month"] }).notNull(),
    /** Its first day, in days since 1970. A week begins on Monday. */
    start: integer().notNull(),
    /** Orders that were placed, paid, cancelled and completed. */
    placed: integer().notNull(),
    paid: integer().notNull(),
    cancelled: integer().notNull(),
    completed: integer().notNull(),
    /** How many of the completed ones were late. */
    late: integer().notNull(),
    /** Orders that were started, and the sum of the times from payment to start, in ms. */
    started: integer().notNull(),
    startMs: integer("start_ms").notNull(),
    grossCents: integer("gross_cents").notNull(),
    feeCents: integer("fee_cents").notNull(),
    registrationCents: integer("registration_cents").notNull(),
    refundedCents: integer("refunded_cents").notNull(),
    creditCents: integer("credit_cents").notNull(),
    stripeFeeCents: integer("stripe_fee_cents").notNull(),
    users: integer().notNull(),
    sellers: integer().notNull(),
    gigs: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.period, t.start] }),
    check("figures_period", sql`${t.period} in ('day', 'week', 'month')`),
  ],
);
