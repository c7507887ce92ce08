import { deadlineOf, isAtWork, isLate } from "#app/orders/clocks.ts";
import { isReturned, type OrderState } from "#app/orders/order.ts";
import { refundUntil } from "#app/orders/refund-window.ts";

/** A moment of an order's near future: words around a time in UTC ms. */
export type Deadline = { before: string; at: number; after: string };

/** What the page of an order says below its next step: when something is due, or happens by itself. @param at UTC ms */
export function deadlinesOf(order: OrderState, at: number): Deadline[] {
  const found: Deadline[] = [];
  const { status, hold, deliveryDate } = order;
  if (isReturned(order)) return found;
  if (isAtWork(order) && hold === "none" && deliveryDate !== null)
    found.push({ before: isLate(order, at) ? "It was due on" : "Due on", at: deliveryDate, after: "." });
  const deadline = deadlineOf(order);
  if (deadline) {
    const { before, after } = words[deadline.transition] ?? { before: "It changes by itself on", after: "." };
    found.push({ before, at: deadline.at, after });
  }
  const until = refundUntil(order);
  if (until !== null && until >= at && order.paymentStatus === "paid" && status !== "cancelled")
    found.push({ before: "A refund can be requested until", at: until, after: "." });
  return found;
}

const words: Partial<Record<string, { before: string; after: string }>> = {
  "payment-expired": { before: "Unpaid, it is cancelled by itself on", after: "." },
  "auto-cancel": {
    before: "If the work has not started by",
    after: ", it is cancelled and refunded by itself.",
  },
  "auto-complete": { before: "Without an answer it is completed by itself on", after: "." },
};
