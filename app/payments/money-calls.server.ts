import { and, eq, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day, minute } from "#app/lib/dates.ts";
import type { Verdict } from "#app/payments/stripe.server.ts";
import { moneyCalls, orders } from "#drizzle/schema.ts";

export type MoneyCall = typeof moneyCalls.$inferSelect;

/**
 * A statement that makes a Checkout Session due. It breaks a unique key where one of this order is open, and a NOT NULL where the
 * order does not wait for a payment any more. @param params the whole request @param at UTC ms
 */
export function checkoutDue(db: Db, id: string, orderId: string, params: object, at: number) {
  const payable = sql`(select id from orders where id = ${orderId} and status <> 'cancelled' and payment_status in ('pending', 'failed')
    and not exists (select 1 from payments where order_id = ${orderId} and outcome = 'mismatch'))`;
  return due(db, { id, kind: "checkout_session", params: JSON.stringify(params), open: true }, payable, at);
}

/** A statement that breaks a NOT NULL while a session of this order may still be paid. */
export function noneOpen(db: Db, orderId: string) {
  const open = sql`exists (select 1 from money_calls where order_id = ${orderId} and open = 1)`;
  return db
    .update(orders)
    .set({ gigId: sql`iif(${open}, null, gig_id)` })
    .where(eq(orders.id, orderId));
}

/** Why money goes back: the order was cancelled, a refund was decided, or the order could not take the payment. */
export type RefundReason = "cancellation" | "refund" | "return";

/**
 * A statement that makes a refund due. The call's id travels in the metadata, so that a refund whose answer was
 * lost is known again.
 * @param cents to the card @param at UTC ms
 */
export function refundDue(
  db: Db,
  orderId: string,
  paymentIntent: string | null,
  cents: number,
  reason: RefundReason,
  at: number,
) {
  const id = crypto.randomUUID();
  const params = {
    payment_intent: paymentIntent,
    amount: cents,
    metadata: { order: orderId, reason, call: id },
  };
  return due(db, { id, kind: "refund", params: JSON.stringify(params), open: false }, orderId, at);
}

/**
 * A statement that makes a failed refund due once more, as a call of its own. It breaks a unique key where that was done already
 * (`isReplaced`). @param at UTC ms
 */
export function refundAgain(db: Db, failed: MoneyCall, at: number) {
  const id = crypto.randomUUID();
  const params = JSON.parse(failed.params);
  const anew = { ...params, metadata: { ...params.metadata, call: id } };
  const call = { id, kind: "refund", params: JSON.stringify(anew), open: false, replaces: failed.id };
  return due(db, call, failed.orderId, at);
}

/** True when a batch was undone because the failed refund was sent again before. */
export function isReplaced(error: unknown): boolean {
  return brokeUnique(error, "money_calls.replaces");
}

/** A condition of `money_calls`: no other call was made in its place. Written out, because it is a correlated sub-select. */
export const notReplaced = sql`not exists (select 1 from money_calls later where later.replaces = money_calls.id)`;

function due(
  db: Db,
  call: Pick<MoneyCall, "id" | "kind" | "params" | "open"> & { replaces?: string },
  orderId: string | SQL,
  at: number,
) {
  return db.insert(moneyCalls).values({ ...call, orderId, attempt: 1, state: "due", at, updatedAt: at });
}

/** Stripe answers the same key with the same answer, so a call repeated after a cut line moves money once. */
export function idempotencyKey(call: MoneyCall): string {
  return `${call.id}:${call.attempt}`;
}

/** The session of an order that may still be paid; null when there is none. */
export async function findOpenCheckout(db: Db, orderId: string): Promise<MoneyCall | null> {
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

/** One call; null when there is none. */
export async function find(db: Db, by: { id: string } | { stripeId: string }): Promise<MoneyCall | null> {
  const [call] = await db
    .select()
    .from(moneyCalls)
    .where("id" in by ? eq(moneyCalls.id, by.id) : eq(moneyCalls.stripeId, by.stripeId));
  return call ?? null;
}

/** The latest refund of an order; null when there is none. */
export async function findRefund(db: Db, orderId: string): Promise<MoneyCall | null> {
  const calls = await db
    .select()
    .from(moneyCalls)
    .where(and(eq(moneyCalls.orderId, orderId), eq(moneyCalls.kind, "refund")))
    .orderBy(moneyCalls.n);
  return calls.at(-1) ?? null;
}

/** A condition of `money_calls`: it gives back what its order had taken, not what the order could not take. */
const ofOrder = sql`params ->> '$.metadata.reason' <> 'return'`;

/** The refunds of what an order had taken that are not confirmed. */
function refundsOwed(orderId: string) {
  return and(
    eq(moneyCalls.orderId, orderId),
    eq(moneyCalls.kind, "refund"),
    ne(moneyCalls.state, "confirmed"),
    notReplaced,
    ofOrder,
  );
}

/** True while a refund of what an order had taken is not confirmed. @param but the id of one that does not count; null: all do */
export async function hasRefundOwed(db: Db, orderId: string, but: string | null): Promise<boolean> {
  const [call] = await db
    .select({ id: moneyCalls.id })
    .from(moneyCalls)
    .where(and(refundsOwed(orderId), but === null ? undefined : ne(moneyCalls.id, but)))
    .limit(1);
  return call !== undefined;
}

/** What an order had taken, was decided to go back to the card, and is not confirmed, in cents. */
export async function owed(db: Db, orderId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`ifnull(sum(params ->> '$.amount'), 0)` })
    .from(moneyCalls)
    .where(refundsOwed(orderId));
  return row?.cents ?? 0;
}

