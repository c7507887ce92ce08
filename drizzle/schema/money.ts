import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { orders } from "./orders.ts";
import { profiles, users } from "./people.ts";

export const ledgerAccounts = sqliteTable("ledger_accounts", { name: text().primaryKey() });

/**
 * Double entry, append-only (triggers refuse UPDATE and DELETE). The rows of one `transaction` sum to zero; a debit is
 * positive, a credit negative, both in cents. `(transaction, account)` is unique, so one event is booked once.
 */
export const ledger = sqliteTable(
  "ledger",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    /** `payment:{checkout session}`, `fee:{charge}`, `return:{money call or order}`, `refund:{refund}`, `dispute:{dispute}` and the like. */
    transaction: text().notNull(),
    account: text()
      .notNull()
      .references(() => ledgerAccounts.name),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** Whose share it is: the seller's on `seller_payable`, the buyer's on `refunds` and `promotions`; null for the platform's own. */
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

/** What the ledger's rows of a person sum to, in cents; kept by a trigger, so that it is one row however long the history is. */
export const ledgerBalances = sqliteTable(
  "ledger_balances",
  {
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    account: text()
      .notNull()
      .references(() => ledgerAccounts.name),
    cents: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.account] })],
);

/** What a new user was given to spend; a trigger writes it with the account. */
export const credits = sqliteTable("credits", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  cents: integer().notNull(),
  createdAt: integer("created_at").notNull(),
});

/**
 * An order that takes credit: `reserved` when it is placed, `spent` when it is paid, `released` when it is cancelled unpaid, `returned` when
 * (part of) it went back as credit. At most one of a user's is reserved or spent.
 */
export const creditUses = sqliteTable(
  "credit_uses",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => orders.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    cents: integer().notNull(),
    returnedCents: integer("returned_cents").notNull(),
    state: text({ enum: ["reserved", "spent", "released", "returned"] }).notNull(),
    at: integer().notNull(),
  },
  (t) => [
    check("credit_uses_state", sql`${t.state} in ('reserved', 'spent', 'released', 'returned')`),
    check("credit_uses_cents", sql`${t.cents} > 0 and ${t.returnedCents} between 0 and ${t.cents}`),
    uniqueIndex("credit_uses_one_live").on(t.userId).where(sql`${t.state} in ('reserved', 'spent')`),
    index("credit_uses_user").on(t.userId),
  ],
);

export const paymentOutcomes = sqliteTable("payment_outcomes", { name: text().primaryKey() });

/**
 * What came in through a paid Checkout Session. The unique session id is the claim of a fulfilment (docs/architecture.md#claims).
 * `outcome`: `applied` (the order is paid), `mismatch` (operator's queue, never "paid"), `returned` (the order was
 * cancelled or already paid: refunded at once; or an operator has refunded a mismatch), `resolved` (a mismatch that an operator has
 * settled without a refund).
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
    index("payments_intent").on(t.paymentIntentId),
    index("payments_mismatch").on(t.n).where(sql`${t.outcome} = 'mismatch'`),
  ],
);

export const moneyCallKinds = sqliteTable("money_call_kinds", { name: text().primaryKey() });

/**
 * A call that moves money, written before it is made (docs/architecture.md#money-calls). `params` is the whole request; the idempotency key
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
    /** The refund that failed and that an operator sent again by this one: at most once. */
    replaces: text().unique(),
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
    /** Not worked on before this moment. */
    dueAt: integer("due_at").notNull(),
    error: text(),
  },
  (t) => [index("webhook_events_waiting").on(t.processedAt, t.dueAt)],
);

/**
 * Deliveries to the webhook that were turned away, counted by the hour and the reason: a stranger must not fill a table. `hour`: its
 * beginning, UTC ms.
 */
export const webhookRejections = sqliteTable(
  "webhook_rejections",
  { hour: integer().notNull(), reason: text().notNull(), count: integer().notNull() },
  (t) => [primaryKey({ columns: [t.hour, t.reason] })],
);

/** A cardholder's dispute; `id` is Stripe's. `state`: `open`, `won`, `lost`. */
export const disputes = sqliteTable(
  "disputes",
  {
    id: text().primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    amountCents: integer("amount_cents").notNull(),
    state: text({ enum: ["open", "won", "lost"] }).notNull(),
    at: integer().notNull(),
    closedAt: integer("closed_at"),
  },
  (t) => [
    check("disputes_state", sql`${t.state} in ('open', 'won', 'lost')`),
    index("disputes_order").on(t.orderId),
    index("disputes_open").on(t.at).where(sql`${t.state} = 'open'`),
  ],
);

/**
 * Money at Stripe that our books cannot explain, for the operator's queue: a session or refund of nobody, an amount that differs. `id` is
 * Stripe's, so each is queued once.
 */
export const mismatches = sqliteTable(
  "mismatches",
  {
    id: text().primaryKey(),
    orderId: text("order_id").references(() => orders.id),
    /** What does not agree, in words for the operator. */
    note: text().notNull(),
    at: integer().notNull(),
    /** UTC ms; null: nobody has looked into it yet. */
    resolvedAt: integer("resolved_at"),
  },
  (t) => [index("mismatches_waiting").on(t.resolvedAt, t.at)],
);
