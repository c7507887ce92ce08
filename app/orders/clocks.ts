import { day } from "#app/lib/dates.ts";
import { isReturned, type OrderState, type Party, turnOf } from "#app/orders/order.ts";
import type { Move, MoveName } from "#app/orders/transitions.ts";

/** How long an order may wait, in ms (product.md section 3); for a review, section 5. */
export const waits = { payment: day, start: 14 * day, acceptance: 7 * day, review: 14 * day };

/** What may change about an order after it was placed. */
export type Changes = Partial<Omit<OrderState, "buyerId" | "sellerId" | "questions" | "answers">>;

/** What an order does by itself, and when (UTC ms); null: nothing, its timers stand under a hold, or all of it was returned. */
export function deadlineOf(order: OrderState): { move: MoveName; at: number } | null {
  if (order.hold !== "none" || isReturned(order)) return null;
  const { status, stage, paymentStatus, heldMs } = order;
  if (status === "pending") {
    if (paymentStatus === "pending" || paymentStatus === "failed")
      return { move: "expire", at: order.createdAt + waits.payment + heldMs };
    if (paymentStatus === "paid" && order.paidAt !== null)
      return { move: "lapse", at: order.paidAt + waits.start + heldMs };
  }
  if (status === "in progress" && stage === "delivered" && order.deliveredAt !== null)
    return { move: "settle", at: order.deliveredAt + waits.acceptance + heldMs };
  return null;
}

/** The mails that an order sends by itself. */
export type ReminderKind =
  | "requirements_reminder"
  | "delivery_reminder"
  | "completes_tomorrow"
  | "due_tomorrow"
  | "late";

/** Every reminder of the state that an order is in, in the order of their times (UTC ms); a hold keeps them back. */
export function remindersOf(order: OrderState): { kind: ReminderKind; to: Party; at: number }[] {
  if (order.hold !== "none" || order.paymentStatus !== "paid") return [];
  const { status, stage, paidAt, deliveredAt, deliveryDate, heldMs } = order;
  if (status === "pending" && stage === "awaiting_requirements" && paidAt !== null)
    return [1, 3].map((days) => ({
      kind: "requirements_reminder",
      to: "buyer",
      at: paidAt + days * day + heldMs,
    }));
  if (status !== "in progress") return [];
  if (stage === "delivered" && deliveredAt !== null)
    return [
      { kind: "delivery_reminder", to: "buyer", at: deliveredAt + day + heldMs },
      { kind: "completes_tomorrow", to: "buyer", at: deliveredAt + waits.acceptance - day + heldMs },
    ];
  if (deliveryDate === null || order.stoodAt !== null) return [];
  return [
    { kind: "due_tomorrow", to: "seller", at: deliveryDate - day },
    { kind: "late", to: "seller", at: deliveryDate },
    { kind: "late", to: "buyer", at: deliveryDate },
  ];
}

/** When the next reminder is due after a moment, UTC ms; null: there is none. @param at UTC ms */
export function nextReminderAt(order: OrderState, at: number): number | null {
  return remindersOf(order).find((reminder) => reminder.at > at)?.at ?? null;
}

/**
 * Until when the buyer may request a refund, UTC ms; null: the first delivery is still to come (product.md section 3). An order completed
 * without a delivery counts from its completion.
 */
export function refundUntil({
  firstDeliveredAt,
  completedAt,
  refundDays,
}: Pick<OrderState, "firstDeliveredAt" | "completedAt" | "refundDays">): number | null {
  const from = firstDeliveredAt ?? completedAt;
  return from === null ? null : from + refundDays * day;
}

/** True while the seller works: what was delivered, or returned in full, is due no more. */
export function isAtWork({ status, stage }: Pick<OrderState, "status" | "stage">): boolean {
  return status === "in progress" && (stage === "working" || stage === "in_revision");
}

/** True while the delivery clock runs: in `working` and `in_revision`, without a hold. */
function runs(order: Pick<OrderState, "status" | "stage" | "hold">): boolean {
  return isAtWork(order) && order.hold === "none";
}

/** A running order whose time is over. @param at UTC ms */
export function isLate(order: OrderState, at: number): boolean {
  return runs(order) && order.deliveryDate !== null && at > order.deliveryDate;
}

/**
 * What an order becomes by a change, with its clocks and whose turn it is: due = start + days + the time that the clock stood (product.md section 3).
 * @param to what changes by itself @param at UTC ms
 */
export function changed(
  order: OrderState,
  to: Changes,
  at: number,
): Changes & { actsAt: number | null; remindsAt: number | null; turn: Party | null } {
  const next = { ...order, ...to };
  const times: Changes = {};
  if (order.hold === "none" && next.hold !== "none") times.heldSince = at;
  if (order.hold !== "none" && next.hold === "none") {
    times.heldSince = null;
    times.heldMs = next.heldMs + (at - (order.heldSince ?? at));
    times.heldBy = null;
  }
  if (runs(order) && !runs(next)) times.stoodAt = at;
  if (!runs(order) && runs(next) && order.stoodAt !== null && next.deliveryDate !== null) {
    times.deliveryDate = next.deliveryDate + (at - order.stoodAt);
    times.stoodAt = null;
  }
  const after = { ...next, ...times };
  return {
    ...to,
    ...times,
    actsAt: deadlineOf(after)?.at ?? null,
    remindsAt: nextReminderAt(after, at),
    turn: turnOf(after),
  };
}

/** What a bank's dispute does to an order's hold: a request that is open waits until it is decided. */
export function heldByBank({ hold, heldBy, suspendedHold, suspendedBy }: OrderState): Changes {
  const waits = hold === "cancellation" || hold === "refund";
  return {
    hold: "dispute",
    heldBy: null,
    ...(waits ? { suspendedHold: hold, suspendedBy: heldBy } : { suspendedHold, suspendedBy }),
  };
}

/** What the end of the last dispute leaves of it: the request that waited, where it can still be answered. @param order with what the bank decided */
export function letGoByBank(order: OrderState): Changes {
  const { suspendedHold, suspendedBy, status } = order;
  const asks =
    suspendedHold === "refund"
      ? status === "in progress" || status === "completed"
      : status === "in progress";
  const goesOn = suspendedHold !== null && asks && !isReturned(order);
  return {
    hold: goesOn ? suspendedHold : "none",
    heldBy: goesOn ? suspendedBy : null,
    suspendedHold: null,
    suspendedBy: null,
  };
}

/** What a move changes in an order's columns, besides its number. @param at UTC ms */
export function moveTo(
  { to, stage, holds }: Move,
  name: MoveName,
  order: OrderState,
  mover: Party | "operator" | "product",
  at: number,
): Changes {
  const next: Changes = {
    ...(to ? { status: to } : {}),
    ...(stage ? { stage } : {}),
    // A bank's dispute ends by the bank's word alone.
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
      return { ...next, revisionsUsed: order.revisionsUsed + 1 };
    case "complete":
    case "settle":
      return { ...next, completedAt: at };
    case "request-cancel":
    case "request-refund":
      return { ...next, heldBy: mover === "seller" ? "seller" : "buyer" };
    case "answer-refund":
      return { ...next, heldBy: "seller" };
    default:
      return next;
  }
}
