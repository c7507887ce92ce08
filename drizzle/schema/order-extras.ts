import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { orders } from "./orders.ts";

/**
 * What is, or was to be, added to a running order (docs/specification.md#data-added-extras): an extra of the
 * seller's gig that the buyer has chosen, or one that the seller offers for this order. Each has a payment of
 * its own. `offered`: by the seller, and the buyer may pay it. `chosen`: by the buyer, who has not paid it
 * yet. `added`: paid, and part of the order. `closed`: declined, withdrawn, or replaced by another choice.
 */
export const orderExtras = sqliteTable(
  "order_extras",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** The id of the gig's extra; null: the seller offers it for this order alone. */
    gigExtraId: text("gig_extra_id"),
    title: text().notNull(),
    priceCents: integer("price_cents").notNull(),
    /** How many days it adds to the delivery time. */
    days: integer().notNull(),
    /** How much of its payment goes back to its card, as decided so far. */
    refundedCents: integer("refunded_cents").notNull().default(0),
    state: text({ enum: ["offered", "chosen", "added", "closed"] }).notNull(),
    at: integer().notNull(),
    /** When it was added or closed, UTC ms; else null. */
    endedAt: integer("ended_at"),
  },
  (t) => [
    check("order_extras_state", sql`${t.state} in ('offered', 'chosen', 'added', 'closed')`),
    check("order_extras_price", sql`${t.priceCents} between 500 and 100000`),
    check("order_extras_refunded", sql`${t.refundedCents} between 0 and ${t.priceCents}`),
    check("order_extras_days", sql`${t.days} between 0 and 30`),
    check("order_extras_ended", sql`(${t.state} in ('offered', 'chosen')) = (${t.endedAt} is null)`),
    uniqueIndex("order_extras_one_offered").on(t.orderId).where(sql`${t.state} = 'offered'`),
    uniqueIndex("order_extras_one_chosen").on(t.orderId).where(sql`${t.state} = 'chosen'`),
    index("order_extras_order").on(t.orderId),
  ],
);
