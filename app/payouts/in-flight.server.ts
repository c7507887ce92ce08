import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { hasNoReplacement } from "#app/payments/refunds/refund-calls.server.ts";
import type { MoneyInFlight } from "#app/payouts/in-flight.ts";
import { isUnheld } from "#app/payouts/waiting.server.ts";

/** The maximum that `list` returns. */
const listLimit = 100;

/**
 * Lists a user's orders, and the registration, whose money is in flight, at most 100, newest first. Those
 * whose card page is open come last. @param at UTC ms
 */
export async function list(db: Db, userId: string, at: number): Promise<MoneyInFlight[]> {
  return await db.all<MoneyInFlight>(
    sql`select id, title, party, reason, isRegistration,
      iif(reason = 'clearing', (select clears_at from earnings where order_id = id), null) as clearsAt
      from (${allOf(userId, at)}) where reason is not null order by reason = 'paying', number desc limit ${listLimit}`,
  );
}

/** Those that prevent an account's deletion. A deletion closes open card pages, so these do not. */
export function keeping(listed: MoneyInFlight[]): MoneyInFlight[] {
  return listed.filter(({ reason }) => reason !== "paying");
}

/**
 * A condition for a batch: true if a user has an order or a registration whose money is in flight
 * (docs/architecture.md#claims).
 * @param at UTC ms
 */
export function any(userId: string, at: number): SQL<boolean> {
  return sql`exists (select 1 from (${allOf(userId, at)}) where reason is not null)`;
}

function allOf(userId: string, at: number): SQL {
  return sql`${ordersOf(userId, at)} union all ${registrationOf(userId)}`;
}

/** The registration of a user, with the first reason that applies. */
function registrationOf(userId: string): SQL {
  const call = (which: SQL) =>
    sql`exists (select 1 from money_calls where registration_id = s.id and ${which})`;
  return sql`select 0 as number, s.id, 'Seller registration' as title, 'buyer' as party, case
    when exists (select 1 from disputes where registration_id = s.id and state = 'open') then 'held'
    when exists (select 1 from payments where registration_id = s.id and outcome = 'mismatch') then 'examined'
    when ${call(sql`kind = 'checkout_session' and open = 1`)} then 'paying'
    when ${call(sql`kind = 'refund' and state <> 'confirmed' and ${hasNoReplacement}`)} then 'returning'
  end reason, 1 as isRegistration from sellers s where s.user_id = ${userId}`;
}

/**
 * All orders of a user, each with the first reason that applies. The reason is null for an unpaid order whose
 * payment page is closed, for an order that was refunded in full, for a completed order (buyer), and for a
 * completed order whose earnings have cleared (seller).
 */
function ordersOf(userId: string, at: number): SQL {
  const call = (which: SQL) => sql`exists (select 1 from money_calls where order_id = o.id and ${which})`;
  const earned = sql`o.seller_id = ${userId} and o.status = 'completed' and o.payment_status = 'paid'`;
  return sql`select o.number, o.id, o.title, iif(o.buyer_id = ${userId}, 'buyer', 'seller') party, case
    when o.hold <> 'none' then 'held'
    when exists (select 1 from payments where order_id = o.id and outcome = 'mismatch') then 'examined'
    when o.status in ('pending', 'in progress') and o.payment_status = 'paid'
      and o.refunded_cash_cents + o.refunded_credit_cents < o.price_cents then 'working'
    when ${call(sql`kind = 'checkout_session' and open = 1`)} then 'paying'
    when ${call(sql`kind = 'refund' and state <> 'confirmed' and ${hasNoReplacement}`)} or (o.status = 'cancelled' and o.payment_status = 'paid') then 'returning'
    when ${earned} and not ${isUnheld("o")} then 'examined'
    when ${earned} and exists (select 1 from earnings where order_id = o.id and clears_at > ${at}) then 'clearing'
  end reason, 0 as isRegistration from orders o where o.buyer_id = ${userId} or o.seller_id = ${userId}`;
}
