import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { gigs } from "./gigs.ts";
import { orders } from "./orders.ts";
import { profiles } from "./people.ts";

/**
 * Verified reviews (docs/specification.md#data-review): at most one per completed order. The reviewer's name
 * and title come from the buyer's profile, `service` is the gig's title. Triggers update the gig's averages
 * and `gig_ratings`.
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
    /** Null if the buyer wrote none. */
    comment: text(),
    /** The seller's one reply and its time (UTC ms); null if there is none. */
    reply: text(),
    repliedAt: integer("replied_at"),
    createdAt: integer("created_at").notNull(),
    /**
     * When an operator removed it, UTC ms; null if not. It is then hidden, and a trigger removes its rating
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
 * The number of verified reviews per gig and rating. A trigger updates it, so that a page reads at most five
 * rows.
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

/** Review reports written by earlier releases. Triggers copy them into `reports`, which this release uses. */
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

/** What can be reported: gig, user, review, message. */
export const reportKinds = sqliteTable("report_kinds", { name: text().primaryKey() });

/** The reasons to choose from. */
export const reportReasons = sqliteTable("report_reasons", { name: text().primaryKey() });

/**
 * A user's report of something to the operators, at most one per person and thing
 * (docs/specification.md#reports). A trigger marks the first waiting one about a thing (`opens`), which the
 * queue lists. Triggers copy what earlier releases write into `review_reports`.
 */
export const reports = sqliteTable(
  "reports",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ["gig", "user", "review", "message"] })
      .notNull()
      .references(() => reportKinds.name),
    /** The id of the gig, user, review or message, which may no longer exist. */
    subjectId: text("subject_id").notNull(),
    /** The conversation of a reported message; null for everything else. */
    conversationId: text("conversation_id"),
    reporterId: text("reporter_id")
      .notNull()
      .references(() => profiles.id),
    reason: text()
      .notNull()
      .references(() => reportReasons.name),
    /** The reporter's note; may be empty. */
    note: text().notNull(),
    at: integer().notNull(),
    /**
     * Who is responsible for the reported thing: set by a trigger; null if it no longer existed when this was
     * first kept.
     */
    ownerId: text("owner_id").references(() => profiles.id),
    opens: integer({ mode: "boolean" }).notNull().default(false),
    /** When an operator decided, UTC ms; null while it waits. */
    resolvedAt: integer("resolved_at"),
    /** The decision; null while it waits, and if an earlier release decided. */
    outcome: text({ enum: ["left", "removed", "warned", "suspended"] }),
  },
  (t) => [
    uniqueIndex("reports_once").on(t.kind, t.subjectId, t.reporterId),
    index("reports_open").on(t.kind, t.subjectId, t.number).where(sql`${t.resolvedAt} is null`),
    index("reports_waiting").on(t.number).where(sql`${t.opens} = 1 and ${t.resolvedAt} is null`),
    index("reports_resolved").on(t.resolvedAt).where(sql`${t.opens} = 1 and ${t.resolvedAt} is not null`),
    index("reports_conversation").on(t.conversationId).where(sql`${t.conversationId} is not null`),
    index("reports_reporter").on(t.reporterId),
    index("reports_owner").on(t.ownerId),
  ],
);
