import { brand } from "#app/brand.ts";
import { deadlineOf } from "#app/orders/clocks.ts";
import { isReturned, notAParty, type OrderState, type OrderStatus } from "#app/orders/order.ts";
import { refundUntil } from "#app/orders/refund-window.ts";
import {
  type Actor,
  type Transition,
  type TransitionName,
  transitionOf,
  transitions,
} from "#app/orders/transitions.ts";

/** Shown to both parties while a dispute is open (docs/specification.md#disputes). */
export const disputeOpen =
  "A card dispute is open on this order, so it can't be changed until the bank has decided";

const noRequest = (name: TransitionName) =>
  `There is no request to ${name === "withdraw-refund" ? "withdraw" : "answer"}`;

/** Why a transition does not fit the order's status. */
const wrongStatus: Record<OrderStatus, string> = {
  pending: "Work on this order has not started yet",
  "in progress": "Work on this order has already started",
  completed: "This order is already completed",
  cancelled: "This order was cancelled",
};

/**
 * Why this actor may not make this transition now: a sentence, or null if they may.
 * @param actor null: not a party of the order @param at UTC ms
 */
export function refusalToTransition(
  name: TransitionName,
  order: OrderState,
  actor: Actor | null,
  at: number,
): string | null {
  const transition = transitionOf(name);
  if (!actor) return notAParty;
  const needsRequest = transition.hold !== undefined && transition.hold !== "none";
  if (needsRequest && order.hold !== transition.hold && order.hold !== "dispute") return noRequest(name);
  if (!isAllowed(transition, order, actor)) return transition.refusal;
  if (order.hold === "dispute") {
    if (actor !== "operator") return disputeOpen;
    if (transition.refunds) return "The bank decides about this payment while the dispute is open";
  }
  if (!transition.from.includes(order.status)) return wrongStatus[order.status];
  if (isReturned(order)) return "This order was refunded";
  return (
    refusalOfHold(transition, name, order) ??
    refusalOfAnswer(name, order, actor) ??
    refusalOfPayment(name, order, actor) ??
    refusalOfStage(name, order) ??
    refusalOfLimits(name, order, actor, at)
  );
}

function isAllowed({ by }: Transition, order: OrderState, actor: Actor): boolean {
  if (actor === "product") return by === "product";
  if (actor === "operator") return by !== "product";
  if (by === "other") return order.heldBy !== actor;
  return by === actor || by === "either";
}

function refusalOfHold({ hold, by }: Transition, name: TransitionName, order: OrderState): string | null {
  if (by === "product" && order.hold !== "none") return "The deadlines of this order are paused";
  if (hold === undefined || order.hold === hold) return null;
  if (hold !== "none") return noRequest(name);
  if (order.hold === "dispute") return disputeOpen;
  return order.hold === "refund"
    ? "A refund request is open on this order"
    : "A cancellation request is open on this order";
}

/** A seller answers a refund request once. After that only an operator decides it: no one can withdraw it. */
function refusalOfAnswer(name: TransitionName, { hold, heldBy }: OrderState, actor: Actor): string | null {
  if (hold !== "refund" || heldBy !== "seller") return null;
  return name === "answer-refund" ||
    name === "withdraw-refund" ||
    (name === "accept-refund" && actor === "seller")
    ? `The seller declined this request, and ${brand} support is reviewing it`
    : null;
}

/** An unpaid order can only be cancelled; a paid one does not expire. */
function refusalOfPayment(name: TransitionName, order: OrderState, actor: Actor): string | null {
  const isPaid = order.paymentStatus === "paid";
  if (name === "payment-expired") return isPaid ? "This order is already paid" : null;
  if (name === "cancel" || (name === "operator-cancel" && actor === "operator")) return null;
  return isPaid ? null : "This order has not been paid yet";
}

function refusalOfStage(name: TransitionName, order: OrderState): string | null {
  const { stages } = transitionOf(name);
  if (!stages || stages.includes(order.stage)) return null;
  if (order.stage === "delivered") return "This order is already delivered";
  if (name === "revise") return "Nothing has been delivered yet";
  return "This order is not at that step";
}

function refusalOfLimits(name: TransitionName, order: OrderState, actor: Actor, at: number): string | null {
  if (name === "answer") {
    if (order.questions.length === 0) return "The seller has no questions about this order";
    return order.answers ? "The questions are already answered" : null;
  }
  if (name === "ask-time" && order.askedDays !== null)
    return "You have already asked for more time, and the buyer has not answered yet";
  if ((name === "allow-time" || name === "keep-date") && order.askedDays === null) return noRequest(name);
  if (name === "revise" && order.revisions !== -1 && order.revisionsUsed >= order.revisions)
    return order.revisions === 0
      ? "This package has no revisions"
      : `You have used ${order.revisions === 1 ? "the one revision" : `all ${order.revisions} revisions`} of this order`;
  if (name === "request-refund" && actor === "buyer") {
    const until = refundUntil(order);
    if (until !== null && at > until)
      return `You can request a refund for ${order.refundDays} days from the ${order.firstDeliveredAt === null ? "completion" : "first delivery"}`;
  }
  return null;
}

/** The transitions that an actor may make now, in the table's order. @param at UTC ms */
export function transitionsFor(order: OrderState, actor: Actor, at: number): TransitionName[] {
  return (Object.keys(transitions) as TransitionName[]).filter(
    (name) => !refusalToTransition(name, order, actor, at),
  );
}

/** The automatic transition that is due and possible; null if there is none. @param at UTC ms */
export function dueTransition(order: OrderState, at: number): TransitionName | null {
  const deadline = deadlineOf(order);
  if (!deadline || deadline.at > at) return null;
  return refusalToTransition(deadline.transition, order, "product", at) ? null : deadline.transition;
}
