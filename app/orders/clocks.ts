import { day } from "#app/lib/dates.ts";
import { isReturned, type OrderState, type Party, turnOf } from "#app/orders/order.ts";
import type { TransitionName } from "#app/orders/transitions.ts";

/**
 * How long an order waits for each step, in ms (docs/specification.md#order-deadlines). `review`: how long
 * after completion the buyer may review (docs/specification.md#review-rules).
 */
export const timeLimits = { payment: day, start: 14 * day, acceptance: 7 * day, review: 14 * day };

/** The columns that may change after an order was placed. */
export type Changes = Partial<Omit<OrderState, "buyerId" | "sellerId" | "questions" | "answers">>;

/**
 * The next automatic transition of an order, and when it is due (UTC ms). Null if there is none, while a hold
 * stops the timers, or once the whole price is refunded.
 */
export function deadlineOf(order: OrderState): { transition: TransitionName; at: number } | null {
  if (order.hold !== "none" || isReturned(order)) return null;
  const { status, stage, paymentStatus, heldMs } = order;
  if (status === "pending") {
    if (paymentStatus === "pending" || paymentStatus === "failed")
      return { transition: "payment-expired", at: order.createdAt + timeLimits.payment + heldMs };
    if (paymentStatus === "paid" && order.paidAt !== null)
      return { transition: "auto-cancel", at: order.paidAt + timeLimits.start + heldMs };
  }
  if (status === "in progress" && stage === "delivered" && order.deliveredAt !== null)
    return { transition: "auto-complete", at: order.deliveredAt + timeLimits.acceptance + heldMs };
  return null;
}

/** The reminders that an order sends automatically (docs/specification.md#order-reminders). */
export type ReminderKind =
  | "requirements_reminder"
  | "delivery_reminder"
  | "completes_tomorrow"
  | "due_tomorrow"
  | "late";

/** All reminders for the order's current state, by time (UTC ms). None during a hold. */
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
      { kind: "completes_tomorrow", to: "buyer", at: deliveredAt + timeLimits.acceptance - day + heldMs },
    ];
  if (deliveryDate === null || order.clockStoppedAt !== null) return [];
  return [
    { kind: "due_tomorrow", to: "seller", at: deliveryDate - day },
    { kind: "late", to: "seller", at: deliveryDate },
    { kind: "late", to: "buyer", at: deliveryDate },
  ];
}

/**
 * True if a reminder that waits to be sent is still true: it is the last one due to its recipient, and no
 * automatic transition has become due. @param at UTC ms
 */
export function isReminderTrue(order: OrderState, kind: string, to: Party, at: number): boolean {
  const deadline = deadlineOf(order);
  if (deadline !== null && deadline.at <= at) return false;
  return remindersOf(order).findLast((reminder) => reminder.to === to && reminder.at <= at)?.kind === kind;
}

/** When the first reminder after a time is due, UTC ms; null if there is none. @param at UTC ms */
export function nextReminderAt(order: OrderState, at: number): number | null {
  return remindersOf(order).find((reminder) => reminder.at > at)?.at ?? null;
}

/** True while the seller works. A delivered or fully refunded order is no longer due. */
export function isAtWork({ status, stage }: Pick<OrderState, "status" | "stage">): boolean {
  return status === "in progress" && (stage === "working" || stage === "in_revision");
}

/** When the work is due, UTC ms; null unless the delivery clock runs. */
export function runningDueDate(
  order: Pick<OrderState, "status" | "stage" | "hold" | "deliveryDate">,
): number | null {
  return isClockRunning(order) ? order.deliveryDate : null;
}

/** True while the delivery clock runs: in `working` and `in_revision`, without a hold. */
function isClockRunning(order: Pick<OrderState, "status" | "stage" | "hold">): boolean {
  return isAtWork(order) && order.hold === "none";
}

/** True if the delivery clock runs and the due date has passed. @param at UTC ms */
export function isLate(order: OrderState, at: number): boolean {
  return isClockRunning(order) && order.deliveryDate !== null && at > order.deliveryDate;
}

/**
 * Completes a change: adds the clocks, deadlines and turn that follow from it
 * (docs/specification.md#order-clocks). The due date is start + delivery days + the time that the clock was
 * stopped.
 * @param to the columns already decided @param at UTC ms
 */
export function withClocks(
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
  // Nothing is due while the clock is stopped, so a request for more time lapses.
  if (isClockRunning(order) && !isClockRunning(next))
    Object.assign(times, { clockStoppedAt: at, askedDays: null } satisfies Changes);
  if (
    !isClockRunning(order) &&
    isClockRunning(next) &&
    order.clockStoppedAt !== null &&
    next.deliveryDate !== null
  ) {
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

/**
 * The changes when a dispute opens: it holds the order, and suspends an open request until the bank has
 * decided.
 */
export function changesByDispute({ hold, heldBy, suspendedHold, suspendedBy }: OrderState): Changes {
  const isRequest = hold === "cancellation" || hold === "refund";
  return {
    hold: "dispute",
    heldBy: null,
    ...(isRequest ? { suspendedHold: hold, suspendedBy: heldBy } : { suspendedHold, suspendedBy }),
  };
}

/**
 * The changes when the last dispute ends: it releases the order, and reopens the suspended request if that
 * can still be answered.
 * @param order with the changes of the bank's decision
 */
export function changesByDisputeEnd(order: OrderState): Changes {
  const { suspendedHold, suspendedBy, status } = order;
  const isAnswerable =
    suspendedHold === "refund"
      ? status === "in progress" || status === "completed"
      : status === "in progress";
  const isReopened = suspendedHold !== null && isAnswerable && !isReturned(order);
  return {
    hold: isReopened ? suspendedHold : "none",
    heldBy: isReopened ? suspendedBy : null,
    suspendedHold: null,
    suspendedBy: null,
  };
}
