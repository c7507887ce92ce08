import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { orders } from "./orders.ts";
import { profiles, users } from "./people.ts";

/**
 * When a completed order's earnings clear (docs/specification.md#clearing): one row for each completed
 * order. The amount is not here. It follows from the ledger. Times are UTC ms.
 */
export const earnings = sqliteTable(
  "earnings",
  {
    orderId: text("order_id")
      .primaryKey()
      .references(() => orders.id),
    sellerId: text("seller_id")
      .notNull()
      .references(() => profiles.id),
    completedAt: integer("completed_at").notNull(),
    /** Fixed at completion. Only the end of a hold moves it. */
    clearsAt: integer("clears_at").notNull(),
    /**
     * When the sweep next looks at the earnings; null: nothing is left to do. The last possible time means
     * that a change makes them due (`untilChange` in app/payouts/transfers/settle.ts).
     */
    dueAt: integer("due_at"),
    /**
     * Why the last attempt failed: Stripe's code of the refusal, or `kept`: kept back because a bank disputes
     * another order. Null: it did not fail.
     */
    refusal: text(),
    /** When they did clear; null: not yet. It is set once, whatever happens to the order later. */
    clearedAt: integer("cleared_at"),
    /** Since when the seller owes something for the order; null: nothing. A trigger keeps it. */
    owedSince: integer("owed_since"),
  },
  (t) => [
    index("earnings_seller").on(t.sellerId, t.clearsAt, t.orderId),
    // What is left to do for a seller, in the order in which it clears.
    index("earnings_seller_due").on(t.sellerId, t.clearsAt, t.orderId).where(sql`${t.dueAt} is not null`),
    // For Health.
    index("earnings_refused").on(t.clearsAt).where(sql`${t.refusal} is not null`),
    index("earnings_due").on(t.dueAt).where(sql`${t.dueAt} is not null`),
    // For the console's lists.
    index("earnings_turned_down")
      .on(t.clearsAt)
      .where(
        sql`${t.refusal} is not null and ${t.refusal} <> 'balance_insufficient' and ${t.refusal} <> 'kept'`,
      ),
    index("earnings_without_funds").on(t.clearsAt).where(sql`${t.refusal} = 'balance_insufficient'`),
    index("earnings_owed").on(t.owedSince).where(sql`${t.owedSince} is not null`),
  ],
);

/** The state of a capability at Stripe. */
export type CapabilityStatus = "active" | "pending" | "restricted" | "rejected" | "unsupported";

/** When Stripe pays an account's balance into the bank. `manual`: not at all. */
export type PayoutSchedule = "weekly" | "daily" | "manual";

/** What Stripe wants to know from a seller. `key`: Stripe's name. `by`: the deadline, UTC ms, or null. */
export type Requirement = { key: string; by: number | null };

/**
 * A seller's account at Stripe, to which earnings are transferred (docs/specification.md#payout-accounts).
 * The row is written before Stripe is asked. Everything that Stripe says is as it was last read (`readAt`). A
 * user has at most one open account. Times are UTC ms.
 */
