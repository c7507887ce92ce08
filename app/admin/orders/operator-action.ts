import { leftOf, type Return, returnOf } from "#app/ledger/shares.ts";
import { exactDollars } from "#app/lib/money.ts";
import { isReturned, type OrderState, partyOf } from "#app/orders/order.ts";
import type { TransitionName } from "#app/orders/transitions.ts";

/** Told to an operator who bought or sells the order. */
export const partyRefusal = "You are a party of this order";

/** The operator's twin of every move that people make: the words of its button, and whether it ends or stops something. */
export const operatorActions: Partial<Record<TransitionName, { label: string; stops?: true }>> = {
  start: { label: "Start for the seller" },
  answer: { label: "Answer for the buyer" },
  deliver: { label: "Mark as delivered for the seller" },
  revise: { label: "Request a revision for the buyer" },
  complete: { label: "Complete for the buyer" },
  cancel: { label: "Cancel for the buyer", stops: true },
  "request-cancel": { label: "Ask to cancel for the buyer" },
  "accept-cancel": { label: "Accept the cancellation", stops: true },
  "decline-cancel": { label: "Decline the cancellation" },
  "request-refund": { label: "Ask for a refund for the buyer" },
  "accept-refund": { label: "Refund all of it for the seller", stops: true },
  "answer-refund": { label: "Answer the refund request for the seller" },
  "decline-refund": { label: "Decide against the refund" },
  "operator-cancel": { label: "Stop this order", stops: true },
};

/** True for the name of a move that operators can make. */
export function isOperatorAction(name: unknown): name is TransitionName {
  return typeof name === "string" && Object.hasOwn(operatorActions, name);
}

/** An amount as an operator types it, in cents; null: it is none. */
export function parseDollars(text: string): number | null {
  const plain = /^\$?\s*((?:\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.\d{1,2})?)$/.exec(text.trim())?.[1];
  return plain === undefined ? null : Math.round(Number(plain.replaceAll(",", "")) * 100);
}

type Refundable = OrderState & { feeCents: number };

/** Why nothing of this order can be given back by this operator now; null: something can. */
export function refusalToRefund(order: Refundable, operatorId: string): string | null {
  if (partyOf(order, operatorId)) return partyRefusal;
  if (order.hold === "dispute") return "The bank decides about the money while its dispute is open";
  if (order.paymentStatus === "refunded" || (order.paymentStatus === "paid" && isReturned(order)))
    return "Everything that was paid goes back already";
  return order.paymentStatus === "paid" ? null : "Nothing was paid that could be refunded";
}

/** Why this amount cannot be given back; null: it can. @param cents null: no amount */
export function refusalToAmount(order: Refundable, cents: number | null): string | null {
  if (cents === null) return "Please give an amount in dollars, such as 12.50";
  if (cents === 0) return "Please give an amount above $0.00";
  const left = leftOf(order);
  return cents > left ? `At most ${exactDollars(left)} can be refunded` : null;
}

/** What an operator reads before an amount goes back: how it is divided, or why it cannot go back. */
export type RefundPreview = { amount: string } & ({ back: Return } | { refusal: string });

/** How an amount would be divided. @param amount as it was typed */
export function previewRefund(order: Refundable, amount: string): RefundPreview {
  const cents = parseDollars(amount);
  const refusal = refusalToAmount(order, cents);
  if (refusal || cents === null) return { amount, refusal: refusal ?? "" };
  return { amount, back: returnOf(order, cents) };
}

/** A refund call as the rule reads it. */
type Call = { kind: string; state: string; stripeId: string | null; isReplaced: boolean };

/** Stripe had taken this refund and it failed after all, and nobody has sent it again: an operator may, once. */
export function canResend(call: Call): boolean {
  return call.kind === "refund" && call.state === "failed" && call.stripeId !== null && !call.isReplaced;
}
