import { partyRefusal } from "#app/admin/orders/operator-action.ts";
import { leftOf, type Return, returnOf } from "#app/ledger/shares.ts";
import { exactDollars } from "#app/lib/money.ts";
import { isReturned, type OrderState, partyOf } from "#app/orders/order.ts";

/** Parses an amount in dollars, as an operator types it. @returns cents; null if the text is not an amount */
export function parseDollars(text: string): number | null {
  const plain = /^\$?\s*((?:\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.\d{1,2})?)$/.exec(text.trim())?.[1];
  return plain === undefined ? null : Math.round(Number(plain.replaceAll(",", "")) * 100);
}

/** Who bears the seller's share of a refund. */
const bearers = ["platform", "seller"] as const;
export type Bearer = (typeof bearers)[number];

/**
 * Who bears the seller's share of a refund. Once the order's earnings have cleared, the operator chooses;
 * before that, the seller bears it.
 * @param chosen what the form sent
 * @returns null if the operator has to choose
 */
export function bearerOf(chosen: string, hasCleared: boolean): Bearer | null {
  if (!hasCleared) return "seller";
  return bearers.find((one) => one === chosen) ?? null;
}

type Refundable = OrderState & { feeCents: number };

/** Why this operator cannot refund this order now; null if they can. */
export function refusalToRefund(order: Refundable, operatorId: string): string | null {
  if (partyOf(order, operatorId)) return partyRefusal;
  if (order.hold === "dispute") return "The bank decides about this payment while the dispute is open";
  if (order.paymentStatus === "refunded" || (order.paymentStatus === "paid" && isReturned(order)))
    return "Everything that was paid has been refunded already";
  return order.paymentStatus === "paid" ? null : "There is no payment to refund";
}

/** Why this amount cannot be refunded; null if it can. @param cents null if the text was not an amount */
export function refusalToAmount(order: Refundable, cents: number | null): string | null {
  if (cents === null) return "Please enter an amount in dollars, such as 12.50";
  if (cents === 0) return "Please enter an amount above $0.00";
  const left = leftOf(order);
  return cents > left ? `At most ${exactDollars(left)} can be refunded` : null;
}

/** How an amount would be divided, or why it cannot be refunded. `amount` is the operator's text. */
export type RefundPreview = { amount: string } & ({ back: Return } | { refusal: string });

/** Shows how a refund would be divided. @param amount the operator's text */
export function previewRefund(order: Refundable, amount: string): RefundPreview {
  const cents = parseDollars(amount);
  const refusal = refusalToAmount(order, cents);
  if (refusal || cents === null) return { amount, refusal: refusal ?? "" };
  return { amount, back: returnOf(order, cents) };
}

type Call = { kind: string; state: string; stripeId: string | null; isReplaced: boolean };

/** True if the call is a refund that failed after Stripe had accepted it, and was not sent again yet. */
export function canResend(call: Call): boolean {
  return call.kind === "refund" && call.state === "failed" && call.stripeId !== null && !call.isReplaced;
}
