import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { orders } from "./orders.ts";
import { profiles } from "./people.ts";

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
  },
  (t) => [
    index("earnings_seller").on(t.sellerId, t.clearsAt, t.orderId),
    index("earnings_seller_due").on(t.sellerId, t.dueAt).where(sql`${t.dueAt} is not null`),
    // For Health.
    index("earnings_refused").on(t.clearsAt).where(sql`${t.refusal} is not null`),
    index("earnings_due").on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
);

/** The state of a capability at Stripe. */
export type CapabilityStatus = "active" | "pending" | "restricted" | "rejected" | "unsupported";

/** What Stripe wants to know from a seller. `key`: Stripe's name. `by`: the deadline, UTC ms, or null. */
export type Requirement = { key: string; by: number | null };

/**
 * A seller's account at Stripe, to which earnings are transferred
 * (docs/specification.md#payout-accounts). The row is written before Stripe is asked. Everything that
 * Stripe says is as it was last read (`readAt`). No more than one account of a user is open. Times are
 * UTC ms.
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
    /** Stripe has switched the bank account off, because a payout failed. */
    bankErrored: integer("bank_errored", { mode: "boolean" }).notNull().default(false),
    /** When the current bank account was first seen; null while there is none. */
    bankSince: integer("bank_since"),
    /** True while the current bank account is the user's first. */
    bankIsFirst: integer("bank_is_first", { mode: "boolean" }).notNull().default(true),
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
    /** How much of it was taken back, decided or done. */
    reversedCents: integer("reversed_cents").notNull().default(0),
    /** False after a definite refusal: it was booked back, and another transfer may follow. */
    open: integer({ mode: "boolean" }).notNull(),
    /** Stripe's code of the refusal; null: not refused. */
    refusal: text(),
    at: integer().notNull(),
    confirmedAt: integer("confirmed_at"),
  },
  (t) => [
    check("transfers_cents", sql`${t.cents} >= 0 and ${t.reversedCents} between 0 and ${t.cents}`),
    uniqueIndex("transfers_seq").on(t.userId, t.seq),
    index("transfers_order").on(t.orderId),
  ],
);
