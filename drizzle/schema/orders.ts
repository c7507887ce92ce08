import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { GigQuestion } from "./gigs.ts";
import { gigs } from "./gigs.ts";
import { profiles } from "./people.ts";

/** The finer step of an order (product.md section 3); a table, not a CHECK, because it may grow. */
export const orderStages = sqliteTable("order_stages", { name: text().primaryKey() });
/** Why the timers stand (product.md section 3). */
export const orderHolds = sqliteTable("order_holds", { name: text().primaryKey() });
export const orderEventKinds = sqliteTable("order_event_kinds", { name: text().primaryKey() });

/**
 * spec.md section 3, order, with the snapshots of product.md section 3: what was agreed does not change when the
 * gig does. `version` is the number of the last event; a write claims `version + 1` in `order_events`.
 */
export const orders = sqliteTable(
  "orders",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    gigId: text("gig_id")
      .notNull()
      .references(() => gigs.id),
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    buyerId: text("buyer_id")
      .notNull()
      .references(() => profiles.id),
    status: text({ enum: ["pending", "in progress", "completed", "cancelled"] }).notNull(),
    paymentStatus: text("payment_status", { enum: ["pending", "paid", "refunded", "failed"] }).notNull(),
    stage: text()
      .notNull()
      .references(() => orderStages.name),
    hold: text()
      .notNull()
      .references(() => orderHolds.name),
    priceCents: integer("price_cents").notNull(),
    /** The platform's share of the price, from the rate of the day. */
    feeCents: integer("fee_cents").notNull(),
    title: text().notNull(),
    packageId: text("package_id", { enum: ["starter", "pro", "elite"] }).notNull(),
    packageTitle: text("package_title").notNull(),
    deliveryDays: integer("delivery_days").notNull(),
    /** -1: unlimited. */
    revisions: integer().notNull(),
    questions: text({ mode: "json" }).$type<GigQuestion[]>().notNull(),
    /** What the buyer wrote for the seller when ordering. */
    requirements: text().notNull(),
    /** UTC ms; null until the seller starts. */
    deliveryDate: integer("delivery_date"),
    formToken: text("form_token").notNull(),
    version: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    check("orders_status", sql`${t.status} in ('pending', 'in progress', 'completed', 'cancelled')`),
    check("orders_payment_status", sql`${t.paymentStatus} in ('pending', 'paid', 'refunded', 'failed')`),
    check("orders_package", sql`${t.packageId} in ('starter', 'pro', 'elite')`),
    check(
      "orders_price",
      sql`${t.priceCents} > 0 and ${t.feeCents} >= 0 and ${t.feeCents} <= ${t.priceCents}`,
    ),
    check("orders_parties", sql`${t.sellerId} <> ${t.buyerId}`),
    uniqueIndex("orders_form_token").on(t.buyerId, t.formToken),
    index("orders_buyer").on(t.buyerId, t.n),
    index("orders_seller").on(t.sellerId, t.n),
  ],
);

/** Append-only (triggers refuse UPDATE and DELETE). `seq` counts per order without gaps and is the claim of a move. */
export const orderEvents = sqliteTable(
  "order_events",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    seq: integer().notNull(),
    kind: text()
      .notNull()
      .references(() => orderEventKinds.name),
    /** Null: the product itself (a payment, a sweep). */
    actorId: text("actor_id").references(() => profiles.id),
    at: integer().notNull(),
  },
  (t) => [uniqueIndex("order_events_seq").on(t.orderId, t.seq)],
);
