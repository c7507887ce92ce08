import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isFor, type PaidFor, paidForOf } from "#app/ledger/paid-for.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { day, minute } from "#app/lib/dates.ts";
import { due, findIds, findIf, type MoneyCall, waitsAs } from "#app/payments/money-calls.server.ts";
import { moneyCalls } from "#drizzle/schema.ts";

// Money calls that refund a card.

/**
 * Why money is refunded: the order was cancelled, a refund was granted, or the payment could not be accepted.
 */
export type RefundReason = "cancellation" | "refund" | "return";

/**
 * A statement: makes a refund due. The call's id is in the metadata of the refund, so the refund can be found
 * again if Stripe's response is lost.
 * @param cents the amount for the card
 * @param at UTC ms
 */
export function refundDue(
  db: Db,
  paidFor: PaidFor,
  paymentIntent: string | null,
  cents: number,
  reason: RefundReason,
  at: number,
) {
  const id = crypto.randomUUID();
  const params = {
    payment_intent: paymentIntent,
    amount: cents,
    metadata: { [paidFor.isRegistration ? "registration" : "order"]: paidFor.id, reason, call: id },
  };
  return due(db, { id, kind: "refund", params: JSON.stringify(params), open: false }, paidFor, at);
}

/**
 * A statement: makes a failed refund due again, as a new call. It breaks a unique key if the failed refund
 * was already sent again (`isReplaced`).
 * @param at UTC ms
 */
export function refundAgain(db: Db, failed: MoneyCall, at: number) {
  const id = crypto.randomUUID();
  const params = JSON.parse(failed.params);
  const again = { ...params, metadata: { ...params.metadata, call: id } };
  const call = { id, kind: "refund", params: JSON.stringify(again), open: false, replaces: failed.id };
  const paidFor = paidForOf(failed);
  if (!paidFor) throw new Error(`Refund ${failed.id} belongs to nothing`);
  return due(db, call, paidFor, at);
}

/** True if a batch was rolled back because the failed refund was already sent again. */
export function isReplaced(error: unknown): boolean {
  return brokeUnique(error, "money_calls.replaces");
}

/** Finds the call that sends a failed refund again. @param failed its id @returns none or one */
export function findReplacing(db: Db, failed: string): Promise<MoneyCall[]> {
  return db.select().from(moneyCalls).where(eq(moneyCalls.replaces, failed));
}

/**
 * A condition on `money_calls`: no later call replaces this one. Raw SQL, because it is a correlated
 * sub-select.
 */
export const hasNoReplacement = sql`not exists (select 1 from money_calls later where later.replaces = money_calls.id)`;

/** What a refund's call sends back, in cents. */
export function amountOf({ params }: Pick<MoneyCall, "params">): number {
  return JSON.parse(params).amount;
}

/**
 * A condition on `money_calls`: it refunds a payment that was accepted, not one that its order could not
 * accept.
 */
const refundsAccepted = sql`params ->> '$.metadata.reason' <> 'return'`;

/** True if this call refunds a payment that its order could not accept. */
export function returnsUnacceptedPayment(call: MoneyCall): boolean {
  return JSON.parse(call.params).metadata?.reason === "return";
}

/** The oldest refund of an order or a registration that was not sent yet. @returns null if there is none */
export async function findDue(db: Db, paidFor: PaidFor): Promise<MoneyCall | null> {
  const [call] = await db
    .select()
    .from(moneyCalls)
    .where(and(isFor(moneyCalls, paidFor), eq(moneyCalls.kind, "refund"), eq(moneyCalls.state, "due")))
    .orderBy(moneyCalls.number)
    .limit(1);
  return call ?? null;
}

/** True if Stripe has refused a refund of an order or a registration, and it was not sent again. */
export async function hasFailed(db: Db, paidFor: PaidFor): Promise<boolean> {
  const calls = await db
    .select({ id: moneyCalls.id })
    .from(moneyCalls)
    .where(
      and(
        isFor(moneyCalls, paidFor),
        eq(moneyCalls.kind, "refund"),
        eq(moneyCalls.state, "failed"),
        hasNoReplacement,
      ),
    )
    .limit(1);
  return calls.length > 0;
}

/** The refunds of an accepted payment that Stripe has not confirmed. */
function unconfirmed(paidFor: PaidFor) {
  return and(
    isFor(moneyCalls, paidFor),
    eq(moneyCalls.kind, "refund"),
    ne(moneyCalls.state, "confirmed"),
    hasNoReplacement,
    refundsAccepted,
  );
}

/**
 * True while a refund of an accepted payment is not confirmed.
 * @param exceptId the id of a call to ignore; null to count all
 */
export async function hasUnconfirmed(db: Db, paidFor: PaidFor, exceptId: string | null): Promise<boolean> {
  const [call] = await db
    .select({ id: moneyCalls.id })
    .from(moneyCalls)
    .where(and(unconfirmed(paidFor), exceptId === null ? undefined : ne(moneyCalls.id, exceptId)))
    .limit(1);
  return call !== undefined;
}

