import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import { hasNoReplacement } from "#app/payments/refunds/refund-calls.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import type { MoneyInFlight } from "#app/payouts/in-flight.ts";
import { canEverTransferTo, isUnheld } from "#app/payouts/waiting.server.ts";
import { type Waiting, waitingFor } from "#app/payouts/waiting.ts";

/** The maximum that `list` returns. */
const listLimit = 100;

type Row = Omit<MoneyInFlight, "waiting"> & { clearsAt: number | null; refusal: string | null };

/**
 * Lists a user's money in flight: orders, the registration and the payouts, at most 100, newest first. Those
 * whose card page is open come last. @param at UTC ms
 */
export async function list(db: Db, userId: string, at: number): Promise<MoneyInFlight[]> {
  const [rows, account, hold] = await Promise.all([
    db.all<Row>(
      sql`select id, title, party, reason, "of", clears_at as clearsAt, refusal
        from (${allOf(userId, at)}) left join earnings on order_id = id
        where reason is not null order by reason = 'paying', number desc limit ${listLimit}`,
    ),
    accounts.findOpen(db, userId),
    holds.findShown(db, userId),
  ]);
  const waitingOf = ({ reason, clearsAt, refusal }: Row): Waiting | null => {
    if (reason === "on hold") return hold && { kind: "on hold", hold };
    if (reason === "clearing") return { kind: "clearing", at: clearsAt ?? at };
    if (reason !== "waiting" && reason !== "unpaid") return null;
    const earning = { clearsAt: clearsAt ?? at, leftCents: 1, payoutHold: hold, isKept: refusal === "kept" };
    const open = { hold: "none", isDisputed: false, isExamined: false } as const;
    return waitingFor({ ...earning, ...open, refusal: refusal === "kept" ? null : refusal }, account, at);
  };
  return rows.map(({ clearsAt, refusal, ...row }) => ({
    ...row,
    waiting: waitingOf({ ...row, clearsAt, refusal }),
  }));
}

/**
 * Those that prevent an account's deletion. A deletion closes open card pages, so these do not.
 * @param leaves true if the user leaves earnings that no account can receive, for an operator to pay by hand
 */
export function keeping(listed: MoneyInFlight[], leaves: boolean): MoneyInFlight[] {
  return listed.filter(({ reason }) => reason !== "paying" && !(leaves && reason === "unpaid"));
}

/**
 * A condition for a batch: true if a user has money in flight (docs/architecture.md#claims).
 * @param leaves true if the user leaves earnings that no account can receive @param at UTC ms
 */
export function any(userId: string, leaves: boolean, at: number): SQL<boolean> {
  return sql`exists (select 1 from (${allOf(userId, at)}) where reason is not null and (reason <> 'unpaid' or not ${leaves ? 1 : 0}))`;
}

function allOf(userId: string, at: number): SQL {
  return sql`${ordersOf(userId, at)} union all ${registrationOf(userId)} union all ${payoutsOf(userId)}`;
}

/** The payouts of a user as a whole, with the first reason that applies. */
function payoutsOf(userId: string): SQL {
  return sql`select 0 as number, 'payouts' as id, 'Your payouts' as title, 'seller' as party, case
    when not ${holds.hasNone(userId)} then 'on hold'
    when exists (select 1 from payout_accounts where user_id = ${userId} and open = 1 and stripe_id is null) then 'opening'
    when exists (select 1 from payout_accounts where user_id = ${userId} and open = 1 and (bank_errored = 1 or bank_since is null))
      and (select ifnull(-sum(cents), 0) from ledger_balances where user_id = ${userId} and account = 'transfers')
        > (select sum(paid_cents) from payout_accounts where user_id = ${userId}) then 'at Stripe'
  end reason, 'payouts' as "of"`;
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
  end reason, 'registration' as "of" from sellers s where s.user_id = ${userId}`;
}

/**
 * All orders of a user, each with the first reason that applies. The reason is null for an unpaid order whose
 * payment page is closed, for an order that was refunded in full, for a completed order (buyer), and for a
 * completed order whose earnings were sent and of which nothing is owed back (seller).
 */
function ordersOf(userId: string, at: number): SQL {
  const call = (which: SQL) => sql`exists (select 1 from money_calls where order_id = o.id and ${which})`;
  const sold = sql`o.seller_id = ${userId} and o.completed_at is not null`;
  const earned = sql`${sold} and o.status = 'completed' and o.payment_status = 'paid'`;
  // Earnings that are not done have a due time, if only `untilChange`, so the ledger is read for few orders.
  const isDue = sql`${sold} and exists (select 1 from earnings where order_id = o.id and due_at is not null)`;
  const canSend = sql`exists (select 1 from payout_accounts a where a.user_id = ${userId} and ${canEverTransferTo("a")})`;
  const owes = sql`exists (select 1 from ledger_balances where user_id = ${userId} and account = 'seller_debts' and cents > 0)
    and (select sum(amount_cents) from ledger where order_id = o.id and account = 'seller_debts') > 0`;
  return sql`select o.number, o.id, o.title, iif(o.buyer_id = ${userId}, 'buyer', 'seller') party, case
    when o.hold <> 'none' then 'held'
    when exists (select 1 from payments where order_id = o.id and outcome = 'mismatch') then 'examined'
    when o.status in ('pending', 'in progress') and o.payment_status = 'paid'
      and o.refunded_cash_cents + o.refunded_credit_cents < o.price_cents then 'working'
    when ${call(sql`kind = 'checkout_session' and open = 1`)} then 'paying'
    when ${call(sql`kind = 'refund' and state <> 'confirmed' and ${hasNoReplacement}`)} or (o.status = 'cancelled' and o.payment_status = 'paid') then 'returning'
    when ${earned} and not ${isUnheld("o")} then 'examined'
    when ${earned} and exists (select 1 from earnings where order_id = o.id and clears_at > ${at}) then 'clearing'
    when ${sold} and exists (select 1 from transfers where order_id = o.id and open = 1 and confirmed_at is null) then 'under way'
    when ${sold} and ${call(sql`kind = 'reversal' and state in ('due', 'sent')`)} then 'under way'
    when ${isDue} and ${ledger.payable(sql`o.id`)} < 0 then 'under way'
    when ${isDue} and ${ledger.payable(sql`o.id`)} > 0 then iif(${canSend}, 'waiting', 'unpaid')
    when ${sold} and ${owes} then 'owed'
  end reason, 'order' as "of" from orders o where o.buyer_id = ${userId} or o.seller_id = ${userId}`;
}