/** Open sessions not looked at since a moment, oldest first, at most 50. @param before UTC ms */
export function listOpenCheckouts(db: Db, before: number): Promise<MoneyCall[]> {
  return db
    .select()
    .from(moneyCalls)
    .where(and(eq(moneyCalls.open, true), lte(moneyCalls.updatedAt, before)))
    .orderBy(moneyCalls.updatedAt)
    .limit(50);
}

/** How often a refund that waits at Stripe is looked at, in ms: an event tells of its end. */
const pending = 10 * minute;

/**
 * Refunds to be worked on, longest untouched first, at most 50: those that were never sent, after a minute those that Stripe has not
 * confirmed, and once a day those that it has refused (a balance that was too low, say).
 * @param now UTC ms @param rest those that were never sent only when left alone for so long, in ms
 */
export function listUnsettledRefunds(db: Db, now: number, rest: number): Promise<MoneyCall[]> {
  return db
    .select()
    .from(moneyCalls)
    .where(
      and(
        eq(moneyCalls.kind, "refund"),
        or(
          and(eq(moneyCalls.state, "due"), lte(moneyCalls.updatedAt, now - rest)),
          and(
            eq(moneyCalls.state, "sent"),
            lte(
              moneyCalls.updatedAt,
              sql`iif(${moneyCalls.stripeId} is null, ${now - minute}, ${now - pending})`,
            ),
          ),
          and(
            eq(moneyCalls.state, "failed"),
            isNull(moneyCalls.stripeId),
            lte(moneyCalls.updatedAt, now - day),
          ),
        ),
      ),
    )
    .orderBy(moneyCalls.updatedAt)
    .limit(50);
}

/**
 * Takes a call to send it (again).
 * @returns false when it was settled, or taken by another, since it was read @param at UTC ms
 */
export async function take(db: Db, call: MoneyCall, at: number): Promise<boolean> {
  const { meta } = await db
    .update(moneyCalls)
    // Later than it was, so that two in the same moment do not both find it as they read it.
    .set({ state: "sent", updatedAt: Math.max(at, call.updatedAt + 1) })
    .where(
      and(
        eq(moneyCalls.id, call.id),
        eq(moneyCalls.attempt, call.attempt),
        eq(moneyCalls.updatedAt, call.updatedAt),
        ne(moneyCalls.state, "confirmed"),
      ),
    );
  return meta.changes === 1;
}

/**
 * A call that was sent did not succeed; one that was settled meanwhile stays as it is. A new attempt, with a new key, only after
 * Stripe has answered (docs/architecture.md#money-calls).
 * @param at UTC ms
 */
export async function noteFailure(
  db: Db,
  call: MoneyCall,
  error: string,
  verdict: Verdict,
  at: number,
): Promise<void> {
  const next = verdict === "unknown" ? {} : { attempt: call.attempt + 1 };
  const state = verdict === "refused" ? ({ state: "failed", open: false } as const) : {};
  await db
    .update(moneyCalls)
    .set({ error, updatedAt: at, ...next, ...state })
    .where(
      and(
        eq(moneyCalls.id, call.id),
        eq(moneyCalls.attempt, call.attempt),
        ne(moneyCalls.state, "confirmed"),
      ),
    );
}

/** What became of a call; the owner is the call's id. @param at UTC ms */
export function settle(
  db: Db,
  id: string,
  to: Partial<Pick<MoneyCall, "state" | "stripeId" | "url" | "open" | "error">>,
  at: number,
) {
  return db
    .update(moneyCalls)
    .set({ ...to, updatedAt: at })
    .where(eq(moneyCalls.id, id));
}

/** A statement: a refund that was never booked has failed at Stripe; what was paid by other means stays confirmed. @param at UTC ms */
export function refundFailed(db: Db, id: string, error: string, at: number) {
  return db
    .update(moneyCalls)
    .set({ state: "failed", error, updatedAt: at })
    .where(and(eq(moneyCalls.id, id), ne(moneyCalls.state, "confirmed")));
}

/** A statement: what an order's refunds owe was paid by other means; there may be none that wait. @param by what has paid @param at UTC ms */
export function refundsMet(db: Db, orderId: string, by: string, at: number) {
  return db
    .update(moneyCalls)
    .set({ state: "confirmed", error: `Paid by ${by}`, updatedAt: at })
    .where(
      and(
        eq(moneyCalls.orderId, orderId),
        eq(moneyCalls.kind, "refund"),
        ne(moneyCalls.state, "confirmed"),
        ofOrder,
      ),
    );
}

/** A statement: a buyer who leaves is named in no stored request any more. Only where none of their calls is under way. */
export function payerForgotten(db: Db, buyerId: string) {
  return db
    .update(moneyCalls)
    .set({ params: sql`json_remove(params, '$.customer_email')` })
    .where(sql`order_id in (select id from orders where buyer_id = ${buyerId})`);
}
