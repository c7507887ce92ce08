import type { Priced, Returned } from "#app/ledger/shares.ts";
import { date } from "#app/lib/dates.ts";
import { receiptOf } from "#app/orders/receipt/receipt.ts";
import { payoutText, type ShownPayout } from "#app/payouts/bank/bank-payout.ts";
import { type Waiting, waitingText } from "#app/payouts/waiting.ts";

/**
 * What became of a completed order's earnings. `sent`: to the seller's account at Stripe; `payout`: the
 * newest payout to the bank that contains it, null while none is known. `under way`: Stripe has not confirmed
 * it. `paid debts`: nothing was left to send or to pay. `paid by hand`: from the owner's bank. `returned`:
 * everything was refunded to the buyer. `waits`: null if they can be sent now. Times are UTC ms.
 */
export type EarningState =
  | { kind: "sent"; at: number; payout: ShownPayout | null }
  | { kind: "under way" }
  | { kind: "paid debts"; at: number }
  | { kind: "paid by hand"; at: number }
  | { kind: "returned" }
  | { kind: "waits"; why: Waiting | null };

/**
 * The amounts of a completed order for its seller, in cents: net = price − fee − refunded + goodwill.
 * @param goodwillCents what the platform bears of the refunds
 */
export function amountsOf(order: Priced & Returned, goodwillCents: number) {
  const { priceCents, feeCents, refundedCents, netCents } = receiptOf(order);
  return { priceCents, feeCents, refundedCents, goodwillCents, netCents: netCents + goodwillCents };
}

/** The newest transfer that Stripe has not refused. `isWaiting`: part of it waits to be sent again. */
type Sent = {
  cents: number;
  isWaiting: boolean;
  at: number;
  confirmedAt: number | null;
  payout: ShownPayout | null;
};

/** A payment by hand that an order's earnings were part of. `paidDebts`: they only paid debts. */
export type ByHand = { at: number; paidDebts: boolean };

/**
 * What became of an order's earnings.
 * @param sent null: nothing was sent
 * @param byHand the payment by hand after which nothing was left; null: there was none
 * @param why why it waits
 */
export function stateOf(
  netCents: number,
  sent: Sent | null,
  byHand: ByHand | null,
  why: Waiting | null,
): EarningState {
  if (netCents === 0) return { kind: "returned" };
  if (byHand) return { kind: byHand.paidDebts ? "paid debts" : "paid by hand", at: byHand.at };
  if (sent?.isWaiting) return { kind: "waits", why };
  if (sent && sent.cents === 0) return { kind: "paid debts", at: sent.at };
  if (sent)
    return sent.confirmedAt === null
      ? { kind: "under way" }
      : { kind: "sent", at: sent.confirmedAt, payout: sent.payout };
  return { kind: "waits", why };
}

/** A sentence about what became of an order's earnings. @param timeZone the reader's; null: UTC */
export function stateText(state: EarningState, timeZone: string | null): string {
  switch (state.kind) {
    case "sent":
      return state.payout
        ? payoutText(state.payout)
        : `Sent to your Stripe account on ${date(state.at, timeZone)}.`;
    case "under way":
      return "On its way to your Stripe account.";
    case "paid debts":
      return `Used on ${date(state.at, timeZone)} to pay what you owed.`;
    case "paid by hand":
      return `Paid to your bank account on ${date(state.at, timeZone)}.`;
    case "returned":
      return "Refunded to the buyer.";
    case "waits":
      return state.why ? waitingText(state.why, timeZone) : "We are sending it now.";
  }
}
