import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { Party } from "#app/orders/order.ts";
import { clearing, type InFlight } from "#app/payments/in-flight.ts";
import { notReplaced } from "#app/payments/money-calls.server.ts";

/** An order whose money is on its way. `party`: what the person is in it. */
export type OrderInFlight = { id: string; title: string; party: Party; reason: InFlight };

/** Most of them that are listed. */
const listed = 100;

/** The orders of a person whose money is on its way, newest first, at most 100. @param at UTC ms */
export async function list(db: Db, userId: string, at: number): Promise<OrderInFlight[]> {
  return await db.all<OrderInFlight>(
    sql`select id, title, party, reason from (${ordersOf(userId, at)}) where reason is not null order by n desc limit ${listed}`,
  );
}

/** Whether there is any, for a batch that must not run then (docs/architecture.md#claims). @param at UTC ms */
export function any(userId: string, at: number): SQL<boolean> {
  return sql`exists (select 1 from (${ordersOf(userId, at)}) where reason is not null)`;
}

/**
 * Every order of a person, with the first reason that applies. An order that was never paid and whose payment page is closed has none;
 * neither has one whose price has gone back, a completed one of a buyer, nor one of a seller whose money has cleared.
 */
function ordersOf(userId: string, at: number): SQL {
  const call = (which: SQL) => sql`exists (select 1 from money_calls where order_id = o.id and ${which})`;
  const completed = sql`exists (select 1 from order_events e where e.order_id = o.id and e.kind = 'completed' and e.at > ${at - clearing})`;
  return sql`select o.n, o.id, o.title, iif(o.buyer_id = ${userId}, 'buyer', 'seller') party, case
    when o.hold <> 'none' then 'held'
    when exists (select 1 from payments where order_id = o.id and outcome = 'mismatch') then 'examined'
    when o.status in ('pending', 'in progress') and o.payment_status = 'paid'
      and o.refunded_cash_cents + o.refunded_credit_cents < o.price_cents then 'working'
    when ${call(sql`kind = 'checkout_session' and open = 1`)} then 'paying'
    when ${call(sql`kind = 'refund' and state <> 'confirmed' and ${notReplaced}`)} or (o.status = 'cancelled' and o.payment_status = 'paid') then 'returning'
    when o.seller_id = ${userId} and o.status = 'completed' and o.payment_status = 'paid' and ${completed} then 'clearing'
  end reason from orders o where o.buyer_id = ${userId} or o.seller_id = ${userId}`;
}
