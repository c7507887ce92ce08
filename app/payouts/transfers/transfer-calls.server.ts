import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { minute } from "#app/lib/dates.ts";
import { findIds, findIf, type MoneyCall, type NewCall, waitsAs } from "#app/payments/money-calls.server.ts";
import { moneyCalls } from "#drizzle/schema.ts";

// The money calls that send earnings to sellers and take them back.

/** What a transfer's call sends to Stripe. */
export type TransferParams = {
  amount: number;
  currency: "usd";
  destination: string;
  transfer_group: string;
  metadata: { order: string; call: string };
};

/**
 * What a refused reversal means for the seller: they owe the amount (`owed`), or, if an operator decided the
 * reversal without a refund, keep it (`kept`).
 */
export type IfRefused = "owed" | "kept";

/** What a reversal's call sends to Stripe. `transfer`: our id of the transfer's call. */
export type ReversalParams = {
  transfer: string;
  amount: number;
  metadata: { order: string; call: string };
  /** Not sent. */
  ifRefused: IfRefused;
};

/** The call that sends an order's earnings. @param id of the transfer @param destination `acct_…` */
export function transferCall(id: string, orderId: string, destination: string, cents: number): NewCall {
  const params: TransferParams = {
    amount: cents,
    currency: "usd",
    destination,
    transfer_group: orderId,
    metadata: { order: orderId, call: id },
  };
  return { id, kind: "transfer", params: JSON.stringify(params), open: false };
}

/** The call that takes back a part of a transfer. @param id a new unique id @param transfer our id */
export function reversalCall(
  id: string,
  orderId: string,
  transfer: string,
  cents: number,
  ifRefused: IfRefused = "owed",
): NewCall {
  const params: ReversalParams = {
    transfer,
    amount: cents,
    metadata: { order: orderId, call: id },
    ifRefused,
  };
  return { id, kind: "reversal", params: JSON.stringify(params), open: false };
}

const kinds = ["transfer", "reversal"];

/**
 * The ids of the calls to send or to check, the oldest first: those that were never sent, and those without
 * an answer, after a minute. @param now UTC ms
 */
export function findUnsettled(db: Db, now: number, limit: number): Promise<string[]> {
  return findIds(db, unsettled(now), limit);
}

/** One of these calls; null if it was settled in the meantime. @param now UTC ms */
export function findIfUnsettled(db: Db, id: string, now: number): Promise<MoneyCall | null> {
  return findIf(db, id, unsettled(now));
}

function unsettled(now: number) {
  return and(
    inArray(moneyCalls.kind, kinds),
    // One index search for each state: SQLite would turn a list of states into a table, and read that too.
    or(waitsAs("due", now - minute), waitsAs("sent", now - minute)),
  );
}

/** A statement: Stripe has refused a call for good. @param at UTC ms */
export function refusedForGood(db: Db, id: string, error: string, at: number) {
  return db
    .update(moneyCalls)
    .set({ state: "failed", error, refusedAt: at, updatedAt: at })
    .where(and(eq(moneyCalls.id, id), sql`${moneyCalls.state} <> 'confirmed'`));
}
