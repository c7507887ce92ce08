import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { orderExtras } from "./order-extras.ts";
import { orders } from "./orders.ts";
import { profiles, users } from "./people.ts";
import { sellers } from "./sellers.ts";

/** What money is paid for: an order, or a seller's registration. A row names exactly one (a CHECK). */
const paidFor = () => ({
  orderId: text("order_id").references(() => orders.id),
  registrationId: text("registration_id").references(() => sellers.id),
});

/**
 * What has moved the platform's balance at Stripe: its balance transactions, each with the ledger transaction
 * that explains it. `id` is Stripe's id, `at` is Stripe's creation time, UTC ms. `net_cents` is the amount
 * after Stripe's fee; negative if it left the balance.
 */
export const balanceTransactions = sqliteTable(
  "balance_transactions",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** Stripe's `reporting_category`. */
    category: text().notNull(),
    currency: text().notNull(),
    amountCents: integer("amount_cents").notNull(),
    feeCents: integer("fee_cents").notNull(),
    netCents: integer("net_cents").notNull(),
    /** The id of the object at Stripe that caused it; null for Stripe's own bills and reserves. */
    source: text(),
    /** The payment intent of a charge or refund, the transfer of a reversal; else null. */
    about: text(),
    /** The id of our money call, as the metadata of the source names it; else null. */
    call: text(),
    at: integer().notNull(),
    availableAt: integer("available_at").notNull(),
    /** The ledger transaction that explains it; null until there is one. Its fee is `fee:{source}`. */
    bookedAs: text("booked_as"),
    /** The id of the mismatch, or of the payment, under which the operator finds it; else null. */
    mismatchId: text("mismatch_id"),
  },
  (t) => [
    // Partial, so that SQLite does not use it to look for what is not explained.
    uniqueIndex("balance_transactions_booked").on(t.bookedAs).where(sql`${t.bookedAs} is not null`),
    index("balance_transactions_source").on(t.source),
    index("balance_transactions_unexplained").on(t.at).where(sql`${t.bookedAs} is null`),
    index("balance_transactions_mismatch").on(t.mismatchId).where(sql`${t.mismatchId} is not null`),
  ],
);

/**
 * What moved the balance at Stripe, and the cash of the ledger, on each day in UTC, in cents. Triggers keep
 * both. Cash counts on the day it was booked, and on the day of its balance transaction once that is known.
 */
export const balanceDays = sqliteTable(
  "balance_days",
  {
    /** Days since 1970. */
    day: integer().primaryKey(),
    stripeCents: integer("stripe_cents").notNull().default(0),
    ledgerCents: integer("ledger_cents").notNull().default(0),
  },
  (t) => [index("balance_days_different").on(t.day).where(sql`${t.stripeCents} <> ${t.ledgerCents}`)],
);

export const ledgerAccounts = sqliteTable("ledger_accounts", { name: text().primaryKey() });

/**
 * Double entry, append-only (triggers refuse UPDATE and DELETE). The rows of one `transaction` sum to zero; a
 * debit is positive, a credit negative, both in cents. `(transaction, account)` is unique, so one event is
 * booked once.
 */
