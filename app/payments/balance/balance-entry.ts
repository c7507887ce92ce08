import type { Account } from "#app/ledger/ledger.server.ts";
import { day } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { balanceTransactions } from "#drizzle/schema.ts";

/** What has moved the platform's balance at Stripe: one of its balance transactions. Amounts in cents. */
export type Entry = typeof balanceTransactions.$inferSelect;

/** The ledger account for each type of entry that no order causes (docs/specification.md#balance). */
const ownAccounts: Record<string, Account | undefined> = {
  payout: "owner",
  payout_cancel: "owner",
  payout_failure: "owner",
  payout_minimum_balance_hold: "owner",
  payout_minimum_balance_release: "owner",
  topup: "owner",
  topup_reversal: "owner",
  stripe_fee: "stripe_fees",
  stripe_fx_fee: "stripe_fees",
  tax_fee: "stripe_fees",
  reserve_transaction: "reserves",
  reserved_funds: "reserves",
  reserve_hold: "reserves",
  reserve_release: "reserves",
  payment_network_reserve_hold: "reserves",
  payment_network_reserve_release: "reserves",
  // Stripe has covered the negative balance of a seller's account with the platform's money.
  connect_collection_transfer: "adjustments",
};

/** How the name of the ledger transaction begins, by Stripe's `reporting_category`. */
const bookings: Record<string, string | undefined> = {
  refund: "refund",
  refund_failure: "refund_failed",
  dispute: "dispute",
  dispute_reversal: "dispute_won",
  transfer: "transferred",
  transfer_reversal: "reversed",
};

/** True for a payment by a buyer or for a registration. */
function isPayment({ category }: Pick<Entry, "category">): boolean {
  return category === "charge";
}

/**
 * The ledger transactions that together explain an entry, the main one first.
 * @param session the Checkout Session of a payment; null if it is not known
 * @returns none if no booking of ours can explain it
 */
export function bookingsOf(entry: Entry, session: string | null): string[] {
  const { source, category, feeCents } = entry;
  const prefix = bookings[category];
  const main = isPayment(entry) ? session && `payment:${session}` : prefix && source && `${prefix}:${source}`;
  if (!main) return [];
  return feeCents > 0 ? [main, `fee:${source}`] : [main];
}

/**
 * How long an entry may wait for its booking, in ms. Webhooks book within minutes. The daily reading of
 * Stripe's lists books what they missed.
 */
export const grace = 2 * day;

/** What the books and the operator's queue know about an entry. */
export type Known = {
  /** The Checkout Session of the payment, with the id of its row in the operator's queue, if it is there. */
  session: string | null;
  waitingPayment: string | null;
  /** True for a payment that an operator has looked into: no order will book it. */
  isLookedInto: boolean;
  /** The cash of each ledger transaction that explains no other entry, in cents. */
  cash: Map<string, number>;
  /**
   * The state of the money call that made the entry; null if none of ours did. `isNamed`: Stripe's answer has
   * arrived.
   */
  call: { state: string; isNamed: boolean } | null;
  /** The order of the call, or of the transfer that was reversed; null if there is none. */
  orderId: string | null;
  /** The mismatch of the entry's source; null if there is none. */
  mismatch: { id: string; disputeState: string | null } | null;
  /** True if the entry's refund failed and was never booked. */
  hasFailed: boolean;
};

/** What to do with an entry. `note` tells the operator what differs. */
export type Explanation =
  | { kind: "booked"; as: string }
  | { kind: "own"; account: Account }
  | { kind: "mismatch"; id: string; note: string | null }
  | { kind: "wait" };

/**
 * How an entry is explained (docs/specification.md#balance). An entry that the product may still book waits:
 * for up to `grace`, or while it is pending at Stripe. Any other is a mismatch immediately.
 * @param at now, UTC ms
 */
export function explain(entry: Entry, known: Known, at: number): Explanation {
  const { id, type, category, currency, netCents } = entry;
  if (currency !== "usd") return { kind: "mismatch", id, note: noteOf(entry) };
  const account = ownAccounts[type];
  if (account) return { kind: "own", account };

  const names = bookingsOf(entry, known.session);
  const [main] = names;
  const isBooked = main !== undefined && names.every((name) => known.cash.has(name));
  if (isBooked) {
    const cents = names.reduce((sum, name) => sum + (known.cash.get(name) ?? 0), 0);
    if (cents === netCents) return { kind: "booked", as: main };
    const note = `${noteOf(entry)}, and the books have ${exactDollars(Math.abs(cents))}`;
    return { kind: "mismatch", id, note };
  }
  const isUnderWay = known.call !== null && ["due", "sent"].includes(known.call.state);
  if (known.isLookedInto || (known.hasFailed && !isUnderWay)) return { kind: "own", account: "adjustments" };
  if (known.mismatch)
    return known.mismatch.disputeState === "won"
      ? { kind: "own", account: "adjustments" }
      : { kind: "mismatch", id: known.mismatch.id, note: null };
  if (known.waitingPayment) return { kind: "mismatch", id: known.waitingPayment, note: null };
  if (known.call?.state === "sent" && known.call.isNamed) return { kind: "wait" };
  // The webhook and reconciliation still find payments, refunds and disputes, no matter who made them.
  const isOurs = known.call !== null || ["charge", "refund", "refund_failure"].includes(category);
  const mayWait = main !== undefined || isPayment(entry);
  if (mayWait && (isOurs || category.startsWith("dispute")) && at - entry.at < grace) return { kind: "wait" };
  return { kind: "mismatch", id, note: noteOf(entry) };
}

/** What Stripe says, as text for the operator. */
function noteOf({ category, type, currency, netCents }: Entry): string {
  const amount = currency === "usd" ? exactDollars(Math.abs(netCents)) : `${Math.abs(netCents)} ${currency}`;
  if (category === "transfer") return `${amount} was transferred outside this product`;
  if (category === "transfer_reversal")
    return `${amount} was taken back from a transfer outside this product`;
  if (category === "refund") return `${amount} was refunded outside this product`;
  if (category === "charge") return `${amount} was paid, and no order has booked it`;
  return `Stripe has ${netCents < 0 ? "taken" : "added"} ${amount} (${type})`;
}

/**
 * Why an operator cannot take an entry into the books; null if they can. What the product may still book
 * itself would be booked twice.
 * @param mismatch the one under which the operator finds it
 */
export function refusalToTakeIn(
  entry: Entry,
  mismatch: { id: string; disputeState: string | null },
): string | null {
  if (entry.bookedAs !== null) return "This is already in the books";
  if (entry.currency !== "usd") return "Only US dollars can be taken into the books";
  if (isPayment(entry)) return "A payment is booked with its order, or refunded in Stripe";
  if (entry.call !== null) return "The product made this and will book it";
  const isStray = mismatch.disputeState !== null && mismatch.id === entry.source;
  if (entry.category.startsWith("dispute") && !isStray) return "A dispute is booked with its order";
  return null;
}
