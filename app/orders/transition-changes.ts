import type { Return } from "#app/ledger/shares.ts";
import { day } from "#app/lib/dates.ts";
import type { Changes } from "#app/orders/clocks.ts";
import type { OrderState } from "#app/orders/order.ts";
import type { Actor, Transition, TransitionName } from "#app/orders/transitions.ts";

/**
 * The columns that a transition changes, except the version.
 * @param at UTC ms @param days for `ask-time`: how many more days
 */
export function changesBy(
  { to, stage, holds }: Transition,
  name: TransitionName,
  order: OrderState,
  actor: Actor,
  at: number,
  days?: number,
): Changes {
  const next: Changes = {
    ...(to ? { status: to } : {}),
    ...(stage ? { stage } : {}),
    // Only the bank ends a dispute.
    ...(holds && order.hold !== "dispute" ? { hold: holds } : {}),
  };
  switch (name) {
    case "start":
      return { ...next, deliveryDate: at + order.deliveryDays * day };
    case "answer":
      return order.stage === "awaiting_requirements" ? { ...next, stage: "ready" } : next;
    case "deliver":
      return {
        ...next,
        deliveredAt: at,
        firstDeliveredAt: order.firstDeliveredAt ?? at,
        heldMs: 0,
        ...(order.hold === "none" ? {} : { heldSince: at }),
      };
    case "revise":
      return { ...next, revisionsUsed: order.revisionsUsed + 1, deliveryDate: dueInRevision(order, at) };
    case "complete":
    case "auto-complete":
      return { ...next, completedAt: at };
    case "ask-time":
      return { ...next, askedDays: days ?? null };
    case "allow-time":
      return { ...next, askedDays: null, deliveryDate: extendedDate(order, at) };
    case "keep-date":
      return { ...next, askedDays: null };
    case "request-cancel":
    case "request-refund":
      return { ...next, heldBy: actor === "seller" ? "seller" : "buyer" };
    case "answer-refund":
      return { ...next, heldBy: "seller" };
    default:
      return next;
  }
}

/**
 * The least time that a revision, or more time, leaves until the due date, in ms
 * (docs/specification.md#order-clocks).
 */
const minLeft = day;

/**
 * The due date if the buyer allows the time that the seller has asked for: that many days after the current
 * one, but at least a day after the answer. @param at when the buyer answers, UTC ms
 * @returns UTC ms; null if no request is open
 */
export function extendedDate(
  { deliveryDate, askedDays }: Pick<OrderState, "deliveryDate" | "askedDays">,
  at: number,
): number | null {
  if (deliveryDate === null || askedDays === null) return null;
  return Math.max(deliveryDate + askedDays * day, at + minLeft);
}

/**
 * The due date of an order in revision, before it moves by the time that the clock was stopped. Work that was
 * delivered late, or at the last minute, has a day left once the clock runs again.
 */
function dueInRevision({ deliveryDate, clockStoppedAt }: OrderState, at: number): number | null {
  return deliveryDate === null ? null : Math.max(deliveryDate, (clockStoppedAt ?? at) + minLeft);
}

/**
 * The amounts of an order after a refund was decided. A refund of credit only is complete immediately.
 * @param isOwed true if a card refund of the order is still outstanding
 */
export function changesByRefund(
  order: OrderState,
  { cashCents, creditCents }: Pick<Return, "cashCents" | "creditCents">,
  isOwed: boolean,
): Changes {
  const refundedCashCents = order.refundedCashCents + cashCents;
  const refundedCreditCents = order.refundedCreditCents + creditCents;
  const isComplete = !isOwed && refundedCashCents + refundedCreditCents === order.priceCents;
  return { refundedCashCents, refundedCreditCents, ...(isComplete ? { paymentStatus: "refunded" } : {}) };
}
