import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { due, type MoneyCall } from "#app/payments/money-calls.server.ts";
import { moneyCalls, orders } from "#drizzle/schema.ts";

// Money calls that create a Checkout Session. `open` is true while the session may still be paid; a unique
// index allows one open session per order.

/**
 * A statement: makes a Checkout Session due. It breaks a unique key if the order has an open session, and a
 * NOT NULL if the order no longer waits for a payment.
 * @param params the whole request to Stripe
 * @param at UTC ms
 */
export function sessionDue(db: Db, id: string, orderId: string, params: object, at: number) {
  const payable = sql`(select id from orders where id = ${orderId} and status <> 'cancelled' and payment_status in ('pending', 'failed')
    and not exists (select 1 from payments where order_id = ${orderId} and outcome = 'mismatch'))`;
  return due(db, { id, kind: "checkout_session", params: JSON.stringify(params), open: true }, payable, at);
}

/**
 * A statement: makes its batch fail (NOT NULL) while a session of this order may still be paid. It changes
 * nothing.
 */
export function noneOpen(db: Db, orderId: string) {
  const open = sql`exists (select 1 from money_calls where order_id = ${orderId} and open = 1)`;
  return db
    .update(orders)
    .set({ gigId: sql`iif(${open}, null, gig_id)` })
    .where(eq(orders.id, orderId));
}

/** Finds the session of an order that may still be paid. @returns null if there is none */
export async function findOpen(db: Db, orderId: string): Promise<MoneyCall | null> {
  const [call] = await db
    .select()
    .from(moneyCalls)
    .where(
      and(
        eq(moneyCalls.orderId, orderId),
        eq(moneyCalls.kind, "checkout_session"),
        eq(moneyCalls.open, true),
      ),
    );
  return call ?? null;
}

/**
 * The calls of open sessions that were last checked at or before a time, oldest first.
 * @param before UTC ms
 * @returns their ids
 */
export async function findUnchecked(db: Db, before: number, limit: number): Promise<string[]> {
  const calls = await db
    .select({ id: moneyCalls.id })
    .from(moneyCalls)
    .where(unchecked(before))
    .orderBy(moneyCalls.updatedAt)
    .limit(limit);
  return calls.map(({ id }) => id);
}

/** One of them; null if it was checked or closed in the meantime. @param before UTC ms */
export async function findIfUnchecked(db: Db, id: string, before: number): Promise<MoneyCall | null> {
  const [call] = await db
    .select()
    .from(moneyCalls)
    .where(and(eq(moneyCalls.id, id), unchecked(before)));
  return call ?? null;
}

function unchecked(before: number) {
  return and(eq(moneyCalls.open, true), lte(moneyCalls.updatedAt, before));
}
