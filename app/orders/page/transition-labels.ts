import { brand } from "#app/brand.ts";
import { leftOf, returnOf } from "#app/ledger/shares.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { OrderState, OrderStatus, Party } from "#app/orders/order.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";

/** The texts of a transition on the page of an order. `notice`: the toast if the status does not change. */
type TransitionLabels = {
  label: string;
  /** The text of the form's button, if it differs from `label`. */
  submit?: string;
  /** The form's `intent` (docs/specification.md#form-fields). */
  intent: string;
  /** The label of its note. */
  noteLabel?: string;
  notice?: string;
  /**
   * For a transition that ends an order, pays or refunds, or is the first step to one of these: the title of
   * the confirmation page, and its cancel link (docs/specification.md#order-confirmation).
   */
  question?: string;
  back?: string;
};

/** The transitions that parties make with a form. */
const labels: Partial<Record<TransitionName, TransitionLabels>> = {
  cancel: {
    label: "Cancel order",
    submit: "Yes, cancel order",
    intent: "cancel",
    question: "Cancel this order?",
    back: "Keep the order",
  },
  complete: {
    label: "Mark as complete",
    submit: "Yes, mark as complete",
    intent: "complete",
    question: "Complete this order?",
    back: "Not yet",
  },
  refuse: {
    label: "Decline order",
    submit: "Yes, decline order",
    intent: "refuse",
    noteLabel: "Why are you declining?",
    question: "Decline this order?",
    back: "Keep the order",
  },
  start: { label: "Start working", intent: "start" },
  answer: { label: "Send answers", intent: "answer", notice: "Answers sent" },
  deliver: {
    label: "Deliver",
    intent: "deliver",
    noteLabel: "What are you delivering?",
    notice: "Delivered",
  },
  revise: {
    label: "Ask for changes",
    submit: "Request a revision",
    intent: "revise",
    noteLabel: "What should change?",
    notice: "Revision requested",
  },
  "ask-time": {
    label: "Ask for more time",
    submit: "Send request",
    intent: "ask-time",
    noteLabel: "Why do you need more time?",
    notice: "Request sent",
  },
  "allow-time": { label: "Allow more time", intent: "allow-time", notice: "More time allowed" },
  "keep-date": { label: "Keep the date", intent: "keep-date", notice: "Delivery date kept" },
  "request-cancel": {
    label: "Ask to cancel",
    intent: "request-cancel",
    noteLabel: "Why do you want to cancel?",
    notice: "Cancellation requested",
    question: "Ask to cancel this order?",
    back: "Not now",
  },
  "accept-cancel": {
    label: "Accept the cancellation",
    submit: "Yes, accept the cancellation",
    intent: "accept",
    question: "Accept the cancellation?",
    back: "Not now",
  },
  "decline-cancel": {
    label: "Decline the cancellation",
    intent: "decline",
    noteLabel: "Why are you declining?",
    notice: "Cancellation declined",
  },
  "request-refund": {
    label: "Request a refund",
    intent: "request-refund",
    noteLabel: "Why do you want your money back?",
    notice: "Refund requested",
    question: "Ask for your money back?",
    back: "Not now",
  },
  "withdraw-refund": {
    label: "Withdraw the request",
    submit: "Yes, withdraw it",
    intent: "withdraw-refund",
    notice: "Refund request withdrawn",
    question: "Withdraw your refund request?",
    back: "Not now",
  },
  "accept-refund": {
    label: "Accept the refund",
    submit: "Yes, accept the refund",
    intent: "accept",
    notice: "Refund accepted",
    question: "Accept the refund?",
    back: "Not now",
  },
  "answer-refund": {
    label: "Decline the refund",
    intent: "decline",
    noteLabel: "Why are you declining?",
    notice: `Your answer was sent. ${brand} support is reviewing this.`,
  },
};

/** The texts of a transition; null if parties have no form for it. */
export function labelsOf(name: TransitionName): TransitionLabels | null {
  return labels[name] ?? null;
}

/** True if a page asks for confirmation before this transition (docs/specification.md#order-confirmation). */
export function asksOnce(name: TransitionName): boolean {
  return labels[name]?.question !== undefined;
}