/** True while a refund of another accepted payment of the order is not confirmed. */
export async function hasUnconfirmedOfOthers(
  db: Db,
  paidFor: PaidFor,
  paymentIntent: string | null,
): Promise<boolean> {
  const [call] = await db
    .select({ id: moneyCalls.id })
    .from(moneyCalls)
    .where(and(unconfirmed(paidFor), sql`params ->> '$.payment_intent' is not ${paymentIntent}`))
    .limit(1);
  return call !== undefined;
}

/** The payment intent of the payment that a call refunds; null: its payment has none. */
export function paymentIntentOf({ params }: Pick<MoneyCall, "params">): string | null {
  return JSON.parse(params).payment_intent;
}

/** A condition on `money_calls`: it refunds this payment. An order also has one for each added extra. */
function refundsIntent(paymentIntent: string | null) {
  return sql`params ->> '$.payment_intent' is ${paymentIntent}`;
}

/**
 * The sum of all refunds of an accepted payment that are decided but not confirmed, in cents. Null while one
 * of them is in progress: Stripe may already have made it.
 */
export async function owedCents(
  db: Db,
  paidFor: PaidFor,
  paymentIntent: string | null,
): Promise<number | null> {
  const [row] = await owed(db, paidFor, paymentIntent);
  return row?.cents ?? null;
}

/** A condition: `owedCents` has not changed. */
export function isStillOwed(db: Db, paidFor: PaidFor, paymentIntent: string | null, cents: number) {
  return sql`(${owed(db, paidFor, paymentIntent)}) is ${cents}`;
}

function owed(db: Db, paidFor: PaidFor, paymentIntent: string | null) {
  const sum = sql<number | null>`iif(max(state = 'sent'), null, ifnull(sum(params ->> '$.amount'), 0))`;
  return db
    .select({ cents: sum.as("cents") })
    .from(moneyCalls)
    .where(and(unconfirmed(paidFor), refundsIntent(paymentIntent)));
}

/**
 * How often a refund that is pending at Stripe is checked, in ms. Rarely, because a webhook event reports its
 * result.
 */
const pendingPause = 10 * minute;

/**
 * Lists refunds to process, oldest first, at most five, because a request sends them: those that were never
 * sent; those that Stripe has not confirmed, after a minute; those that Stripe refused but may accept another
 * day (because the balance was too low, for example), once a day.
 * @param now UTC ms
 * @param pause how long a refund that was never sent must have waited, in ms
 */
export function listUnsettled(db: Db, now: number, pause: number): Promise<MoneyCall[]> {
  return db.select().from(moneyCalls).where(unsettled(now, pause)).orderBy(moneyCalls.updatedAt).limit(5);
}

/** The ids that `listUnsettled` finds with its default pause. @param now UTC ms */
export function findUnsettled(db: Db, now: number, limit: number): Promise<string[]> {
  return findIds(db, unsettled(now, minute), limit);
}

/** One of these refunds; null if it was processed in the meantime. @param now UTC ms */
export function findIfUnsettled(db: Db, id: string, now: number): Promise<MoneyCall | null> {
  return findIf(db, id, unsettled(now, minute));
}

function unsettled(now: number, pause: number) {
  return and(
    eq(moneyCalls.kind, "refund"),
    or(
      waitsAs("due", now - pause),
      waitsAs("sent", sql`iif(${moneyCalls.stripeId} is null, ${now - minute}, ${now - pendingPause})`),
      sql`${moneyCalls.number} in (select number from money_calls indexed by money_calls_retried
        where state = 'failed' and stripe_id is null and refused_at is null and updated_at <= ${now - day})`,
    ),
  );
}

/**
 * A statement: a refund failed at Stripe before it was booked. A confirmed call stays confirmed: its amount
 * was paid in another way.
 * @param at UTC ms
 */
export function failedUnbooked(db: Db, id: string, error: string, at: number) {
  return db
    .update(moneyCalls)
    .set({ state: "failed", error, updatedAt: at })
    .where(and(eq(moneyCalls.id, id), ne(moneyCalls.state, "confirmed")));
}

/**
 * A statement: confirms all refunds of an accepted payment, because their amount was paid in another way. It
 * may change no rows.
 * @param by what paid them, shown to the operator
 * @param at UTC ms
 */
export function paidOtherwise(
  db: Db,
  paidFor: PaidFor,
  paymentIntent: string | null,
  by: string,
  at: number,
) {
  return db
    .update(moneyCalls)
    .set({ state: "confirmed", error: `Paid by ${by}`, updatedAt: at })
    .where(
      and(
        isFor(moneyCalls, paidFor),
        eq(moneyCalls.kind, "refund"),
        ne(moneyCalls.state, "confirmed"),
        refundsAccepted,
        refundsIntent(paymentIntent),
      ),
    );
}
