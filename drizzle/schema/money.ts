import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { orders } from "./orders.ts";
import { profiles, users } from "./people.ts";

export const ledgerAccounts = sqliteTable("ledger_accounts", { name: text().primaryKey() });

/**
 * Double entry, append-only (triggers refuse UPDATE and DELETE). The rows of one `transaction` sum to zero; a
 * debit is positive, a credit negative, both in cents. `(transaction, account)` is unique, so one event is
 * booked once.
 */
export const ledger = sqliteTable(
  "ledger",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    /**
     * The unique name: `payment:{session}`, `fee:{charge}`, `return:{order}:{version}`, `refund:{refund}`,
     * `dispute:{dispute}` and so on.
     */
    transaction: text().notNull(),
    account: text()
      .notNull()
      .references(() => ledgerAccounts.name),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /**
     * The seller on `seller_payable`, the buyer on `refunds` and `promotions`; null on the platform's own
     * accounts.
     */
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

/**
 * The sum of a user's ledger rows per account, in cents. A trigger keeps it, so that a balance is one row,
 * however long the history.
 */
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

/** The credit that a new user has received, in cents. A trigger writes the row with the account. */
export const credits = sqliteTable("credits", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  cents: integer().notNull(),
  createdAt: integer("created_at").notNull(),
});

/**
 * The book of credit: double entry, append-only, beside the ledger, whose rows belong to orders. A grant is a
 * debit of `promotions` and a credit of the user's `credit`; an order that spends some of it, and whose own
 * ledger rows then debit `promotions`, takes it back; a return gives it again. So -`credit` is what the user
 * can still spend or has reserved. Triggers on `credits` and `credit_uses` write the rows, whoever writes
 * those.
 */
export const creditLedger = sqliteTable(
  "credit_ledger",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    /**
     * The unique name: `grant:{user}`, `withdrawn:{user}`, `use:{order}`, `return:{order}:{all returned}`.
     */
    transaction: text().notNull(),
    account: text({ enum: ["promotions", "credit"] }).notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    amountCents: integer("amount_cents").notNull(),
    at: integer().notNull(),
  },
  (t) => [
    check("credit_ledger_account", sql`${t.account} in ('promotions', 'credit')`),
    uniqueIndex("credit_ledger_once").on(t.userId, t.transaction, t.account),
  ],
);

/**
 * The use of credit by an order: `reserved` when the order is placed, `spent` when it is paid, `released`
 * when it is cancelled unpaid, `returned` when part or all of it was refunded as credit. At most one use per
 * user is reserved; together they are never more than the credit, which the INSERT itself checks.
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
    uniqueIndex("credit_uses_one_reserved").on(t.userId).where(sql`${t.state} = 'reserved'`),
    index("credit_uses_user").on(t.userId),
  ],
);

export const paymentOutcomes = sqliteTable("payment_outcomes", { name: text().primaryKey() });

/**
 * The payment of a paid Checkout Session. The unique session id is the claim of a fulfilment
 * (docs/architecture.md#claims). `outcome`: `applied`: the order is paid. `mismatch`: in the operator's
 * queue; the order is not paid. `returned`: refunded, because the order was cancelled or already paid, or
 * because an operator has refunded a mismatch. `resolved`: a mismatch that an operator has settled without a
 * refund.
 */
export const payments = sqliteTable(
  "payments",
  {
    number: integer().primaryKey({ autoIncrement: true }),
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
    /** For a mismatch: what did not agree, as text for the operator. */
    note: text(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("payments_one_applied").on(t.orderId).where(sql`${t.outcome} = 'applied'`),
    index("payments_order").on(t.orderId),
    index("payments_intent").on(t.paymentIntentId),
    index("payments_mismatch").on(t.number).where(sql`${t.outcome} = 'mismatch'`),
  ],
);

export const moneyCallKinds = sqliteTable("money_call_kinds", { name: text().primaryKey() });

/**
 * A call to Stripe that moves money. The row is written before the call is sent
 * (docs/architecture.md#money-calls). `params` is the whole request. The idempotency key is `{id}:{attempt}`.
 */
export const moneyCalls = sqliteTable(
  "money_calls",
  {
    number: integer().primaryKey({ autoIncrement: true }),
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
    /** The id of the session or refund at Stripe; null until Stripe has responded. */
    stripeId: text("stripe_id").unique(),
    /** The address of a Checkout Session's page. */
    url: text(),
    /** True while a Checkout Session may still be paid. */
    open: integer({ mode: "boolean" }).notNull(),
    error: text(),
    /**
     * The id of the failed refund that an operator sent again with this call. Unique: once per failed refund.
     */
    replaces: text().unique(),
    at: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
    /**
     * When Stripe refused the call in a way that no later try can change, UTC ms; else null. It waits for an
     * operator.
     */
    refusedAt: integer("refused_at"),
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

/** The webhook events. Each is stored under its id before it is processed, and processed once. */
export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: text().notNull(),
    receivedAt: integer("received_at").notNull(),
    processedAt: integer("processed_at"),
    attempts: integer().notNull(),
    /** Not processed before this time, UTC ms. */
    dueAt: integer("due_at").notNull(),
    error: text(),
  },
  (t) => [
    index("webhook_events_waiting").on(t.processedAt, t.dueAt),
    // Events that are not about money, which are kept for a shorter time (workers/work/prunes.server.ts).
    index("webhook_events_other")
      .on(t.processedAt)
      .where(
        sql`not (type between 'charge.' and 'charge/' or type between 'checkout.' and 'checkout/' or type between 'refund.' and 'refund/')`,
      ),
  ],
);

/**
 * Rejected webhook deliveries. They are counted per hour and reason, so that a stranger cannot fill a table.
 * `hour` is the start of the hour, UTC ms.
 */
export const webhookRejections = sqliteTable(
  "webhook_rejections",
  { hour: integer().notNull(), reason: text().notNull(), count: integer().notNull() },
  (t) => [primaryKey({ columns: [t.hour, t.reason] })],
);

/** A cardholder's dispute. `id` is Stripe's id, `at` is Stripe's creation time, UTC ms. */
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
 * Money at Stripe that our books do not explain, for the operator's queue: a session or refund that matches
 * no order, an amount that differs, a dispute over money that no order has taken. `id` is Stripe's id, so
 * each object is queued once.
 */
export const mismatches = sqliteTable(
  "mismatches",
  {
    id: text().primaryKey(),
    orderId: text("order_id").references(() => orders.id),
    /** What does not agree, as text for the operator. */
    note: text().notNull(),
    at: integer().notNull(),
    /** UTC ms; null until an operator has resolved it, or it has explained itself. */
    resolvedAt: integer("resolved_at"),
    /** For a dispute over money that no order has taken: the bank's last word. Else null. */
    disputeState: text("dispute_state", { enum: ["open", "won", "lost"] }),
  },
  (t) => [index("mismatches_waiting").on(t.resolvedAt, t.at)],
);
