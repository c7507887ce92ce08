import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { gigs } from "./gigs.ts";
import { orders } from "./orders.ts";
import { profiles } from "./people.ts";

/**
 * Verified reviews (docs/specification.md#data-review): at most one per completed order. The reviewer's name
 * and title come from the buyer's profile, `service` is the gig's title. Triggers keep the gig's averages and
 * `gig_ratings`.
 */
export const reviews = sqliteTable(
  "reviews",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    orderId: text("order_id")
      .notNull()
      .unique()
      .references(() => orders.id),
    gigId: text("gig_id")
      .notNull()
      .references(() => gigs.id),
    buyerId: text("buyer_id")
      .notNull()
      .references(() => profiles.id),
    /** The owner of the gig, who may reply. */
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    rating: integer().notNull(),
    /** Null if the buyer gave none. */
    comment: text(),
    /** The seller's one reply and its time (UTC ms); null if there is none. */
    reply: text(),
    repliedAt: integer("replied_at"),
    createdAt: integer("created_at").notNull(),
    /**
     * When an operator took it down, UTC ms; null if not. It is then hidden, and a trigger removes its rating
     * from the averages.
     */
    hiddenAt: integer("hidden_at"),
  },
  (t) => [
    check("reviews_rating", sql`${t.rating} in (1, 2, 3, 4, 5)`),
    index("reviews_gig").on(t.gigId, t.number).where(sql`${t.hiddenAt} is null`),
    index("reviews_seller").on(t.sellerId, t.number).where(sql`${t.hiddenAt} is null`),
    index("reviews_unanswered")
      .on(t.sellerId, t.number)
      .where(sql`${t.reply} is null and ${t.hiddenAt} is null`),
  ],
);

/**
 * The number of verified reviews per gig and rating. A trigger keeps it, so that a page reads five rows at
 * most.
 */
export const gigRatings = sqliteTable(
  "gig_ratings",
  {
    gigId: text("gig_id")
      .notNull()
      .references(() => gigs.id),
    rating: integer().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.gigId, t.rating] })],
);

/** A report that asks an operator to check a review, at most one per reporter. */
export const reviewReports = sqliteTable(
  "review_reports",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    reviewId: text("review_id")
      .notNull()
      .references(() => reviews.id),
    reporterId: text("reporter_id")
      .notNull()
      .references(() => profiles.id),
    reason: text().notNull(),
    at: integer().notNull(),
    /** When an operator decided, UTC ms; null while it waits. */
    resolvedAt: integer("resolved_at"),
  },
  (t) => [
    uniqueIndex("review_reports_once").on(t.reviewId, t.reporterId),
    index("review_reports_waiting").on(t.number).where(sql`${t.resolvedAt} is null`),
    index("review_reports_resolved").on(t.resolvedAt).where(sql`${t.resolvedAt} is not null`),
  ],
);
