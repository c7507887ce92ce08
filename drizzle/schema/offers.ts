import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { GigQuestion } from "./gigs.ts";
import { gigs } from "./gigs.ts";
import { profiles } from "./people.ts";

/**
 * A buyer's request for an offer (docs/specification.md#asking-for-an-offer). It is a message with a card:
 * `id` is the message's id, and what is needed is the message's text. A trigger deletes it with its message.
 */
export const offerRequests = sqliteTable(
  "offer_requests",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    conversationId: text("conversation_id").notNull(),
    buyerId: text("buyer_id")
      .notNull()
      .references(() => profiles.id),
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    /** Null: it is about no particular gig. */
    gigId: text("gig_id").references(() => gigs.id),
    budgetCents: integer("budget_cents"),
    /** The day by which it is wanted, `2026-11-30`; null: not said. */
    wantedBy: text("wanted_by"),
    /** `open`: it waits for the seller. `offered`: an offer followed. `declined`: the seller makes none. */
    state: text({ enum: ["open", "offered", "declined"] }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    check("offer_requests_state", sql`${t.state} in ('open', 'offered', 'declined')`),
    check("offer_requests_budget", sql`${t.budgetCents} between 500 and 1000000`),
    check("offer_requests_parties", sql`${t.sellerId} <> ${t.buyerId}`),
    index("offer_requests_waiting").on(t.sellerId, t.number).where(sql`${t.state} = 'open'`),
    index("offer_requests_conversation").on(t.conversationId),
  ],
);

/**
 * A seller's offer to one buyer (docs/specification.md#offers). It is a message with a card: `id` is the
 * message's id, and `text` the message's text. Its terms never change, which a trigger enforces. A change of
 * state claims `version + 1`. It has no foreign key to its conversation: an offer with an order outlives the
 * messages. A trigger deletes any other offer with its message.
 */
export const offers = sqliteTable(
  "offers",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    conversationId: text("conversation_id").notNull(),
    gigId: text("gig_id")
      .notNull()
      .references(() => gigs.id),
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    buyerId: text("buyer_id")
      .notNull()
      .references(() => profiles.id),
    /** The gig's title when the offer was sent. */
    title: text().notNull(),
    /** What the buyer gets. */
    text: text().notNull(),
    features: text({ mode: "json" }).$type<string[]>().notNull(),
    priceCents: integer("price_cents").notNull(),
    deliveryDays: integer("delivery_days").notNull(),
    /** -1: unlimited. */
    revisions: integer().notNull(),
    questions: text({ mode: "json" }).$type<GigQuestion[]>().notNull(),
    /** Which version of the offer this is: 1 for the first, one more for each that replaces another. */
    edition: integer().notNull(),
    /** The offer that this one replaces; null for the first version. */
    replacesId: text("replaces_id"),
    state: text({ enum: ["open", "accepted", "declined", "withdrawn", "expired", "replaced"] }).notNull(),
    version: integer().notNull(),
    /** Why the buyer declined it. */
    reason: text(),
    /**
     * The order that accepted it. Null in every other state: a trigger opens it again if that order ends
     * unpaid.
     */
    orderId: text("order_id"),
    createdAt: integer("created_at").notNull(),
    /** Until when it can be accepted, UTC ms. */
    expiresAt: integer("expires_at").notNull(),
    /** When it was accepted, declined, withdrawn, replaced or expired, UTC ms; null while it is open. */
    closedAt: integer("closed_at"),
  },
  (t) => [
    check(
      "offers_state",
      sql`${t.state} in ('open', 'accepted', 'declined', 'withdrawn', 'expired', 'replaced')`,
    ),
    check("offers_price", sql`${t.priceCents} between 500 and 1000000`),
    check("offers_days", sql`${t.deliveryDays} between 1 and 90`),
    check("offers_revisions", sql`${t.revisions} between -1 and 9`),
    check("offers_parties", sql`${t.sellerId} <> ${t.buyerId}`),
    check("offers_accepted", sql`(${t.state} = 'accepted') = (${t.orderId} is not null)`),
    check("offers_closed", sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
    uniqueIndex("offers_replaces").on(t.replacesId).where(sql`${t.replacesId} is not null`),
    index("offers_conversation").on(t.conversationId, t.state),
    index("offers_sellers_open").on(t.sellerId).where(sql`${t.state} = 'open'`),
    index("offers_expiring").on(t.expiresAt).where(sql`${t.state} = 'open'`),
  ],
);

/** An offer that a seller is writing (docs/specification.md#writing-an-offer): one for each conversation. */
export const offerDrafts = sqliteTable(
  "offer_drafts",
  {
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    conversationId: text("conversation_id").notNull(),
    /** The fields as they were typed. */
    typed: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    version: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sellerId, t.conversationId] })],
);
