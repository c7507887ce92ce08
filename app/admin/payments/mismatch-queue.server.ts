import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import * as guards from "#app/lib/guards.server.ts";
import { refusalToTakeIn } from "#app/payments/balance/balance-entry.ts";
import * as payables from "#app/payments/payables.server.ts";
import type { Payment } from "#app/payments/payments.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import { findRefusalToReversal, reversalTakenIn } from "#app/payouts/transfers/reversals-taken-in.server.ts";
import { balanceTransactions, mismatches, payments } from "#drizzle/schema.ts";

/** The user whose registration a ledger row names. */
const registrant = sql.raw("(select user_id from sellers where sellers.id = registration_id)");

type Deps = Pick<Capabilities, "db" | "clock">;

/** How many of each kind the page shows, oldest first. */
const shownAtOnce = 50;

/**
 * The queue of mismatches: `mismatched` payments do not fit their order, and `unexplained` objects at Stripe
 * match nothing here (docs/specification.md#mismatches). `takeable` holds the ids of those that can be taken
 * into the books. `resolved` holds the last 20 that were resolved.
 */
export async function list(db: Db) {
  const [mismatched, unexplained, resolved] = await Promise.all([
    db.select().from(payments).where(sql`outcome = 'mismatch'`).orderBy(payments.number).limit(shownAtOnce),
    db.select().from(mismatches).where(sql`resolved_at is null`).orderBy(mismatches.at).limit(shownAtOnce),
    db.select().from(mismatches).where(sql`resolved_at is not null`).orderBy(sql`resolved_at desc`).limit(20),
  ]);
  const entries = await listEntries(
    db,
    unexplained.map(({ id }) => id),
  );
  const takeable = unexplained
    .filter((mismatch) => refusalToTakeAll(mismatch, entries) === null)
    .map(({ id }) => id);
  return { mismatched, unexplained, resolved, takeable };
}

/** What moved the balance at Stripe and is not in the books, by the mismatches that name it. */
function listEntries(db: Db, ids: string[]) {
  return db
    .select()
    .from(balanceTransactions)
    .where(and(inArray(balanceTransactions.mismatchId, ids), isNull(balanceTransactions.bookedAs)));
}

type Entries = Awaited<ReturnType<typeof listEntries>>;

/** Why a mismatch cannot be taken into the books; null if it can. */
function refusalToTakeAll(
  mismatch: { id: string; disputeState: string | null },
  all: Entries,
): string | null {
  const entries = all.filter(({ mismatchId }) => mismatchId === mismatch.id);
  if (entries.length === 0) return "This is already in the books";
  return entries.map((entry) => refusalToTakeIn(entry, mismatch)).find((why) => why !== null) ?? null;
}

/** Why a mismatch cannot be taken into the books; null if it can. @param id Stripe's */
export async function findRefusalToTakeIn(db: Db, id: string): Promise<string | null> {
  const [mismatch] = await db.select().from(mismatches).where(eq(mismatches.id, id));
  if (!mismatch) return "This is already in the books";
  const entries = await listEntries(db, [id]);
  const refusals = await Promise.all(entries.map((entry) => findRefusalToReversal(db, entry)));
  return refusalToTakeAll(mismatch, entries) ?? refusals.find((why) => why !== null) ?? null;
}

/**
 * Takes a mismatch into the books (docs/specification.md#balance): what was taken back from a transfer is
 * owed to the seller again, everything else is the platform's. @param id Stripe's
 */
export async function takeIn({ db, clock }: Deps, id: string, decision: Decision): Promise<WriteResult> {
  const at = clock.now();
  const entries = await listEntries(db, [id]);
  const reversals = await Promise.all(entries.map((entry) => reversalTakenIn(db, entry, at)));
  const own = entries.filter((_, i) => reversals[i] === null);
  return await runAudited(() =>
    db.batch([
      ...audited(db, "take-in", subjectOfUnexplained(id), decision, at),
      // The sweep may have found what it belongs to.
      ...entries.map((entry) =>
        guards.that(
          db,
          "subject-unchanged",
          sql`(select booked_as is null from balance_transactions where id = ${entry.id})`,
        ),
      ),
      ledger.own(
        db,
        own.map((entry) => ({ ...entry, account: "adjustments" })),
      ),
      ...reversals.flatMap((statements) => statements ?? []),
      ...entries.map((entry, i) =>
        db
          .update(balanceTransactions)
          .set({
            bookedAs: reversals[i] ? ledger.reversedName(entry.source ?? "") : ledger.ownName(entry.id),
          })
          .where(eq(balanceTransactions.id, entry.id)),
      ),
      db.update(mismatches).set({ resolvedAt: at }).where(eq(mismatches.id, id)),
    ]),
  );
}

/** Finds a payment that is in the queue; null if it is not. */
export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  return payment?.outcome === "mismatch" ? payment : null;
}

/** Finds what unexplained money was paid for; null if it is unknown. @param id Stripe's */
export async function findPayableOfMismatch(db: Db, id: string): Promise<payables.Payable | null> {
  const [mismatch] = await db.select().from(mismatches).where(eq(mismatches.id, id));
  return mismatch ? await payables.find(db, mismatch) : null;
}

/** Refunds a mismatched payment in full and notifies the payer. The payment must be in US dollars. */
export async function returnPayment(
  { db, clock }: Deps,
  payment: Payment,
  decision: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  const payable = await payables.find(db, payment);
  if (!payable) throw new Error(`Payment ${payment.id} was for nothing`);
  const { checkoutSessionId, paymentIntentId, amountCents } = payment;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "return-payment", subjectOfWaiting(payment), decision, at, {
        cents: payment.amountCents,
      }),
      db.update(payments).set({ outcome: "returned" }).where(eq(payments.id, payment.id)),
      ledger.unwantedPayment(db, payable, checkoutSessionId, amountCents, at),
      refundCalls.refundDue(db, payable, paymentIntentId, amountCents, "return", at),
      payables.paymentReturned(db, payable, at),
    ]),
  );
}

/**
 * Marks a mismatched payment as looked into, without a refund. The order or registration can then be paid
 * again.
 */
export async function resolvePayment(
  { db, clock }: Deps,
  payment: Payment,
  decision: Decision,
): Promise<WriteResult> {
  return await runAudited(() =>
    db.batch([
      ...audited(db, "look-into", subjectOfWaiting(payment), decision, clock.now()),
      db.update(payments).set({ outcome: "resolved" }).where(eq(payments.id, payment.id)),
    ]),
  );
}

/** Marks unexplained money as looked into. @param id Stripe's */
export async function resolveUnexplained(
  { db, clock }: Deps,
  id: string,
  decision: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  return await runAudited(() =>
    db.batch([
      ...audited(db, "look-into", subjectOfUnexplained(id), decision, at),
      db.update(mismatches).set({ resolvedAt: at }).where(eq(mismatches.id, id)),
    ]),
  );
}

/**
 * The id of the order, or of the user whose registration it is, while the payment is waiting; else null,
 * which `audited` refuses.
 */
function subjectOfWaiting({ id }: Payment) {
  return sql<string>`(select ifnull(order_id, ${registrant}) from payments where id = ${id} and outcome = 'mismatch')`;
}

/** The order, user or object at Stripe that a waiting mismatch is about; else null. */
function subjectOfUnexplained(id: string) {
  return sql<string>`(select coalesce(order_id, ${registrant}, id) from mismatches where id = ${id} and resolved_at is null)`;
}