export const ledger = sqliteTable(
  "ledger",
  {
    number: integer().primaryKey(),
    /**
     * The unique name: `payment:{session}`, `fee:{charge}`, `return:{order}:{version}`, `refund:{refund}`,
     * `dispute:{dispute}`, `transfer:{call}`, `own:{balance transaction}` and so on.
     */
    transaction: text().notNull(),
    account: text()
      .notNull()
      .references(() => ledgerAccounts.name),
    ...paidFor(),
    /** The platform's own movement at Stripe: a payout to its owner, a top-up, a bill. */
    balanceTransactionId: text("balance_transaction_id").references(() => balanceTransactions.id),
    /**
     * The seller on `seller_payable`, on what is transferred to them and on their debts; the buyer on
     * `refunds` and `promotions`; null on the platform's own accounts.
     */
    userId: text("user_id").references(() => profiles.id),
    amountCents: integer("amount_cents").notNull(),
    at: integer().notNull(),
  },
  (t) => [
    check(
      "ledger_paid_for",
      sql`(${t.orderId} is not null) + (${t.registrationId} is not null) + (${t.balanceTransactionId} is not null) = 1`,
    ),
    uniqueIndex("ledger_once").on(t.transaction, t.account),
    index("ledger_order").on(t.orderId, t.account),
    index("ledger_registration").on(t.registrationId).where(sql`${t.registrationId} is not null`),
    index("ledger_own").on(t.balanceTransactionId).where(sql`${t.balanceTransactionId} is not null`),
    index("ledger_user").on(t.userId, t.account),
    // For the console's export.
    index("ledger_goodwill").on(t.orderId).where(sql`${t.account} = 'goodwill'`),
  ],
);

/**
 * The sum of a user's ledger rows per account, in cents. A trigger updates it, so that a balance is one row,
 * regardless of the length of the history. `transfers` is what was sent to the user, less what was taken
 * back: Stripe's confirmation, which moves it to `cash`, is not counted.
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

/**
 * What each month (UTC) changed in what is owed to a seller, in cents: their rows of `seller_payable`,
 * `transfers`, `seller_debts` and `offsets` (docs/specification.md#statements), in total and by kind. What no
 * kind explains is an adjustment. Triggers update it, so that a statement is read without the history.
 * `firstNumber` and `lastNumber`: the range of the ledger that contains the rows of the month's lines.
 */
export const statementMonths = sqliteTable(
  "statement_months",
  {
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    /** `2026-11`. */
    month: text().notNull(),
    cents: integer().notNull(),
    firstNumber: integer("first_number").notNull(),
    lastNumber: integer("last_number").notNull(),
    paidCents: integer("paid_cents").notNull().default(0),
    refundedCents: integer("refunded_cents").notNull().default(0),
    sentCents: integer("sent_cents").notNull().default(0),
    takenBackCents: integer("taken_back_cents").notNull().default(0),
    goodwillCents: integer("goodwill_cents").notNull().default(0),
    byHandCents: integer("by_hand_cents").notNull().default(0),
    writtenOffCents: integer("written_off_cents").notNull().default(0),
    /** How many orders were paid. */
    orders: integer().notNull().default(0),
    /** The platform's part of what was paid, and of what was refunded: 0 or less. */
    paidFeeCents: integer("paid_fee_cents").notNull().default(0),
    refundedFeeCents: integer("refunded_fee_cents").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month] })],
);

/**
 * The part of a seller's sales that cleared in each month (UTC), in cents (docs/specification.md#taxes). An
 * order counts in the month of `earnings.cleared_at`, with its refunds until then; a later refund in its own.
 * Triggers update it. `fee_cents`: what the platform kept.
 */
export const clearedMonths = sqliteTable(
  "cleared_months",
  {
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    /** `2026-11`. */
    month: text().notNull(),
    orders: integer().notNull(),
    grossCents: integer("gross_cents").notNull(),
    feeCents: integer("fee_cents").notNull(),
    refundedCents: integer("refunded_cents").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month] })],
);

/**
 * The sum of the ledger rows of each account up to a number, in cents. The scheduled work counts them, so
 * that an entry writes no row here. The largest `counted_to` applies to all accounts.
 */
export const ledgerSums = sqliteTable("ledger_sums", {
  account: text()
    .primaryKey()
    .references(() => ledgerAccounts.name),
  cents: integer().notNull(),
  countedTo: integer("counted_to").notNull(),
});

/** The sum of all ledger rows of each account, in cents: `ledger_sums` and the rows since. */
export const ledgerTotals = sqliteView("ledger_totals", {
  account: text().notNull(),
  cents: integer().notNull(),
}).existing();

/** The credit that a new user has received, in cents. A trigger writes the row with the account. */
export const credits = sqliteTable("credits", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  cents: integer().notNull(),
  createdAt: integer("created_at").notNull(),
});

