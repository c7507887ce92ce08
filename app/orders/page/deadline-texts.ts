import { deadlineOf, isAtWork, isLate } from "#app/orders/clocks.ts";
import { isReturned, type OrderState } from "#app/orders/order.ts";
import { refundUntil } from "#app/orders/refund-window.ts";

/** A deadline of an order: the text around a time in UTC ms. */
export type Deadline = { before: string; at: number; after: string };

/**
 * The deadlines on the page of an order: due date, automatic transition, end of the refund window. @param at
 * UTC ms
 */
export function deadlinesOf(order: OrderState, at: number): Deadline[] {
  const deadlines: Deadline[] = [];
  const { status, hold, deliveryDate } = order;
  if (isReturned(order)) return deadlines;
  if (isAtWork(order) && hold === "none" && deliveryDate !== null)
    deadlines.push({ before: isLate(order, at) ? "It was due on" : "Due on", at: deliveryDate, after: "." });
  const deadline = deadlineOf(order);
  if (deadline) {
    const { before, after } = texts[deadline.transition] ?? { before: "It changes by itself on", after: "." };
    deadlines.push({ before, at: deadline.at, after });
  }
  const until = refundUntil(order);
  if (until !== null && until >= at && order.paymentStatus === "paid" && status !== "cancelled")
    deadlines.push({ before: "A refund can be requested until", at: until, after: "." });
  return deadlines;
}

const texts: Partial<Record<string, { before: string; after: string }>> = {
  "payment-expired": { before: "Unpaid, it is cancelled by itself on", after: "." },
  "auto-cancel": {
    before: "If the work has not started by",
    after: ", it is cancelled and refunded by itself.",
  },
  "auto-complete": { before: "Without an answer it is completed by itself on", after: "." },
};
