import { leftOf } from "#app/ledger/shares.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { OrderState, OrderStatus } from "#app/orders/order.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";

/** What a move is called on the page of an order. `done`: what stands there afterwards, where it changes no status. */
type Words = {
  label: string;
  /** contract.md's `intent`. */
  intent: string;
  /** Above its text field. */
  ask?: string;
  done?: string;
};

/** The moves that the two parties make by a form. */
const words: Partial<Record<TransitionName, Words>> = {
  cancel: { label: "Cancel order", intent: "cancel" },
  complete: { label: "Mark as complete", intent: "complete" },
  start: { label: "Start working", intent: "start" },
  answer: { label: "Send answers", intent: "answer", done: "Answers sent" },
  deliver: { label: "Deliver", intent: "deliver", ask: "What do you deliver?", done: "Delivered" },
  revise: {
    label: "Request a revision",
    intent: "revise",
    ask: "What should change?",
    done: "Revision requested",
  },
  "request-cancel": {
    label: "Ask to cancel",
    intent: "request-cancel",
    ask: "Why do you want to cancel?",
    done: "Cancellation requested",
  },
  "accept-cancel": { label: "Accept the cancellation", intent: "accept" },
  "decline-cancel": {
    label: "Decline the cancellation",
    intent: "decline",
    ask: "Why do you decline?",
    done: "Cancellation declined",
  },
  "request-refund": {
    label: "Request a refund",
    intent: "request-refund",
    ask: "Why do you want your money back?",
    done: "Refund requested",
  },
  "accept-refund": { label: "Accept the refund", intent: "accept", done: "Refund accepted" },
  "answer-refund": {
    label: "Decline the refund",
    intent: "decline",
    ask: "Why do you decline?",
    done: "Your answer was sent. An operator decides.",
  },
};

/** How a move is called where a party makes it; null: no party does. */
export function wordsOf(name: TransitionName): Words | null {
  return words[name] ?? null;
}

/** The notice after a move: its new status, as specified, where it has one (docs/specification.md#order-transitions). @param before the order's status until then */
export function saidAfter(name: TransitionName, before: OrderStatus): string {
  const { to } = transitionOf(name);
  return (to ? null : words[name]?.done) ?? `Order status updated to ${to ?? before}`;
}

/** What happens to the money by a move that cannot be taken back, in a sentence; null: it moves none. */
export function moneyBy(name: TransitionName, order: OrderState & { feeCents: number }): string | null {
  const left = exactDollars(leftOf(order));
  switch (name) {
    case "cancel":
      return order.paymentStatus === "paid"
        ? `${left} go back to the buyer at once: ${whereTo(order)}. A cancelled order cannot be taken up again.`
        : "Nothing was charged. A cancelled order cannot be taken up again.";
    case "accept-cancel":
    case "accept-refund":
      return `${left} go back to the buyer: ${whereTo(order)}. The seller earns nothing of it. This cannot be taken back.`;
    case "request-cancel":
      return "The other side accepts or declines; until then the clock stands. If they accept, all that was paid goes back to the buyer.";
    case "request-refund":
      return `The seller accepts or declines, and an operator decides if you two do not agree. At most ${left} can go back.`;
    default:
      return null;
  }
}

/** Cash first, the rest as credit (docs/specification.md#refunds). */
function whereTo(order: OrderState): string {
  const credit = order.creditCents - order.refundedCreditCents;
  return credit > 0
    ? `${exactDollars(credit)} as credit, the rest to the card that paid`
    : "to the card that paid";
}
