import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Party } from "#app/orders/order.ts";
import { clearing, type InFlight } from "#app/payments/in-flight.ts";
import { hasNoReplacement } from "#app/payments/refund-calls.server.ts";

/** An order whose money is in flight. `party`: the user's role in it. */
export type OrderInFlight = { id: string; title: string; party: Party; reason: InFlight };

/** The most that `list` returns. */
const listLimit = 100;

/** Lists a user's orders whose money is in flight, newest first, at most 100. @param at UTC ms */
export async function list(db: Db, userId: string, at: number): Promise<OrderInFlight[]> {
  return await db.all<OrderInFlight>(
    sql`select id, title, party, reason from (${ordersOf(userId, at)}) where reason is not null order by number desc limit ${listLimit}`,
  );
}

/**
 * A condition for a batch: true if a user has an order whose money is in flight
 * (docs/architecture.md#claims).
 * @param at UTC ms
 */
export function any(userId: string, at: number): SQL<boolean> {
  return sql`exists (select 1 from (${ordersOf(userId, at)}) where reason is not null)`;
}

/**
 * All orders of a user, each with the first reason that applies. The reason is null for an unpaid order whose
 * payment page is closed, for an order that was refunded in full, for a completed order (buyer), and for a
 * completed order whose money has cleared (seller).
 */
function ordersOf(userId: string, at: number): SQL {
  const call = (which: SQL) => sql`exists (select 1 from money_calls where order_id = o.id and ${which})`;
  const completed = sql`exists (select 1 from order_events e where e.order_id = o.id and e.kind = 'completed' and e.at > ${at - clearing})`;
  return sql`select o.number, o.id, o.title, iif(o.buyer_id = ${userId}, 'buyer', 'seller') party, case
    when o.hold <> 'none' then 'held'
    when exists (select 1 from payments where order_id = o.id and outcome = 'mismatch') then 'examined'
    when o.status in ('pending', 'in progress') and o.payment_status = 'paid'
      and o.refunded_cash_cents + o.refunded_credit_cents < o.price_cents then 'working'
    when ${call(sql`kind = 'checkout_session' and open = 1`)} then 'paying'
    when ${call(sql`kind = 'refund' and state <> 'confirmed' and ${hasNoReplacement}`)} or (o.status = 'cancelled' and o.payment_status = 'paid') then 'returning'
    when o.seller_id = ${userId} and o.status = 'completed' and o.payment_status = 'paid' and ${completed} then 'clearing'
  end reason from orders o where o.buyer_id = ${userId} or o.seller_id = ${userId}`;
}