/**
 * The ledger of credit: double entry, append-only, separate from the ledger, whose rows belong to orders. A
 * grant debits `promotions` and credits the user's `credit`. An order that spends credit reverses that, and
 * its own ledger rows debit `promotions` instead. A return grants it again. So -`credit` is what the user can
 * still spend or has reserved. Triggers on `credits` and `credit_uses` write the rows.
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
 * when it is cancelled unpaid or may not use it, `returned` when part or all of it was refunded as credit. At
 * most one use per user is reserved. Together they never exceed the credit, which the INSERT itself checks.
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
 * because an operator has refunded a mismatch. `credit_refused`: refunded, because its card has used another
 * account's credit; the order waits for its full price. `resolved`: a mismatch that an operator has settled
 * without a refund.
 */
export const payments = sqliteTable(
  "payments",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    checkoutSessionId: text("checkout_session_id").notNull().unique(),
    paymentIntentId: text("payment_intent_id"),
    ...paidFor(),
    /** The extra that it pays, of `orderId`; null: it pays the order itself, or a registration. */
    extraId: text("extra_id").references(() => orderExtras.id),
    amountCents: integer("amount_cents").notNull(),
    currency: text().notNull(),
    outcome: text()
      .notNull()
      .references(() => paymentOutcomes.name),
    /** For a mismatch: what differs, as text for the operator. */
    note: text(),
    at: integer().notNull(),
  },
  (t) => [
    check("payments_paid_for", sql`(${t.orderId} is null) <> (${t.registrationId} is null)`),
    uniqueIndex("payments_one_applied")
      .on(t.orderId)
      .where(sql`${t.outcome} = 'applied' and ${t.extraId} is null`),
    uniqueIndex("payments_one_extra")
      .on(t.extraId)
      .where(sql`${t.outcome} = 'applied' and ${t.extraId} is not null`),
    uniqueIndex("payments_one_fee")
      .on(t.registrationId)
      .where(sql`${t.outcome} = 'applied' and ${t.registrationId} is not null`),
    index("payments_order").on(t.orderId),
    index("payments_registration").on(t.registrationId).where(sql`${t.registrationId} is not null`),
    index("payments_intent").on(t.paymentIntentId),
    index("payments_mismatch").on(t.at, t.id).where(sql`${t.outcome} = 'mismatch'`),
    // The console's lists by day.
    index("payments_orders_at").on(t.at).where(sql`${t.orderId} is not null`),
    index("payments_fees_at").on(t.at).where(sql`${t.registrationId} is not null`),
    // Whether one order has a mismatch: nothing is read for an order without one.
    index("payments_examined").on(t.orderId).where(sql`${t.outcome} = 'mismatch'`),
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
    number: integer().primaryKey(),
    id: text().notNull().unique(),
    kind: text()
      .notNull()
      .references(() => moneyCallKinds.name),
    ...paidFor(),
    /** The extra that a Checkout Session is for, of `orderId`; else null. */
    extraId: text("extra_id").references(() => orderExtras.id),
    attempt: integer().notNull(),
    params: text().notNull(),
    state: text({ enum: ["due", "sent", "confirmed", "failed"] }).notNull(),
    /** The id of the object at Stripe; null until Stripe has responded. */
    stripeId: text("stripe_id"),
    /** The address of a Checkout Session's page. */
    url: text(),
    /** True while a Checkout Session may still be paid. */
    open: integer({ mode: "boolean" }).notNull(),
    error: text(),
    /**
     * The id of the failed refund that an operator sent again with this call. Unique: once per failed refund.
     */
    replaces: text(),
    at: integer().notNull(),
    updatedAt: integer("updated_at").notNull(),
    /**
     * When Stripe finally refused the call, so that no retry can help, UTC ms; else null. It then needs an
     * operator.
     */
    refusedAt: integer("refused_at"),
  },
  (t) => [
    check("money_calls_paid_for", sql`(${t.orderId} is null) <> (${t.registrationId} is null)`),
    check("money_calls_state", sql`${t.state} in ('due', 'sent', 'confirmed', 'failed')`),
    // Partial: a new call has neither, so it is not written to these indexes.
    uniqueIndex("money_calls_stripe_id_unique").on(t.stripeId).where(sql`${t.stripeId} is not null`),
    uniqueIndex("money_calls_replaces_unique").on(t.replaces).where(sql`${t.replaces} is not null`),
    uniqueIndex("money_calls_one_open_session")
      .on(t.orderId)
      .where(sql`${t.kind} = 'checkout_session' and ${t.open} = 1`),
    uniqueIndex("money_calls_one_open_fee")
      .on(t.registrationId)
      .where(sql`${t.kind} = 'checkout_session' and ${t.open} = 1 and ${t.registrationId} is not null`),
    // Partial: most calls are confirmed, and most of those never were open. Each query repeats the condition.
    index("money_calls_unsettled").on(t.state, t.updatedAt).where(sql`${t.state} <> 'confirmed'`),
    // Only calls to retry: failed calls that need an operator would be read forever.
    index("money_calls_retried")
      .on(t.updatedAt)
      .where(sql`${t.state} = 'failed' and ${t.stripeId} is null and ${t.refusedAt} is null`),
    index("money_calls_order").on(t.orderId, t.kind),
    // The console's list by day.
    index("money_calls_refunds_at").on(t.at).where(sql`${t.kind} = 'refund'`),
    index("money_calls_registration")
      .on(t.registrationId, t.kind)
      .where(sql`${t.registrationId} is not null`),
    index("money_calls_open").on(t.updatedAt).where(sql`${t.open} = 1`),
  ],
);

