import { deadlineOf, isAtWork, isLate } from "#app/orders/clocks.ts";
import { moreDays } from "#app/orders/more-days.ts";
import { isReturned, type OrderState, type Party } from "#app/orders/order.ts";

import { extendedDate } from "#app/orders/transition-changes.ts";

/** A deadline of an order: the text around a time in UTC ms. */
export type Deadline = { before: string; at: number; after: string };

/**
 * The deadlines on the page of an order: due date, with and without the time that the seller asks for, and
 * automatic transition. The summary shows the refund window.
 * @param buyer the name of the buyer @param at UTC ms
 */
export function deadlinesOf(order: OrderState, reader: Party, buyer: string, at: number): Deadline[] {
  const deadlines: Deadline[] = [];
  const { hold, deliveryDate } = order;
  if (isReturned(order)) return deadlines;
  if (isAtWork(order) && hold === "none" && deliveryDate !== null)
    deadlines.push({ before: isLate(order, at) ? "It was due on" : "Due on", at: deliveryDate, after: "." });
  const extended = extendedDate(order, at);
  if (extended !== null && order.askedDays !== null)
    deadlines.push({
      before: `With ${moreDays(order.askedDays)} it is due on`,
      at: extended,
      after: ".",
    });
  const deadline = deadlineOf(order);
  if (deadline) {
    const { before, after = "." } = textsFor(reader, buyer)[deadline.transition] ?? {
      before: "It changes automatically on",
    };
    deadlines.push({ before, at: deadline.at, after });
  }
  return deadlines;
}

const textsFor = (
  reader: Party,
  buyer: string,
): Partial<Record<string, { before: string; after?: string }>> => ({
  "payment-expired": { before: "If it is not paid, we'll cancel it automatically on" },
  "auto-cancel": {
    before: "If the work has not started by",
    after: `, we'll cancel it and refund ${reader === "buyer" ? "you" : buyer} automatically.`,
  },
  "auto-complete": { before: "Without an answer, the order completes automatically on" },
});
