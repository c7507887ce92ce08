import type { Priced, Returned } from "#app/ledger/shares.ts";
import { date } from "#app/lib/dates.ts";
import { receiptOf } from "#app/orders/receipt/receipt.ts";
import { type Waiting, waitingText } from "#app/payouts/waiting.ts";

/**
 * What became of a completed order's earnings. `sent`: to the seller's account at Stripe. `under way`:
 * Stripe has not confirmed it. `paid debts`: nothing was left to send. `returned`: the buyer has got
 * everything back. `waits`: null if they can be sent now. Times are UTC ms.
 */
export type EarningState =
  | { kind: "sent"; at: number }
  | { kind: "under way" }
  | { kind: "paid debts"; at: number }
  | { kind: "returned" }
  | { kind: "waits"; why: Waiting | null };

/** One completed order in the list of a seller's earnings. Amounts are in cents, times UTC ms. */
export type Earning = {
  orderId: string;
  title: string;
  completedAt: number;
  priceCents: number;
  feeCents: number;
  refundedCents: number;
  netCents: number;
  state: EarningState;
};

/** The amounts of a completed order for its seller. */
export function amountsOf(order: Priced & Returned) {
  const { priceCents, feeCents, refundedCents, netCents } = receiptOf(order);
  return { priceCents, feeCents, refundedCents, netCents };
}

/** The newest transfer of an order that Stripe has not refused. */
type Sent = { cents: number; at: number; confirmedAt: number | null };

/**
 * What became of an order's earnings.
 * @param sent null: nothing was sent @param why why it waits
 */
export function stateOf(netCents: number, sent: Sent | null, why: Waiting | null): EarningState {
  if (netCents === 0) return { kind: "returned" };
  if (sent && sent.cents === 0) return { kind: "paid debts", at: sent.at };
  if (sent) return sent.confirmedAt === null ? { kind: "under way" } : { kind: "sent", at: sent.confirmedAt };
  return { kind: "waits", why };
}

/** A sentence about what became of an order's earnings. @param timeZone the reader's; null: UTC */
export function stateText(state: EarningState, timeZone: string | null): string {
  switch (state.kind) {
    case "sent":
      return `Sent to your Stripe account on ${date(state.at, timeZone)}.`;
    case "under way":
      return "On its way to your Stripe account.";
    case "paid debts":
      return `Used on ${date(state.at, timeZone)} to pay what you owed.`;
    case "returned":
      return "Refunded to the buyer.";
    case "waits":
      return state.why ? waitingText(state.why, timeZone) : "We are sending it now.";
  }
}
