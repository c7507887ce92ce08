import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { hour } from "#app/lib/dates.ts";
import { isOneOf } from "#app/lib/one-of.server.ts";
import type { BankPayout, ShownPayout } from "#app/payouts/bank/bank-payout.ts";
import { intervalOf, type PayoutInterval } from "#app/payouts/bank/schedule.ts";
import {
  type BankPayoutState,
  bankPayouts,
  bankPayoutTransfers,
  payoutAccounts,
  settings,
} from "#drizzle/schema.ts";

// The store of Stripe's payouts to sellers' banks (docs/specification.md#bank-payouts). Times are UTC ms.

/** A payout by Stripe's id; null if it is unknown. */
export async function find(db: Db, id: string): Promise<BankPayout | null> {
  const [row] = await db.select().from(bankPayouts).where(eq(bankPayouts.id, id));
  return row ?? null;
}

/** The states of these payouts, by id. Unknown payouts are absent. */
export async function findStates(db: Db, ids: string[]): Promise<Map<string, BankPayoutState>> {
  const rows = await db
    .select({ id: bankPayouts.id, state: bankPayouts.state })
    .from(bankPayouts)
    .where(isOneOf(bankPayouts.id, ids));
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** The failed payout of a user that nothing has resolved yet; null if there is none. */
export async function findFailed(db: Db, userId: string): Promise<BankPayout | null> {
  const [row] = await db
    .select({ payout: bankPayouts })
    .from(payoutAccounts)
    .innerJoin(bankPayouts, eq(bankPayouts.id, payoutAccounts.failedPayout))
    .where(and(eq(payoutAccounts.userId, userId), eq(payoutAccounts.open, true)));
  return row?.payout ?? null;
}

/** What a seller sees of payouts, by id. @param ids may name one more than once */
export async function findShown(db: Db, ids: string[]): Promise<Map<string, ShownPayout>> {
  if (ids.length === 0) return new Map();
  const { id, amount, currency, cents, arrivesAt, state } = bankPayouts;
  const rows = await db
    .select({ id, amount, currency, cents, arrivesAt, state })
    .from(bankPayouts)
    .where(isOneOf(id, [...new Set(ids)]));
  return new Map(rows.map(({ id, ...shown }) => [id, shown]));
}

/** How often sellers are paid: the setting `payout_schedule`, `weekly` or `daily`. */
export async function findInterval(db: Db): Promise<PayoutInterval> {
  const [row] = await db.select().from(settings).where(eq(settings.key, "payout_schedule"));
  return intervalOf(row?.value);
}

/** Claims the reading of a due payout, so that only one sweep reads it. @returns false if it is not due */
export async function takeDue(db: Db, id: string, at: number): Promise<boolean> {
  const { meta } = await db
    .update(bankPayouts)
    .set({ checkAt: at + hour })
    .where(and(eq(bankPayouts.id, id), isNotNull(bankPayouts.checkAt), lte(bankPayouts.checkAt, at)));
  return meta.changes > 0;
}

/** Plans the next reading of a payout that has not changed, unless another reading has stored it since. */
export async function planReading(db: Db, { id, readAt }: BankPayout, checkAt: number | null): Promise<void> {
  await db
    .update(bankPayouts)
    .set({ checkAt })
    .where(and(eq(bankPayouts.id, id), eq(bankPayouts.readAt, readAt)));
}

/** A statement: the sum of what has reached the bank. After the payout's own statement in the batch. */
export function sumRenewed(db: Db, accountId: string) {
  return db
    .update(payoutAccounts)
    .set({
      paidCents: sql`(select ifnull(sum(cents), 0) from bank_payouts where account_id = ${accountId} and state = 'paid')`,
    })
    .where(eq(payoutAccounts.id, accountId));
}

/**
 * A statement: a payout has failed, and the account is to be read. A bank account that was named after the
 * payout was made has already resolved it.
 */
export function failureNoted(db: Db, { id, accountId, createdAt }: BankPayout, at: number) {
  return db
    .update(payoutAccounts)
    .set({
      failedPayout: sql`iif(ifnull(${payoutAccounts.bankSince}, 0) <= ${createdAt}, ${id}, ${payoutAccounts.failedPayout})`,
      checkAt: at,
      // So that a reading of the account that is in progress stores nothing.
      updatedAt: sql`max(${payoutAccounts.updatedAt} + 1, ${at})`,
    })
    .where(and(eq(payoutAccounts.id, accountId), eq(payoutAccounts.open, true)));
}

/** A statement: Stripe no longer tells us about a payout, so it is not read again. */
export function neverRead(db: Db, id: string) {
  return db.update(bankPayouts).set({ checkAt: null }).where(eq(bankPayouts.id, id));
}

/** A statement: a new payout was made, so what had failed before it is resolved. */
export function failureMended(db: Db, { accountId, createdAt }: BankPayout) {
  return db
    .update(payoutAccounts)
    .set({ failedPayout: null })
    .where(
      and(
        eq(payoutAccounts.id, accountId),
        sql`${payoutAccounts.failedPayout} in (select id from bank_payouts where account_id = ${accountId} and created_at < ${createdAt})`,
      ),
    );
}

/**
 * A statement: records the transfers in a payout. What a failed payout returned is part of a later one.
 * @param payments `py_…` of the transfers @param failed `po_…` of failed payouts
 */
export function transfersNoted(
  db: Db,
  { id, accountId }: Pick<BankPayout, "id" | "accountId">,
  payments: string[],
  failed: string[],
) {
  return db
    .insert(bankPayoutTransfers)
    .select(sql`
    select ${id}, id from transfers where ${isOneOf(sql`payment_id`, payments)} and account_id = ${accountId}
    union select ${id}, transfer_id from bank_payout_transfers where ${isOneOf(sql`payout_id`, failed)}`)
    .onConflictDoNothing();
}

/**
 * Records the payment that each transfer arrived as, where it is not known: earlier releases did not store
 * it.
 * @param made what Stripe says: `tr_…` and `py_…`
 */
export async function paymentsNoted(db: Db, made: { transfer: string; payment: string }[]): Promise<void> {
  await db.run(sql`
    update transfers set payment_id = made.payment
    from (select c.id, value ->> '$.payment' as payment
      from json_each(${JSON.stringify(made)}) cross join money_calls c on c.stripe_id = value ->> '$.transfer') made
    where transfers.id = made.id and transfers.payment_id is null`);
}

/**
 * The known amounts of a payout's entries, in US cents: of our transfers, by the id of their payment, and of
 * failed payouts.
 */
export async function findWorths(db: Db, sources: string[]): Promise<Map<string, number>> {
  const rows = await db.all<{ id: string; cents: number | null }>(sql`
    select payment_id as id, cents from transfers where ${isOneOf(sql`payment_id`, sources)}
    union all select id, cents from bank_payouts where ${isOneOf(sql`id`, sources)}`);
  return new Map(rows.flatMap(({ id, cents }) => (cents === null ? [] : [[id, cents]])));
}
