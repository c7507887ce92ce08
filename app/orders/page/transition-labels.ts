import { leftOf } from "#app/ledger/shares.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { OrderState, OrderStatus } from "#app/orders/order.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";

/**
 * The texts of a transition on the page of an order. `notice`: the toast afterwards, if the status does not
 * change.
 */
type TransitionLabels = {
  label: string;
  /** The form's `intent` (docs/specification.md#form-fields). */
  intent: string;
  /** The label of its note. */
  noteLabel?: string;
  notice?: string;
};

/** The transitions that parties make with a form. */
const labels: Partial<Record<TransitionName, TransitionLabels>> = {
  cancel: { label: "Cancel order", intent: "cancel" },
  complete: { label: "Mark as complete", intent: "complete" },
  start: { label: "Start working", intent: "start" },
  answer: { label: "Send answers", intent: "answer", notice: "Answers sent" },
  deliver: { label: "Deliver", intent: "deliver", noteLabel: "What do you deliver?", notice: "Delivered" },
  revise: {
    label: "Request a revision",
    intent: "revise",
    noteLabel: "What should change?",
    notice: "Revision requested",
  },
  "request-cancel": {
    label: "Ask to cancel",
    intent: "request-cancel",
    noteLabel: "Why do you want to cancel?",
    notice: "Cancellation requested",
  },
  "accept-cancel": { label: "Accept the cancellation", intent: "accept" },
  "decline-cancel": {
    label: "Decline the cancellation",
    intent: "decline",
    noteLabel: "Why do you decline?",
    notice: "Cancellation declined",
  },
  "request-refund": {
    label: "Request a refund",
    intent: "request-refund",
    noteLabel: "Why do you want your money back?",
    notice: "Refund requested",
  },
  "accept-refund": { label: "Accept the refund", intent: "accept", notice: "Refund accepted" },
  "answer-refund": {
    label: "Decline the refund",
    intent: "decline",
    noteLabel: "Why do you decline?",
    notice: "Your answer was sent. An operator decides.",
  },
};

/** The texts of a transition; null if no party makes it with a form. */
export function labelsOf(name: TransitionName): TransitionLabels | null {
  return labels[name] ?? null;
}

/**
 * The toast after a transition (docs/specification.md#order-transitions). @param before the status until then
 */
export function noticeAfter(name: TransitionName, before: OrderStatus): string {
  const { to } = transitionOf(name);
  return (to ? null : labels[name]?.notice) ?? `Order status updated to ${to ?? before}`;
}

/** What a transition does to the payment, in a sentence; null if nothing. */
export function moneyEffect(name: TransitionName, order: OrderState & { feeCents: number }): string | null {
  const left = exactDollars(leftOf(order));
  switch (name) {
    case "cancel":
      return order.paymentStatus === "paid"
        ? `${left} go back to the buyer at once: ${refundDestination(order)}. A cancelled order cannot be taken up again.`
        : "Nothing was charged. A cancelled order cannot be taken up again.";
    case "accept-cancel":
    case "accept-refund":
      return `${left} go back to the buyer: ${refundDestination(order)}. The seller earns nothing of it. This cannot be taken back.`;
    case "request-cancel":
      return "The other side accepts or declines; until then the clock stands. If they accept, all that was paid goes back to the buyer.";
    case "request-refund":
      return `The seller accepts or declines, and an operator decides if you two do not agree. At most ${left} can go back.`;
    default:
      return null;
  }
}

/** Where a full refund goes: first to the card, the rest as credit (docs/specification.md#refunds). */
function refundDestination(order: OrderState): string {
  const credit = order.creditCents - order.refundedCreditCents;
  return credit > 0
    ? `${exactDollars(credit)} as credit, the rest to the card that paid`
    : "to the card that paid";
}