export const payoutAccounts = sqliteTable(
  "payout_accounts",
  {
    number: integer().primaryKey(),
    /** Our id, which is in the account's metadata at Stripe. */
    id: text().notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    /** ISO 3166, two letters. It cannot change at Stripe. */
    country: text().notNull(),
    /** `acct_…`; null until Stripe has answered. */
    stripeId: text("stripe_id").unique(),
    open: integer({ mode: "boolean" }).notNull(),
    /** The capabilities `stripe_transfers` and `payouts`, and Stripe's reason codes. */
    transfers: text().$type<CapabilityStatus>().notNull().default("restricted"),
    transfersReasons: text("transfers_reasons", { mode: "json" }).$type<string[]>().notNull().default([]),
    payouts: text().$type<CapabilityStatus>().notNull().default("restricted"),
    payoutsReasons: text("payouts_reasons", { mode: "json" }).$type<string[]>().notNull().default([]),
    requirements: text({ mode: "json" }).$type<Requirement[]>().notNull().default([]),
    bankName: text("bank_name"),
    bankLast4: text("bank_last4"),
    /** ISO 4217, lower case. */
    bankCurrency: text("bank_currency"),
    /** A hash of Stripe's fingerprint of the bank account. */
    bankFingerprint: text("bank_fingerprint"),
    /** Stripe has disabled the bank account, because a payout failed. */
    bankErrored: integer("bank_errored", { mode: "boolean" }).notNull().default(false),
    /** When the current bank account was first seen; null while there is none. */
    bankSince: integer("bank_since"),
    /** True while the current bank account is the user's first. */
    bankIsFirst: integer("bank_is_first", { mode: "boolean" }).notNull().default(true),
    /** Since when another user's account has the same bank account; null: none has. A trigger keeps it. */
    bankSharedSince: integer("bank_shared_since"),
    /**
     * The payout schedule that the account should have, written before Stripe is asked, and the one that
     * Stripe has confirmed. Null: undecided; not confirmed.
     */
    scheduleWanted: text("schedule_wanted").$type<PayoutSchedule>(),
    schedule: text().$type<PayoutSchedule>(),
    /** When `schedule` was confirmed. */
    scheduleAt: integer("schedule_at"),
    /** From when the time with schedule `manual` is counted; null: it is not counted. */
    manualSince: integer("manual_since"),
    /** What has reached the bank, in US cents: the sum of `bank_payouts.cents` of what is paid. */
    paidCents: integer("paid_cents").notNull().default(0),
    /** The bank payout that failed, until a later one or a new bank account; null: none. */
    failedPayout: text("failed_payout"),
    /** When Stripe was last asked successfully; null: never. */
    readAt: integer("read_at"),
    /** When the sweep asks again; null: not before something happens. */
    checkAt: integer("check_at"),
    closedAt: integer("closed_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    check("payout_accounts_closed", sql`${t.open} = (${t.closedAt} is null)`),
    uniqueIndex("payout_accounts_one_open").on(t.userId).where(sql`${t.open} = 1`),
    index("payout_accounts_user").on(t.userId),
    index("payout_accounts_check").on(t.checkAt).where(sql`${t.checkAt} is not null`),
    index("payout_accounts_bank").on(t.bankFingerprint).where(sql`${t.bankFingerprint} is not null`),
    // For the console's lists. The first: accounts that Stripe has stopped, after they had a bank account or
    // for good.
    index("payout_accounts_stopped")
      .on(t.number)
      .where(
        sql`${t.open} = 1 and (${t.bankSince} is not null or (${t.transfers} in ('rejected', 'unsupported') or ${t.payouts} in ('rejected', 'unsupported'))) and (${t.transfers} <> 'active' or ${t.payouts} <> 'active')`,
      ),
    index("payout_accounts_new_bank")
      .on(t.bankSince)
      .where(sql`${t.open} = 1 and ${t.bankSince} is not null`),
    index("payout_accounts_shared").on(t.bankSharedSince).where(sql`${t.bankSharedSince} is not null`),
    // Also for Health.
    index("payout_accounts_failed").on(t.number).where(sql`${t.failedPayout} is not null`),
  ],
);

/**
 * A transfer of an order's earnings to the seller's account (docs/specification.md#transfers). `id` is also
 * the id of its money call, which holds its state. Amounts are in cents, times UTC ms.
 */
export const transfers = sqliteTable(
  "transfers",
  {
    id: text().primaryKey(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    /** Counts per seller without gaps, and is a claim (docs/architecture.md#claims). */
    seq: integer().notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => payoutAccounts.id),
    /** What was sent. 0: the earnings only paid debts, and nothing was sent. */
    cents: integer().notNull(),
    /** How much of it was taken back, or is to be. */
    reversedCents: integer("reversed_cents").notNull().default(0),
    /** False after a definite refusal: its booking was undone, and another transfer may follow. */
    open: integer({ mode: "boolean" }).notNull(),
    /** Stripe's code of the refusal; null: not refused. */
    refusal: text(),
    at: integer().notNull(),
    confirmedAt: integer("confirmed_at"),
    /** `py_…`: the payment that it arrived as in the seller's account; null until it is confirmed. */
    paymentId: text("payment_id"),
    /** The newest payout to the bank that contains it; null: none is known. A trigger keeps it. */
    payoutId: text("payout_id"),
  },
  (t) => [
    check("transfers_cents", sql`${t.cents} >= 0 and ${t.reversedCents} between 0 and ${t.cents}`),
    uniqueIndex("transfers_seq").on(t.userId, t.seq),
    index("transfers_order").on(t.orderId, t.seq),
    // For the console's export, like `bank_payouts_created`.
    index("transfers_at").on(t.at),
    index("transfers_payment").on(t.paymentId).where(sql`${t.paymentId} is not null`),
  ],
);

/**
 * A hold on all payouts of a seller (docs/specification.md#payout-holds): by an operator, or by the owner who
 * did not change the bank account. A seller has at most one open hold. Times are UTC ms.
 */
export const payoutHolds = sqliteTable(
  "payout_holds",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    kind: text({ enum: ["operator", "owner"] }).notNull(),
    /** What the seller is told. */
    reason: text().notNull(),
    /** The owner says that the bank account is not theirs, so what is at Stripe must not be paid to it. */
    deniesBank: integer("denies_bank", { mode: "boolean" }).notNull().default(false),
    /** The operator; null for a hold by the owner. */
    placedBy: text("placed_by").references(() => users.id),
    at: integer().notNull(),
    /** When the sweep ends it at the latest. */
    until: integer().notNull(),
    endedAt: integer("ended_at"),
  },
  (t) => [
    uniqueIndex("payout_holds_one_open").on(t.userId).where(sql`${t.endedAt} is null`),
    index("payout_holds_user").on(t.userId),
    index("payout_holds_until").on(t.until).where(sql`${t.endedAt} is null`),
  ],
);

