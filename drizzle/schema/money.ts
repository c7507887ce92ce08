import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { orders } from "./orders.ts";
import { profiles } from "./people.ts";

export const ledgerAccounts = sqliteTable("ledger_accounts", { name: text().primaryKey() });

/**
 * Double entry, append-only (triggers refuse UPDATE and DELETE). The rows of one `transaction` sum to zero; a debit is
 * positive, a credit negative, both in cents. `(transaction, account)` is unique, so one event is booked once.
 */
export const ledger = sqliteTable(
  "ledger",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    /** `payment:{checkout session}`, `cancellation:{order}`, `refund:{refund}`. */
    transaction: text().notNull(),
    account: text()
      .notNull()
      .references(() => ledgerAccounts.name),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** Whose share it is: the seller's on `seller_payable`, the buyer's on `refunds`; null for the platform's own. */
    userId: text("user_id").references(() => profiles.id),
    amountCents: integer("amount_cents").notNull(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("ledger_once").on(t.transaction, t.account),
    index("ledger_order").on(t.orderId),
    index("ledger_user").on(t.userId, t.account),
  ],
);

export const paymentOutcomes = sqliteTable("payment_outcomes", { name: text().primaryKey() });

/**
 * What came in through a paid Checkout Session. The unique session id is the claim of a fulfilment (design.md 3.6).
 * `outcome`: `applied` (the order is paid), `mismatch` (operator's queue, never "paid"), `returned` (the order was
 * cancelled or already paid: refunded at once).
 */
export const payments = sqliteTable(
  "payments",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    checkoutSessionId: text("checkout_session_id").notNull().unique(),
    paymentIntentId: text("payment_intent_id"),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    amountCents: integer("amount_cents").notNull(),
    currency: text().notNull(),
    outcome: text()
      .notNull()
      .references(() => paymentOutcomes.name),
    /** For a mismatch: what did not agree, in words for the operator. */
    note: text(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("payments_one_applied").on(t.orderId).where(sql`${t.outcome} = 'applied'`),
    index("payments_order").on(t.orderId),
  ],
);

export const moneyCallKinds = sqliteTable("money_call_kinds", { name: text().primaryKey() });

/**
 * A call that moves money, written before it is made (design.md 3.7). `params` is the whole request; the idempotency key
 * is `{id}:{attempt}`.
 */
export const moneyCalls = sqliteTable(
  "money_calls",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    kind: text()
      .notNull()
      .references(() => moneyCallKinds.name),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    attempt: integer().notNull(),
    params: text().notNull(),
    state: text({ enum: ["due", "sent", "confirmed", "failed"] }).notNull(),
    /** The session's or refund's id at Stripe, once answered. */
    stripeId: text("stripe_id").unique(),
    /** A Checkout Session's page. */
    url: text(),
    /** True while a Checkout Session may still be paid. */
    open: integer({ mode: "boolean" }).notNull(),
    error: text(),
    at: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    check("money_calls_state", sql`${t.state} in ('due', 'sent', 'confirmed', 'failed')`),
    uniqueIndex("money_calls_one_open_session")
      .on(t.orderId)
      .where(sql`${t.kind} = 'checkout_session' and ${t.open} = 1`),
    index("money_calls_unsettled").on(t.state, t.updatedAt),
    index("money_calls_order").on(t.orderId, t.kind),
    index("money_calls_open").on(t.open, t.updatedAt),
  ],
);

/** The webhook inbox: stored with its id before it is worked on, worked on once. */
export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: text().notNull(),
    receivedAt: integer("received_at").notNull(),
    processedAt: integer("processed_at"),
    attempts: integer().notNull(),
    error: text(),
  },
  (t) => [index("webhook_events_waiting").on(t.processedAt, t.receivedAt)],
);
