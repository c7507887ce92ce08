import { brand } from "#app/brand.ts";
import { moment } from "#app/lib/dates.ts";
import { changedSince, type OrderEventKind, type OrderStatus, type Party } from "#app/orders/order.ts";
import { type TransitionName, transitionOf } from "#app/orders/transitions.ts";

/** An event of an order, as the rule needs it. `by`: null for the product itself. UTC ms. */
export type Change = { seq: number; kind: OrderEventKind; at: number; by: Party | "operator" | null };

/** The reader of the sentence, and their options. `at`: now, UTC ms; `timeZone` null: UTC. */
export type Reader = {
  party: Party;
  names: { buyer: string; seller: string };
  at: number;
  timeZone: string | null;
};

/**
 * A sentence about what changed since a page was shown, for the party who then requested a transition
 * (docs/specification.md#order-transitions): "Bob delivered this order at 14:20, so it can no longer be
 * cancelled."
 * @param changes the order's events after the version that the page showed, oldest first
 * @param now the order's status, and whether the transition is still possible
 */
export function whatChanged(
  changes: readonly Change[],
  wanted: TransitionName,
  now: { status: OrderStatus; isPossible: boolean },
  reader: Reader,
): string {
  const last = now.isPossible
    ? changes.at(-1)
    : (changes.findLast(({ kind }) => !leavesOpen(kind, wanted)) ?? changes.at(-1));
  if (!last) return changedSince(now.status);
  const happened = `${sentenceOf(last, reader)} ${moment(last.at, reader.at, reader.timeZone)}`;
  if (now.isPossible)
    return wanted === "cancel" && last.kind === "paid"
      ? `${happened}. Cancel it again if you want your money back.`
      : `${happened}. Check the order as it is now, then decide again.`;
  return last.kind === transitionOf(wanted).event ? `${happened}.` : `${happened}, so ${endings[wanted]}.`;
}

/** Events that never make a transition impossible. */
const harmless: readonly OrderEventKind[] = [
  "placed",
  "answered",
  "refunded",
  "refund_failed",
  "transferred",
  "extra_offered",
  "extra_withdrawn",
  "extra_declined",
  "extra_added",
];
/** Events that make only each other's transitions impossible. */
const aboutTime: readonly OrderEventKind[] = ["time_requested", "time_allowed", "date_kept"];

function leavesOpen(kind: OrderEventKind, wanted: TransitionName): boolean {
  return (
    harmless.includes(kind) || (aboutTime.includes(kind) && !aboutTime.includes(transitionOf(wanted).event))
  );
}

function sentenceOf({ kind, by }: Change, { party, names }: Reader): string {
  const [active, passive] = sentences[kind];
  if (active === null || by === null) return passive;
  const actor = by === party ? "You" : by === "operator" ? `${brand} support` : names[by];
  return `${actor} ${active}`;
}

/** The text of an event with the name of its actor, and without one. */
const sentences: Record<OrderEventKind, [active: string | null, passive: string]> = {
  placed: ["placed this order", "This order was placed"],
  paid: [null, "This order was paid"],
  payment_failed: [null, "The payment for this order failed"],
  credit_refused: [null, "The payment for this order was refunded"],
  answered: ["answered the questions", "The questions were answered"],
  started: ["started working on this order", "Work on this order was started"],
  delivered: ["delivered this order", "This order was delivered"],
  revision_requested: ["asked for changes", "Changes were requested"],
  completed: ["completed this order", "This order was completed automatically"],
  cancelled: ["cancelled this order", "This order was cancelled automatically"],
  declined: ["declined this order", "This order was declined"],
  time_requested: ["asked for more time", "More time was requested"],
  time_allowed: ["allowed more time", "More time was allowed"],
  extra_offered: ["offered an extra for this order", "An extra was offered for this order"],
  extra_withdrawn: ["withdrew an extra", "An extra was withdrawn"],
  extra_declined: ["declined an extra", "An extra was declined"],
  extra_added: ["added an extra to this order", "An extra was added to this order"],
  date_kept: ["kept the delivery date", "The delivery date was kept"],
  cancellation_requested: ["asked to cancel this order", "A cancellation was requested"],
  cancellation_declined: ["declined to cancel this order", "The cancellation was declined"],
  refund_requested: ["asked for a refund", "A refund was requested"],
  refund_answered: ["declined the refund", "The refund was declined"],
  refund_granted: ["approved a refund", "A refund was approved"],
  refund_declined: ["declined the refund", "The refund was declined"],
  refund_withdrawn: ["withdrew the refund request", "The refund request was withdrawn"],
  refunded: [null, "The payment for this order was refunded"],
  refund_failed: [null, "A refund for this order failed"],
  disputed: [null, "The cardholder's bank opened a dispute about this order"],
  dispute_won: [null, "The dispute about this order ended"],
  dispute_lost: [null, "The cardholder's bank took back the payment for this order"],
  transferred: [null, "The earnings of this order were sent"],
};

/** What is no longer possible. */
const endings: Record<TransitionName, string> = {
  cancel: "it can no longer be cancelled",
  refuse: "it can no longer be declined",
  complete: "it can no longer be completed",
  start: "work on it can no longer be started",
  answer: "its questions can no longer be answered",
  deliver: "it can no longer be delivered",
  revise: "you can no longer ask for changes",
  "ask-time": "you can no longer ask for more time",
  "allow-time": "there is no longer a request to answer",
  "keep-date": "there is no longer a request to answer",
  "request-cancel": "you can no longer ask to cancel it",
  "accept-cancel": "there is no longer a request to answer",
  "decline-cancel": "there is no longer a request to answer",
  "request-refund": "you can no longer ask for a refund",
  "accept-refund": "there is no longer a request to answer",
  "answer-refund": "there is no longer a request to answer",
  "decline-refund": "there is no longer a request to answer",
  "withdraw-refund": "there is no longer a request to withdraw",
  "operator-cancel": "it can no longer be cancelled",
  "payment-expired": "it can no longer be cancelled",
  "auto-cancel": "it can no longer be cancelled",
  "auto-complete": "it can no longer be completed",
};
