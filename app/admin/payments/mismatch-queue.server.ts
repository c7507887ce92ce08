import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import { rowsPerPage } from "#app/admin/list-page.server.ts";
import { boundsOf, hasMoreOrders, pageOf, paidForNamed } from "#app/admin/payments/payment-search.server.ts";
import type { PaymentSearch } from "#app/admin/payments/payment-search.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import type { PaidForColumns } from "#app/ledger/paid-for.server.ts";
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

/**
 * A waiting mismatch: a payment that does not match what it was paid for, or an object at Stripe that nothing
 * here explains. Only a payment has an amount, a currency and a session.
 */
export type ListedMismatch = PaidForColumns & {
  id: string;
  /** UTC ms. */
  at: number;
  note: string | null;
  amountCents: number | null;
  currency: string | null;
  checkoutSessionId: string | null;
  paymentIntentId: string | null;
  disputeState: string | null;
  /** The action of the proposal about it that waits for a second operator; then its sum. Null: none. */
  proposed: string | null;
  proposedCents: number | null;
};

/**
 * Lists a page of the waiting mismatches, oldest first (docs/specification.md#mismatches). `takeable`: the
 * ids of those that can be taken into the books, resolved ones included. `resolved`: on the first page
 * without a search, the last 20 that were resolved; in a search for an id at Stripe, the one with that id.
 * @param at UTC ms
 */
export async function list(db: Db, search: PaymentSearch, at: number) {
  const isEverything = search.q === "" && search.day === "" && search.after === null;
  const [page, resolved, isCut] = await Promise.all([
    startOf(db, search).then(async (from) => pageOf(await listFrom(db, search, from, at))),
    isEverything || search.q !== ""
      ? db
          .select()
          .from(mismatches)
          .where(
            isEverything ? sql`resolved_at is not null` : sql`id = ${search.q} and +resolved_at is not null`,
          )
          .orderBy(sql`resolved_at desc`)
          .limit(20)
      : [],
    hasMoreOrders(db, search.q),
  ]);
  return {
    ...page,
    takeable: await listTakeable(db, [...unexplainedOf(page.rows), ...resolved]),
    resolved,
    isCut,
  };
}

/** The row after which the page begins. */
type Start = { at: number; id: string };

async function startOf(db: Db, search: PaymentSearch): Promise<Start> {
  const { first } = boundsOf(search);
  const { after } = search;
  const [last] =
    after === null
      ? []
      : await db.all<{ at: number }>(
          sql`select at from payments where id = ${after} union all select at from mismatches where id = ${after}`,
        );
  return last && after !== null && last.at >= first ? { at: last.at, id: after } : { at: first, id: "" };
}

async function listFrom(db: Db, search: PaymentSearch, from: Start, at: number): Promise<ListedMismatch[]> {
  const { end } = boundsOf(search);
  const page = sql`at >= ${from.at} and at < ${end} and (at > ${from.at} or id > ${from.id})
    order by at, id limit ${rowsPerPage + 1}`;
  const named = search.q === "" ? null : paidForNamed(search.q);
  const isNamed = named
    ? sql`(id = ${search.q} or order_id in (${named.orders}) or registration_id in (${named.registrations}))`
    : sql`true`;
  return await db.all<ListedMismatch>(sql`
    select ${listedColumns(at)} from (
      select * from (select ${paymentColumns} from payments indexed by payments_mismatch where outcome = 'mismatch' and ${isNamed} and ${page})
      union all
      select * from (select ${unexplainedColumns} from mismatches indexed by mismatches_waiting where resolved_at is null and ${isNamed} and ${page})
    ) m order by at, id limit ${rowsPerPage + 1}`);
}

const paymentColumns = sql`id, at, note, order_id, registration_id, amount_cents, currency, checkout_session_id, payment_intent_id, null as dispute_state`;
const unexplainedColumns = sql`id, at, note, order_id, registration_id, null as amount_cents, null as currency, null as checkout_session_id, null as payment_intent_id, dispute_state`;

function listedColumns(at: number): SQL {
  const proposal = (column: string) =>
    sql`(select p.${sql.raw(column)} from proposals p indexed by proposals_open
      where p.kind = 'payment' and p.subject_id = m.id and p.state = 'open' and p.expires_at > ${at})`;
  return sql`id, at, note, order_id as orderId, registration_id as registrationId, amount_cents as amountCents, currency,
    checkout_session_id as checkoutSessionId, payment_intent_id as paymentIntentId, dispute_state as disputeState,
    ${proposal("action")} as proposed, ${proposal("cents")} as proposedCents`;
}

const unexplainedOf = (rows: ListedMismatch[]) => rows.filter(({ amountCents }) => amountCents === null);

/** The ids of those that can be taken into the books. */
async function listTakeable(db: Db, rows: { id: string; disputeState: string | null }[]): Promise<string[]> {
  const entries = await listEntries(
    db,
    rows.map(({ id }) => id),
  );
  return rows.filter((row) => refusalToTakeAll(row, entries) === null).map(({ id }) => id);
}

/**
 * Finds a mismatch that is waiting, or that was resolved although its money is not in the books, and whether
 * it can be taken into the books; null if there is none.
 */
export async function findListed(db: Db, id: string, at: number) {
  const [row] = await db.all<ListedMismatch>(sql`select ${listedColumns(at)} from (
    select ${paymentColumns} from payments where id = ${id} and outcome = 'mismatch'
    union all select ${unexplainedColumns} from mismatches where id = ${id} and (resolved_at is null or ${isUnbooked(id)})) m`);
  return row ? { row, isTakeable: (await listTakeable(db, unexplainedOf([row]))).length > 0 } : null;
}

/**
 * A condition: what a mismatch names has moved the balance and is not in the books. Since the balance was
 * read, a refund of the product may have been booked that explains it.
 */
function isUnbooked(id: string): SQL {
  return sql`exists (select 1 from balance_transactions where mismatch_id = ${id} and booked_as is null
    and not (category = 'refund' and exists (select 1 from ledger where "transaction" = 'refund:' || source)))`;
}

/** Finds a chosen mismatch, and what it is called. It may no longer be waiting. */
export async function findNamed({ db, clock }: Pick<Capabilities, "db" | "clock">, id: string) {
  const found = await findListed(db, id, clock.now());
  return { row: id, name: found?.row.note ?? id };
}

/** The balance transactions of these mismatches that are not in the books. */
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
 * owed to the seller again, and everything else is the platform's. @param id Stripe's
 */
export async function takeIn({ db, clock }: Deps, id: string, decision: Decision): Promise<WriteResult> {
  const at = clock.now();
  const entries = await listEntries(db, [id]);
  const reversals = await Promise.all(entries.map((entry) => reversalTakenIn(db, entry, at)));
  const own = entries.filter((_, i) => reversals[i] === null);
  return await runAudited(() =>
    db.batch([
      ...audited(db, "take-in", subjectOfUnbooked(id), decision, at),
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
  const payable = await payables.findPayable(db, payment);
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

/** The same for a mismatch that is not in the books, even if it was resolved. */
function subjectOfUnbooked(id: string) {
  return sql<string>`(select coalesce(order_id, ${registrant}, id) from mismatches where id = ${id} and ${isUnbooked(id)})`;
}

/** The order, user or object at Stripe that a waiting mismatch is about; else null. */
function subjectOfUnexplained(id: string) {
  return sql<string>`(select coalesce(order_id, ${registrant}, id) from mismatches where id = ${id} and resolved_at is null)`;
}