/**
 * The toast after a transition (docs/specification.md#order-transitions). @param before the status before it
 */
export function noticeAfter(name: TransitionName, before: OrderStatus): string {
  const { to } = transitionOf(name);
  return (to ? null : labels[name]?.notice) ?? `Order status updated to ${to ?? before}`;
}

/**
 * The sentence about a transition's effect that its form starts with
 * (docs/specification.md#order-confirmation); null if none is needed.
 * @param reader who makes it @param names the names of the parties, as shown
 */
export function consequenceOf(
  name: TransitionName,
  order: OrderState & { feeCents: number },
  reader: Party,
  names: { buyer: string; seller: string },
): string | null {
  const left = exactDollars(leftOf(order));
  const { buyer, seller } = names;
  const other = reader === "buyer" ? seller : buyer;
  const receiver = reader === "buyer" ? "you" : buyer;
  const theirs = reader === "buyer" ? "your" : `${buyer}'s`;
  const isPaid = order.paymentStatus === "paid";
  switch (name) {
    case "complete":
      return order.deliveredAt === null
        ? `${seller} has not delivered anything yet. If you continue, they get paid anyway, and you can no longer ask for changes.`
        : `${seller} gets paid, and you can no longer ask for changes.`;
    case "revise":
      return `${seller} will work on it again, and ${revisionUsed(order)}.`;
    case "cancel":
      return isPaid
        ? `We refund ${refundOf(order, "your")}. A cancelled order cannot be reopened.`
        : "Nothing was charged. A cancelled order cannot be reopened.";
    case "refuse":
      return `We refund ${refundOf(order, theirs)}. ${buyer} will see your reason. ${declinesText} A declined order cannot be reopened.`;
    case "ask-time":
      return `${buyer} can allow the time or keep the date. Until then the date stays as it is.`;
    case "accept-cancel":
      return `The order ends. We refund ${refundOf(order, theirs)}. ${reader === "seller" ? "You earn nothing for it. " : ""}This cannot be undone.`;
    case "accept-refund":
      return `We refund ${refundOf(order, theirs)}. You earn nothing for this order. This cannot be undone.`;
    case "decline-cancel":
      return `The order continues, and ${other} will see your reason.`;
    case "answer-refund":
      return `${buyer} will see your reason, and ${brand} support decides.`;
    case "request-cancel":
      return `${other} can accept or decline; the deadline is paused until then. If they accept, ${left} goes back to ${receiver}.`;
    case "request-refund":
      return `${seller} can accept or decline; if you two don't agree, ${brand} support decides. At most ${left} goes back to you.`;
    case "withdraw-refund":
      return `${order.status === "completed" ? "The order stays completed." : "The order continues, and its deadlines run again."} You can ask again while the refund window is open.`;
    default:
      return null;
  }
}

/** docs/specification.md#declining */
const declinesText =
  "The first two orders that you decline in a month don't affect your level. Each one after that counts as late.";

function revisionUsed({ revisions, revisionsUsed }: OrderState): string {
  if (revisions === -1) return "you can ask as often as you need";
  const left = revisions - revisionsUsed;
  return left === 1
    ? "this is the last change that your package includes"
    : `this uses one of the ${left} revisions you have left`;
}

/**
 * The sum of a full refund, where it goes and when (docs/specification.md#refunds):
 * `$310.00: $10.00 as credit now, $300.00 to your card in 5–10 days`.
 * @param whose card: `your`
 */
function refundOf(order: OrderState & { feeCents: number }, whose: string): string {
  const left = leftOf(order);
  const { cashCents, creditCents } = returnOf(order, left);
  const card = `to ${whose} card in 5–10 days`;
  const credit = "as credit now";
  if (creditCents === 0) return `${exactDollars(cashCents)} ${card}`;
  if (cashCents === 0) return `${exactDollars(creditCents)} ${credit}`;
  return `${exactDollars(left)}: ${exactDollars(creditCents)} ${credit}, ${exactDollars(cashCents)} ${card}`;
}