/** The state of a payout at Stripe. */
export type BankPayoutState = "pending" | "in_transit" | "paid" | "failed" | "canceled";

/**
 * A payout of Stripe's from a seller's account to their bank (docs/specification.md#bank-payouts), as it was
 * last read. Times are UTC ms.
 */
export const bankPayouts = sqliteTable(
  "bank_payouts",
  {
    /** `po_…` */
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => payoutAccounts.id),
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    /** In the smallest unit of `currency`. */
    amount: integer().notNull(),
    /** ISO 4217, lower case. */
    currency: text().notNull(),
    /** What it is worth in US cents: an estimate until it is reconciled; null: unknown. */
    cents: integer(),
    state: text().$type<BankPayoutState>().notNull(),
    /** Stripe's code; null: it has not failed. */
    failureCode: text("failure_code"),
    /** When the bank has it, by Stripe's estimate. */
    arrivesAt: integer("arrives_at").notNull(),
    createdAt: integer("created_at").notNull(),
    failedAt: integer("failed_at"),
    /** When the transfers in it became known; null: not yet. */
    reconciledAt: integer("reconciled_at"),
    readAt: integer("read_at").notNull(),
    /** When the sweep reads it again; null: not before something happens. */
    checkAt: integer("check_at"),
  },
  (t) => [
    index("bank_payouts_user").on(t.userId, t.createdAt),
    index("bank_payouts_created").on(t.createdAt),
    index("bank_payouts_account").on(t.accountId),
    index("bank_payouts_check").on(t.checkAt).where(sql`${t.checkAt} is not null`),
  ],
);

/** Which transfers a bank payout contains. A failed payout's transfers are in a later one, too. */
export const bankPayoutTransfers = sqliteTable(
  "bank_payout_transfers",
  {
    payoutId: text("payout_id")
      .notNull()
      .references(() => bankPayouts.id),
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id),
  },
  (t) => [
    primaryKey({ columns: [t.payoutId, t.transferId] }),
    index("bank_payout_transfers_payouts").on(t.transferId, t.payoutId),
  ],
);

/**
 * When a seller is next reminded by email (docs/specification.md#payout-reminders). `setup`: earnings have
 * cleared, and payouts are not set up. `asked`: Stripe wants something by a day. Times are UTC ms.
 */
export const payoutReminders = sqliteTable(
  "payout_reminders",
  {
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    kind: text({ enum: ["setup", "asked"] }).notNull(),
    /** `setup`: from when the days are counted. `asked`: the deadline. */
    since: integer().notNull(),
    dueAt: integer("due_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] }), index("payout_reminders_due").on(t.dueAt)],
);
