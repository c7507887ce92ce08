import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { gigs } from "./gigs.ts";
import { orders } from "./orders.ts";
import { profiles } from "./people.ts";

/**
 * docs/specification.md#data-review: verified, one for each completed order (product.md section 5). The reviewer's name and title are
 * the buyer's profile's, `service` is the gig's title. Triggers keep the gig's averages and `gig_ratings`.
 */
export const reviews = sqliteTable(
  "reviews",
  {
    n: integer().primaryKey({ autoIncrement: true }),
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
    /** Whose gig it is: who may answer. */
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    rating: integer().notNull(),
    /** null: none was given. */
    comment: text(),
    /** The seller's one answer, and when it was given (UTC ms); null: none. */
    reply: text(),
    repliedAt: integer("replied_at"),
    createdAt: integer("created_at").notNull(),
    /** When an operator took it down, UTC ms: it is shown nowhere and a trigger takes its rating out of the averages. null: it stands. */
    hiddenAt: integer("hidden_at"),
  },
  (t) => [
    check("reviews_rating", sql`${t.rating} in (1, 2, 3, 4, 5)`),
    index("reviews_gig").on(t.gigId, t.n).where(sql`${t.hiddenAt} is null`),
    index("reviews_unanswered").on(t.sellerId, t.n).where(sql`${t.reply} is null and ${t.hiddenAt} is null`),
  ],
);

/** How many verified reviews of a gig gave each rating; kept by a trigger, so that a page reads five rows at most. */
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

/** Somebody says that an operator should look at a review; once for each person. */
export const reviewReports = sqliteTable(
  "review_reports",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    reviewId: text("review_id")
      .notNull()
      .references(() => reviews.id),
    reporterId: text("reporter_id")
      .notNull()
      .references(() => profiles.id),
    reason: text().notNull(),
    at: integer().notNull(),
    /** When an operator decided about it, UTC ms; null: it waits. */
    resolvedAt: integer("resolved_at"),
  },
  (t) => [
    uniqueIndex("review_reports_once").on(t.reviewId, t.reporterId),
    index("review_reports_waiting").on(t.n).where(sql`${t.resolvedAt} is null`),
    index("review_reports_resolved").on(t.resolvedAt).where(sql`${t.resolvedAt} is not null`),
  ],
);
