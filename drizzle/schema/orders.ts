import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { GigQuestion } from "./gigs.ts";
import { gigs } from "./gigs.ts";
import { offers } from "./offers.ts";
import { profiles } from "./people.ts";

export type OrderStage =
  | "awaiting_payment"
  | "awaiting_requirements"
  | "ready"
  | "working"
  | "delivered"
  | "in_revision"
  | "closed";
/**
 * A part of an order's price (docs/specification.md#extras). `priceCents`: of one. `id`: `package`, `faster`,
 * or the id of an extra.
 */
export type OrderLine = { id: string; title: string; priceCents: number; quantity: number };
export type OrderHold = "none" | "cancellation" | "refund" | "dispute";

/**
 * Where an order is within its status (docs/specification.md#order-stages). A table, not a CHECK, because it
 * may grow.
 */
export const orderStages = sqliteTable("order_stages", { name: text().primaryKey() });
/** Why an order's timers are stopped (docs/specification.md#order-holds). */
export const orderHolds = sqliteTable("order_holds", { name: text().primaryKey() });
export const orderEventKinds = sqliteTable("order_event_kinds", { name: text().primaryKey() });

/**
 * Orders (docs/specification.md#data-order) with snapshots of what was agreed, which do not change with the
 * gig. `version` is the number of the last event; a write claims `version + 1` in `order_events`
 * (docs/architecture.md#claims).
 */
export const orders = sqliteTable(
  "orders",
  {
    number: integer().primaryKey({ autoIncrement: true }),
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
      .$type<OrderStage>()
      .notNull()
      .references(() => orderStages.name),
    hold: text()
      .$type<OrderHold>()
      .notNull()
      .references(() => orderHolds.name),
    priceCents: integer("price_cents").notNull(),
    /** The platform's share of the price, at the rate when the order was placed. */
    feeCents: integer("fee_cents").notNull(),
    /** How much of the price the buyer's credit pays; the card pays the rest. */
    creditCents: integer("credit_cents").notNull().default(0),
    /** The total refund decided so far, to the card and as credit. */
    refundedCashCents: integer("refunded_cash_cents").notNull().default(0),
    refundedCreditCents: integer("refunded_credit_cents").notNull().default(0),
    /** The refund window when the order was placed: days after the first delivery. */
    refundDays: integer("refund_days").notNull().default(14),
    title: text().notNull(),
    packageId: text("package_id", { enum: ["starter", "pro", "elite"] }).notNull(),
    packageTitle: text("package_title").notNull(),
    /** The offer that it accepts, as package `starter`, titled "Custom offer"; null: it orders a package. */
    offerId: text("offer_id").references(() => offers.id),
    /** The parts of the price; null: the package alone, once. */
    lines: text({ mode: "json" }).$type<OrderLine[]>(),
    deliveryDays: integer("delivery_days").notNull(),
    /** -1: unlimited. */
    revisions: integer().notNull(),
    questions: text({ mode: "json" }).$type<GigQuestion[]>().notNull(),
    /** What the buyer wrote for the seller when ordering. */
    requirements: text().notNull(),
    /** The buyer's answers, one for each question; null until they are given. */
    answers: text({ mode: "json" }).$type<string[]>(),
    /** The buyer's billing details when the order was placed (docs/specification.md#billing-details). */
    buyerCompany: text("buyer_company"),
    buyerTaxNumber: text("buyer_tax_number"),
    revisionsUsed: integer("revisions_used").notNull().default(0),
    /** The days in the seller's open request for more time; null: there is none. */
    askedDays: integer("asked_days"),
    /** The party that requested the hold; null: neither party. */
    heldBy: text("held_by", { enum: ["buyer", "seller"] }),
    /** The request that a dispute has suspended, and the party that made it; null if there is none. */
    suspendedHold: text("suspended_hold", { enum: ["cancellation", "refund"] }),
    suspendedBy: text("suspended_by", { enum: ["buyer", "seller"] }),
    paidAt: integer("paid_at"),
    /** When the work is due, UTC ms; null until the seller starts. */
    deliveryDate: integer("delivery_date"),
    /** The last delivery, and the first one, which starts the refund window. */
    deliveredAt: integer("delivered_at"),
    firstDeliveredAt: integer("first_delivered_at"),
    /**
     * The due date when it was first delivered, with all the time that the buyer had allowed. A revision
     * moves the due date, and so does time that is allowed later. A trigger keeps it.
     */
    firstDueAt: integer("first_due_at"),
    completedAt: integer("completed_at"),
    /** When the delivery clock was stopped; null if it runs or has not started. */
    clockStoppedAt: integer("clock_stopped_at"),
    heldSince: integer("held_since"),
    /**
     * How far the automatic deadlines have moved, in ms: because of holds, and of a payment that failed
     * because the bank or the credit was refused.
     */
    heldMs: integer("held_ms").notNull().default(0),
    /**
     * When the automatic transition and the next reminder are due. Both follow from the columns above
     * (app/orders/clocks.ts).
     */
    deadlineAt: integer("deadline_at"),
    reminderAt: integer("reminder_at"),
    /**
     * When the sweep last tried the automatic transition, UTC ms: an order that fails or waits for a bank
     * must not block others.
     */
    triedAt: integer("tried_at"),
    /**
     * The party that must act next, which follows from the columns above (`turnOf` in app/orders/order.ts);
     * null: neither.
     */
    turn: text({ enum: ["buyer", "seller"] }),
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
    check(
      "orders_amounts",
      sql`${t.creditCents} >= 0 and ${t.refundedCashCents} between 0 and ${t.priceCents} - ${t.creditCents}
        and ${t.refundedCreditCents} between 0 and ${t.creditCents}`,
    ),
    check("orders_revisions", sql`${t.revisions} = -1 or ${t.revisionsUsed} <= ${t.revisions}`),
    check("orders_parties", sql`${t.sellerId} <> ${t.buyerId}`),
    uniqueIndex("orders_form_token").on(t.buyerId, t.formToken),
    index("orders_offer").on(t.offerId).where(sql`${t.offerId} is not null`),
    // An offer is ordered once. An order that was cancelled unpaid does not count.
    uniqueIndex("orders_offer_once")
      .on(t.offerId)
      .where(sql`${t.offerId} is not null and (${t.status} <> 'cancelled' or ${t.paidAt} is not null)`),
    index("orders_buyer").on(t.buyerId, t.number),
    index("orders_seller").on(t.sellerId, t.number),
    // For the orders between two users.
    index("orders_pair").on(t.buyerId, t.sellerId, t.status, t.number),
    index("orders_buyer_status").on(t.buyerId, t.status, t.number),
    index("orders_seller_status").on(t.sellerId, t.status, t.number),
    index("orders_buyers_turn").on(t.buyerId, t.number).where(sql`${t.turn} = 'buyer'`),
    index("orders_sellers_turn").on(t.sellerId, t.number).where(sql`${t.turn} = 'seller'`),
    // When the seller must act: an order that has not been started is due when it would be cancelled
    // automatically.
    index("orders_sellers_due")
      .on(
        t.sellerId,
        sql`case when ${t.deliveryDate} is null then ${t.deadlineAt} else ${t.deliveryDate} end`,
      )
      .where(sql`${t.turn} = 'seller'`),
    index("orders_seller_held").on(t.sellerId).where(sql`${t.hold} <> 'none'`),
    index("orders_deadline").on(t.deadlineAt).where(sql`${t.deadlineAt} is not null`),
    // In the order in which the sweep processes them (app/transitions/due-orders.server.ts).
    index("orders_due")
      .on(
        sql`case when tried_at is null or tried_at + 600000 <= deadline_at then deadline_at else tried_at + 600000 end`,
      )
      .where(sql`${t.deadlineAt} is not null`),
    index("orders_reminder").on(t.reminderAt).where(sql`${t.reminderAt} is not null`),
    index("orders_held").on(t.hold, t.number).where(sql`${t.hold} <> 'none'`),
    // For the operator's filters. The last two include only orders that can be overdue. Closed orders are
    // completed or cancelled, so their status finds them.
    index("orders_status").on(t.status, t.number),
    index("orders_payment").on(t.paymentStatus, t.number),
    index("orders_stage").on(t.stage, t.number).where(sql`${t.stage} <> 'closed'`),
    index("orders_created").on(t.createdAt),
    index("orders_not_started").on(t.paidAt).where(sql`${t.stage} in ('awaiting_requirements', 'ready')`),
    index("orders_running").on(t.deliveryDate).where(sql`${t.stage} in ('working', 'in_revision')`),
  ],
);

