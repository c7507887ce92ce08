import { and, eq, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import type { PaidFor } from "#app/ledger/paid-for.server.ts";
import type { Verdict } from "#app/payments/stripe.server.ts";
import { moneyCalls } from "#drizzle/schema.ts";

// The life of a money call, whatever its kind: `due`, then `sent`, then `confirmed` or `failed`
// (docs/architecture.md#money-calls). The parts of each kind are in checkout-calls and refund-calls.

export type MoneyCall = typeof moneyCalls.$inferSelect;

/** The values of a new call. `params` is the whole request to Stripe, as JSON. */
export type NewCall = Pick<MoneyCall, "id" | "kind" | "params" | "open"> & {
  extraId?: string | null;
  replaces?: string;
};

/** The columns of a call that an attempt to send it needs. */
export type Attempt = Pick<MoneyCall, "id" | "kind" | "params" | "attempt">;

/** A statement: writes a call as due, before anything is sent to Stripe. @param at UTC ms */
export function due(db: Db, call: NewCall, paidFor: PaidFor, at: number) {
  return written(db, call, paidFor, "due", at);
}

/**
 * A statement: writes a call as sent, before the writer sends it (`attempt: 1`), so that no other worker
 * sends it. If the writer is interrupted, the sweep first looks at Stripe for what the call made.
 * @param at UTC ms
 */
export function claimed(db: Db, call: NewCall, paidFor: PaidFor, at: number) {
  return written(db, call, paidFor, "sent", at);
}

function written(db: Db, call: NewCall, paidFor: PaidFor, state: "due" | "sent", at: number) {
  const columns = paidFor.isRegistration ? { registrationId: paidFor.id } : { orderId: paidFor.id };
  return db.insert(moneyCalls).values({ ...call, ...columns, attempt: 1, state, at, updatedAt: at });
}

/**
 * The idempotency key of the current attempt. Stripe answers the same key with the same result, so a call
 * that is repeated after a lost connection moves money once.
 */
export function idempotencyKey(call: Attempt): string {
  return `${call.id}:${call.attempt}`;
}

/** Finds a call by its own id or by the id of its object at Stripe. @returns null if there is none */
export async function find(db: Db, by: { id: string } | { stripeId: string }): Promise<MoneyCall | null> {
  const [call] = await db
    .select()
    .from(moneyCalls)
    .where("id" in by ? eq(moneyCalls.id, by.id) : eq(moneyCalls.stripeId, by.stripeId));
  return call ?? null;
}

/**
 * Finds the call that created an object at Stripe, even if Stripe's response was lost: the object has the
 * call's id in its metadata.
 * @returns null if none of our calls created it
 */
export async function findFor(
  db: Db,
  object: { id: string; metadata: Record<string, string> | null },
): Promise<MoneyCall | null> {
  const byResponse = await find(db, { stripeId: object.id });
  if (byResponse) return byResponse;
  const id = object.metadata?.call;
  return id ? await find(db, { id }) : null;
}

/**
 * A condition: a call is in a state, other than confirmed, and has not changed since a time. It repeats the
 * condition of the partial index, so that SQLite uses the index even where `or` joins several of these.
 * @param changedBefore UTC ms
 */
export function waitsAs(state: "due" | "sent", changedBefore: number | SQL): SQL | undefined {
  return and(
    sql`${moneyCalls.state} <> 'confirmed'`,
    eq(moneyCalls.state, state),
    lte(moneyCalls.updatedAt, changedBefore),
  );
}

/** The ids of the calls that meet a condition, those that changed longest ago first. */
export async function findIds(db: Db, condition: SQL | undefined, limit: number): Promise<string[]> {
  const calls = await db
    .select({ id: moneyCalls.id })
    .from(moneyCalls)
    .where(condition)
    .orderBy(moneyCalls.updatedAt)
    .limit(limit);
  return calls.map(({ id }) => id);
}

/** A call, if it still meets a condition; else null. */
export async function findIf(db: Db, id: string, condition: SQL | undefined): Promise<MoneyCall | null> {
  const [call] = await db
    .select()
    .from(moneyCalls)
    .where(and(eq(moneyCalls.id, id), condition));
  return call ?? null;
}

/**
 * Claims a call before each attempt, so that only one worker sends it.
 * @param call as it was read
 * @param at UTC ms
 * @returns false if the call was confirmed, or claimed by another worker, since it was read
 */
export async function claim(db: Db, call: MoneyCall, at: number): Promise<boolean> {
  const { meta } = await db
    .update(moneyCalls)
    // Always later than before. Otherwise two workers in the same millisecond would both match the row they
    // read.
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
 * Records a failed attempt. A call that was confirmed in the meantime is not changed. The next attempt gets a
 * new idempotency key only if Stripe has responded (docs/architecture.md#money-calls).
 * @param at UTC ms
 * @param isFinal Stripe has refused it, and no later attempt can succeed
 */
export async function recordFailure(
  db: Db,
  call: Attempt,
  error: string,
  verdict: Verdict,
  at: number,
  isFinal = false,
): Promise<void> {
  const next = verdict === "unknown" ? {} : { attempt: call.attempt + 1 };
  const state = verdict === "refused" ? ({ state: "failed", open: false } as const) : {};
  await db
    .update(moneyCalls)
    .set({ error, updatedAt: at, refusedAt: isFinal ? at : null, ...next, ...state })
    .where(
      and(
        eq(moneyCalls.id, call.id),
        eq(moneyCalls.attempt, call.attempt),
        ne(moneyCalls.state, "confirmed"),
      ),
    );
}

/**
 * A statement: changes a call. Without changes it only records that the call was checked.
 * @param at UTC ms
 */
export function updated(
  db: Db,
  id: string,
  changes: Partial<Pick<MoneyCall, "state" | "stripeId" | "url" | "open" | "error">>,
  at: number,
) {
  return db
    .update(moneyCalls)
    .set({ ...changes, updatedAt: at })
    .where(eq(moneyCalls.id, id));
}

/**
 * A statement: removes a user's email address and name from all stored requests when the account is deleted.
 * Only valid while none of the user's calls is in progress.
 */
export function payerForgotten(db: Db, userId: string) {
  return db
    .update(moneyCalls)
    .set({ params: sql`json_remove(params, '$.customer_email', '$.contact_email', '$.display_name')` })
    .where(sql`order_id in (select id from orders where buyer_id = ${userId})
      or registration_id in (select id from sellers where user_id = ${userId})`);
}
