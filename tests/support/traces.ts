import { eq } from "drizzle-orm";
import {
  disputes,
  ledger,
  mismatches,
  moneyCalls,
  orderEvents,
  orders,
  outbox,
  payments,
} from "#drizzle/schema.ts";
import { db } from "./visitor.ts";

/**
 * Everything that the product has stored about an order. `balances`: per account, in cents, without those
 * that are 0.
 */
export async function tracesOf(orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error("The order is missing");
  const rows = await db.select().from(ledger).where(eq(ledger.orderId, orderId)).orderBy(ledger.number);
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(orderEvents.seq);
  const balances: Record<string, number> = {};
  for (const { account, amountCents } of rows) balances[account] = (balances[account] ?? 0) + amountCents;
  const mails = await db.select().from(outbox).where(eq(outbox.subjectId, orderId)).orderBy(outbox.number);
  return {
    order,
    ledger: rows,
    balances: Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0)),
    sum: rows.reduce((cents, row) => cents + row.amountCents, 0),
    kinds: events.map(({ kind }) => kind),
    notes: events.map(({ note }) => note),
    seqs: events.map(({ seq }) => seq),
    mails: mails.map(({ kind, userId }) => `${kind} to ${userId === order.buyerId ? "buyer" : "seller"}`),
    payments: await db.select().from(payments).where(eq(payments.orderId, orderId)),
    calls: await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, orderId)),
    disputes: await db.select().from(disputes).where(eq(disputes.orderId, orderId)),
    mismatches: await db.select().from(mismatches).where(eq(mismatches.orderId, orderId)),
  };
}