/**
 * Append-only: triggers refuse UPDATE and DELETE. `seq` counts per order without gaps, and is the claim of a
 * change.
 */
export const orderEvents = sqliteTable(
  "order_events",
  {
    number: integer().primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    seq: integer().notNull(),
    kind: text()
      .notNull()
      .references(() => orderEventKinds.name),
    /** Null: the product itself, for example a payment or the sweep. */
    actorId: text("actor_id").references(() => profiles.id),
    at: integer().notNull(),
    /** What the actor wrote: a delivery's note, or a reason. */
    note: text(),
    /** The amount of a refund or dispute, in cents. */
    cents: integer(),
    /** How many more days the seller asked for, or the buyer allowed. */
    days: integer(),
    /**
     * When the work was due at the time of the event, UTC ms. Null if the delivery clock was not running, or
     * for events from before this was recorded.
     */
    dueAt: integer("due_at"),
  },
  (t) => [uniqueIndex("order_events_seq").on(t.orderId, t.seq)],
);

/**
 * A file of a delivery or an answer, private to the parties and operators. Stored in the bucket under
 * `orders/{order}/{id}`.
 */
export const orderFiles = sqliteTable(
  "order_files",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** The number of the event that it belongs to. */
    seq: integer().notNull(),
    name: text().notNull(),
    /** MIME type, by extension and, if it is known, by content. */
    type: text().notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of its content, in hex. Null for files stored before hashes were recorded. */
    sha256: text(),
  },
  (t) => [index("order_files_order").on(t.orderId, t.seq)],
);
