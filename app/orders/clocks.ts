import { day } from "#app/lib/dates.ts";
import { isReturned, type OrderState, type Party, turnOf } from "#app/orders/order.ts";
import type { TransitionName } from "#app/orders/transitions.ts";

/** How long an order may wait, in ms (docs/specification.md#order-deadlines); for a review, section 5. */
export const waits = { payment: day, start: 14 * day, acceptance: 7 * day, review: 14 * day };

/** What may change about an order after it was placed. */
export type Changes = Partial<Omit<OrderState, "buyerId" | "sellerId" | "questions" | "answers">>;

/** What an order does by itself, and when (UTC ms); null: nothing, its timers stand under a hold, or all of it was returned. */
export function deadlineOf(order: OrderState): { transition: TransitionName; at: number } | null {
  if (order.hold !== "none" || isReturned(order)) return null;
  const { status, stage, paymentStatus, heldMs } = order;
  if (status === "pending") {
    if (paymentStatus === "pending" || paymentStatus === "failed")
      return { transition: "payment-expired", at: order.createdAt + waits.payment + heldMs };
    if (paymentStatus === "paid" && order.paidAt !== null)
      return { transition: "auto-cancel", at: order.paidAt + waits.start + heldMs };
  }
  if (status === "in progress" && stage === "delivered" && order.deliveredAt !== null)
    return { transition: "auto-complete", at: order.deliveredAt + waits.acceptance + heldMs };
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
  if (deliveryDate === null || order.clockStoppedAt !== null) return [];
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
 * What an order becomes by a change, with its clocks and whose turn it is: due = start + days + the time that the clock stood (docs/specification.md#order-clocks).
 * @param to what changes by itself @param at UTC ms
 */
export function changed(
  order: OrderState,
  to: Changes,
  at: number,
): Changes & { deadlineAt: number | null; reminderAt: number | null; turn: Party | null } {
  const next = { ...order, ...to };
  const times: Changes = {};
  if (order.hold === "none" && next.hold !== "none") times.heldSince = at;
  if (order.hold !== "none" && next.hold === "none") {
    times.heldSince = null;
    times.heldMs = next.heldMs + (at - (order.heldSince ?? at));
    times.heldBy = null;
  }
  if (runs(order) && !runs(next)) times.clockStoppedAt = at;
  if (!runs(order) && runs(next) && order.clockStoppedAt !== null && next.deliveryDate !== null) {
    times.deliveryDate = next.deliveryDate + (at - order.clockStoppedAt);
    times.clockStoppedAt = null;
  }
  const after = { ...next, ...times };
  return {
    ...to,
    ...times,
    deadlineAt: deadlineOf(after)?.at ?? null,
    reminderAt: nextReminderAt(after, at),
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
