import { and, desc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { columnFor, isFor, type PaidFor } from "#app/ledger/paid-for.server.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import { isOfActive } from "#app/orders/orders.server.ts";
import { due, type MoneyCall } from "#app/payments/money-calls.server.ts";
import type { Payable } from "#app/payments/payables.server.ts";
import { isOfActiveUser } from "#app/sellers/registrations.server.ts";
import { moneyCalls, orders, sellers } from "#drizzle/schema.ts";

// Money calls that create a Checkout Session. `open` is true while the session may still be paid; a unique
// index allows one open session for each order, with its extras, and each registration.

/**
 * Statements: make a Checkout Session due. They break a unique key if there is an open session, and
 * `payment-awaited` if the order or the registration no longer waits for this payment.
 * @param payable as it was read when the price was put into the request
 * @param params the whole request to Stripe
 * @param at UTC ms
 */
export function sessionDue(db: Db, id: string, payable: Payable, params: object, at: number) {
  const isExamined = sql`exists (select 1 from payments where ${columnFor(payable)} = ${payable.id} and outcome = 'mismatch')`;
  const isAwaited = sql`${awaits(payable)} and not ${isExamined}`;
  const extraId = "extraId" in payable ? payable.extraId : null;
  const call = { id, kind: "checkout_session", params: JSON.stringify(params), open: true, extraId };
  return [guards.that(db, "payment-awaited", isAwaited), due(db, call, payable, at)] as const;
}

/** A condition: what was read still waits for this payment. */
function awaits(payable: Payable): SQL {
  if ("extraId" in payable) return orderExtras.isAwaited(payable);
  const waits =
    "isRegistration" in payable
      ? sql`select id from sellers where id = ${payable.id} and status = 'applied' and ${isOfActiveUser}`
      : sql`select id from orders where id = ${payable.id} and status <> 'cancelled' and credit_cents = ${payable.creditCents} and ${isOfActive}`;
  return sql`exists (${waits} and payment_status in ('pending', 'failed'))`;
}

/** A guard: no card page is open for the order or one of its extras. A payment may wait for a bank. */
export function noPageOpen(db: Db, orderId: string) {
  const isOpen = sql`exists (select 1 from money_calls where order_id = ${orderId} and kind = 'checkout_session' and open = 1
    and (stripe_id is null or url is not null))`;
  return guards.that(db, "no-open-checkout", sql`not ${isOpen}`);
}

/** A guard: an extra of the order has no session that may still be paid. @param extraId null: no extra */
export function noneOpenFor(db: Db, orderId: string, extraId: string | null) {
  const isOpen = sql`exists (select 1 from money_calls where order_id = ${orderId} and extra_id = ${extraId} and open = 1)`;
  return guards.that(db, "no-open-checkout", sql`not ${isOpen}`);
}

/** A guard: the order has no session that may still be paid. */
export function noneOpen(db: Db, orderId: string) {
  const isOpen = sql`exists (select 1 from money_calls where order_id = ${orderId} and open = 1)`;
  return guards.that(db, "no-open-checkout", sql`not ${isOpen}`);
}

/**
 * Finds the session that may still be paid. @returns null if there is none
 * @param paidFor with `extraId`: only the session of this extra; for an order without it: its own session, or
 *   that of any of its extras
 */
export async function findOpen(db: Db, paidFor: PaidFor & { extraId?: string }): Promise<MoneyCall | null> {
  const { extraId } = paidFor;
  const [call] = await db
    .select()
    .from(moneyCalls)
    .where(
      and(
        isFor(moneyCalls, paidFor),
        eq(moneyCalls.kind, "checkout_session"),
        eq(moneyCalls.open, true),
        extraId === undefined ? undefined : eq(moneyCalls.extraId, extraId),
      ),
    );
  return call ?? null;
}

/**
 * The open sessions of orders that a user bought or sold, of their extras, and of the user's registration:
 * the 20 newest.
 */
export async function listOpenOfParty(db: Db, userId: string): Promise<MoneyCall[]> {
  const isParty = or(eq(orders.sellerId, userId), eq(orders.buyerId, userId));
  const ofOrders = db.select({ id: orders.id }).from(orders).where(isParty);
  const ofRegistration = db.select({ id: sellers.id }).from(sellers).where(eq(sellers.userId, userId));
  return await db
    .select()
    .from(moneyCalls)
    .where(
      and(
        or(inArray(moneyCalls.orderId, ofOrders), inArray(moneyCalls.registrationId, ofRegistration)),
        eq(moneyCalls.kind, "checkout_session"),
        eq(moneyCalls.open, true),
      ),
    )
    .orderBy(desc(moneyCalls.number))
    .limit(20);
}

/** True while a bank has not confirmed a payment, as reported by Stripe. */
export async function waitsForBank(db: Db, paidFor: PaidFor): Promise<boolean> {
  const call = await findOpen(db, paidFor);
  return call !== null && call.stripeId !== null && call.url === null;
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

/** One of these calls; null if it was checked or closed in the meantime. @param before UTC ms */
export async function findIfUnchecked(db: Db, id: string, before: number): Promise<MoneyCall | null> {
  const [call] = await db
    .select()
    .from(moneyCalls)
    .where(and(eq(moneyCalls.id, id), unchecked(before)));
  return call ?? null;
}

function unchecked(before: number) {
  // A literal, as in the partial index.
  return and(sql`${moneyCalls.open} = 1`, lte(moneyCalls.updatedAt, before));
}
