import { inArray } from "drizzle-orm";
import { day } from "#app/lib/dates.ts";
import type { Order, OrderEvent } from "#app/orders/orders.server.ts";
import { earnings, type ledger, transfers } from "#drizzle/schema.ts";
import { db } from "#tests/support/visitor.ts";
import { stateFrom } from "./invariants.ts";

type Books = { order: Order; events: OrderEvent[]; rows: (typeof ledger.$inferSelect)[] };

/**
 * Checks the earnings of orders once all waiting work is done, the seller can be paid, and the balance is
 * filled.
 * @param at UTC ms @returns the first problem, as text; null if there is none
 */
export async function findTransferProblem(books: Books[], at: number): Promise<string | null> {
  const ids = books.map(({ order }) => order.id);
  const [dates, sent] = await Promise.all([
    db.select().from(earnings).where(inArray(earnings.orderId, ids)),
    db.select().from(transfers).where(inArray(transfers.orderId, ids)),
  ]);
  for (const book of books) {
    const { order, events, rows } = book;
    const earning = dates.find(({ orderId }) => orderId === order.id);
    if ((order.status === "completed") !== (earning !== undefined))
      return `order ${order.id} is ${order.status}, and ${earning ? "has" : "has no"} date to clear`;
    if (!earning) continue;
    const payable = -rows
      .filter(({ account }) => account === "seller_payable")
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    const waits = order.hold !== "none" || earning.refusal === "kept";
    if (payable < 0) return `the seller owes ${-payable} cents of order ${order.id}, and nothing says so`;
    if (payable > 0 && earning.clearsAt <= at && !waits)
      return `${payable} cents of order ${order.id} have cleared and are not sent: ${JSON.stringify(earning)}`;
    for (const [i, event] of events.entries()) {
      if (event.kind !== "transferred") continue;
      const { status, hold } = stateFrom({ order, events: events.slice(0, i) });
      if (status !== "completed" || hold !== "none")
        return `order ${order.id} was paid out while it was ${status} with hold ${hold}`;
      if (event.at < (order.completedAt ?? Number.POSITIVE_INFINITY) + 14 * day)
        return `order ${order.id} was paid out before its earnings had cleared`;
    }
    const claims = events.filter(({ kind }) => kind === "transferred").length;
    const theirs = sent.filter(({ orderId }) => orderId === order.id);
    if (claims !== theirs.length)
      return `order ${order.id} has ${theirs.length} transfers and ${claims} events`;
  }
  return null;
}