/** A cardholder's dispute. `id` is Stripe's id, `at` is Stripe's creation time, UTC ms. */
export const disputes = sqliteTable(
  "disputes",
  {
    id: text().primaryKey(),
    ...paidFor(),
    /** Stripe's payment intent of the disputed payment; null: the dispute is older than this column. */
    paymentIntentId: text("payment_intent_id"),
    amountCents: integer("amount_cents").notNull(),
    state: text({ enum: ["open", "won", "lost"] }).notNull(),
    at: integer().notNull(),
    closedAt: integer("closed_at"),
  },
  (t) => [
    check("disputes_state", sql`${t.state} in ('open', 'won', 'lost')`),
    check("disputes_paid_for", sql`(${t.orderId} is null) <> (${t.registrationId} is null)`),
    index("disputes_order").on(t.orderId),
    index("disputes_registration").on(t.registrationId).where(sql`${t.registrationId} is not null`),
    index("disputes_open").on(t.at).where(sql`${t.state} = 'open'`),
  ],
);

/**
 * Money at Stripe that our books do not explain, for the operator's queue: a session or refund that matches
 * no order, an amount that differs, a dispute over money that no order has accepted. `id` is Stripe's id, so
 * each object is queued once.
 */
export const mismatches = sqliteTable(
  "mismatches",
  {
    id: text().primaryKey(),
    orderId: text("order_id").references(() => orders.id),
    /** At most one of the two is set. */
    registrationId: text("registration_id").references(() => sellers.id),
    /** What differs, as text for the operator. */
    note: text().notNull(),
    at: integer().notNull(),
    /** UTC ms; null until an operator has resolved it, or it has been explained. */
    resolvedAt: integer("resolved_at"),
    /** For a dispute over money that no order has accepted: its state at the bank. Else null. */
    disputeState: text("dispute_state", { enum: ["open", "won", "lost"] }),
  },
  (t) => [
    check("mismatches_paid_for", sql`${t.orderId} is null or ${t.registrationId} is null`),
    index("mismatches_waiting").on(t.resolvedAt, t.at),
    index("mismatches_open").on(t.orderId).where(sql`${t.resolvedAt} is null and ${t.orderId} is not null`),
  ],
);
