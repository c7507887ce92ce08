import { and, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import { payoutAccounts, transfers, users } from "#drizzle/schema.ts";

// The store of sellers' accounts at Stripe (docs/specification.md#payout-accounts). Times are UTC ms.

export type AccountRow = typeof payoutAccounts.$inferSelect;

/** The user's open account; null if there is none. */
export async function findOpen(db: Db, userId: string): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.userId, userId), eq(payoutAccounts.open, true)));
  return row ?? null;
}

/** An account by our id or Stripe's; null if there is none. */
export async function find(db: Db, by: { id: string } | { stripeId: string }): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(payoutAccounts)
    .where("id" in by ? eq(payoutAccounts.id, by.id) : eq(payoutAccounts.stripeId, by.stripeId));
  return row ?? null;
}

/** When the user's account with us was deleted, UTC ms; null: it was not. */
export async function findForgotten(db: Db, userId: string): Promise<number | null> {
  const [row] = await db.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId));
  return row?.deletedAt ?? null;
}

/** True if the user's account with us was deleted. */
export async function isForgotten(db: Db, userId: string): Promise<boolean> {
  return (await findForgotten(db, userId)) !== null;
}

/** True if the user's account with us is suspended: they cannot sign in. */
export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ at: users.suspendedAt }).from(users).where(eq(users.id, userId));
  return row?.at != null;
}

/** True if Stripe knew a bank account of one of the user's earlier accounts. */
export async function hadBank(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payoutAccounts.id })
    .from(payoutAccounts)
    .where(
      and(
        eq(payoutAccounts.userId, userId),
        eq(payoutAccounts.open, false),
        isNotNull(payoutAccounts.bankSince),
      ),
    )
    .orderBy(desc(payoutAccounts.number))
    .limit(1);
  return row !== undefined;
}

/** True if a transfer to this account was confirmed: Stripe has something to pay out, or had. */
export async function hasReceived(
  db: Db,
  { id, userId }: Pick<AccountRow, "id" | "userId">,
): Promise<boolean> {
  const [row] = await db
    .select({ id: transfers.id })
    .from(transfers)
    .where(
      and(
        eq(transfers.userId, userId),
        eq(transfers.accountId, id),
        gt(transfers.cents, 0),
        isNotNull(transfers.confirmedAt),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Statements: money was sent to an account. It is read within a day, so that its payout is noticed. A reading
 * that is in progress does not see the money, so it stores nothing. Usually the account is already due by
 * then, and its index entry does not change.
 * @param at UTC ms
 */
export function received(db: Db, id: string, at: number) {
  const isOpen = and(eq(payoutAccounts.id, id), eq(payoutAccounts.open, true));
  const isLater = sql`ifnull(${payoutAccounts.checkAt} > ${at + day}, 1)`;
  return [
    db
      .update(payoutAccounts)
      .set({ updatedAt: sql`max(${payoutAccounts.updatedAt} + 1, ${at})` })
      .where(isOpen),
    db
      .update(payoutAccounts)
      .set({ checkAt: at + day })
      .where(and(isOpen, isLater)),
  ] as const;
}

/** A statement: a new account, open, before Stripe is asked. A second open one breaks a unique key. */
export function opened(db: Db, account: { id: string; userId: string; country: string }, at: number) {
  return db
    .insert(payoutAccounts)
    .values({ ...account, open: true, checkAt: at + firstPause, createdAt: at, updatedAt: at });
}

/** A statement: changes an account. */
export function changed(
  db: Db,
  id: string,
  changes: Partial<Omit<AccountRow, "id" | "userId" | "number">>,
  at: number,
) {
  return db
    .update(payoutAccounts)
    .set({ ...changes, updatedAt: at })
    .where(eq(payoutAccounts.id, id));
}

/** A statement: Stripe has refused to open the account, or it was closed. Another may be opened. */
export function closed(db: Db, id: string, at: number) {
  return changed(db, id, { open: false, closedAt: at, checkAt: null }, at);
}

const noFacts = {
  bankName: null,
  bankLast4: null,
  bankCurrency: null,
  bankFingerprint: null,
  requirements: [],
};

/**
 * A statement: forgets the bank facts of a deleted account. The open row stays until the sweep has closed its
 * account at Stripe. @param at UTC ms
 */
export function ofUserForgotten(db: Db, userId: string, at: number) {
  return (
    db
      .update(payoutAccounts)
      // Later than before, so that a reading in progress does not bring the facts back.
      .set({
        ...noFacts,
        checkAt: sql`iif(${payoutAccounts.open}, ${at}, null)`,
        updatedAt: sql`max(${payoutAccounts.updatedAt} + 1, ${at})`,
      })
      .where(eq(payoutAccounts.userId, userId))
  );
}

/** Makes an account due in ten minutes: its owner is on Stripe's page, and an event may never arrive. */
export async function checkSoon(db: Db, id: string, at: number): Promise<void> {
  await changed(db, id, { checkAt: at + firstPause }, at);
}

/** The time between two accounts that are read for the same reason, in ms: the sweep reads 20 a minute. */
const pauseBetween = 6000;

/**
 * A statement: every open account is to be read, because the schedule has changed. They are due one after the
 * other, so that other readings do not have to wait for all of them. @param at UTC ms
 */
export function allCheckedSoon(db: Db, at: number) {
  return db
    .update(payoutAccounts)
    .set({
      checkAt: sql`min(ifnull(${payoutAccounts.checkAt}, ${at} + ${payoutAccounts.number} * ${pauseBetween}), ${at} + ${payoutAccounts.number} * ${pauseBetween})`,
    })
    .where(and(eq(payoutAccounts.open, true), isNotNull(payoutAccounts.stripeId)));
}

/** A statement: a user's open account is to be read now: its schedule may have to change. @param at UTC ms */
export function checkNow(db: Db, userId: string, at: number) {
  return db
    .update(payoutAccounts)
    .set({ checkAt: at, updatedAt: sql`max(${payoutAccounts.updatedAt} + 1, ${at})` })
    .where(
      and(
        eq(payoutAccounts.userId, userId),
        eq(payoutAccounts.open, true),
        isNotNull(payoutAccounts.stripeId),
      ),
    );
}

/** The next reading of a finished account: one that is planned stays. @returns UTC ms; null: none */
export function laterCheck({ checkAt }: Pick<AccountRow, "checkAt">, at: number): number | null {
  return checkAt !== null && checkAt > at ? checkAt : null;
}

/** Claims the reading of a due account, so that only one sweep reads it. @returns null if it is not due */
export async function takeDue(db: Db, id: string, at: number): Promise<AccountRow | null> {
  const row = await find(db, { id });
  if (!row || row.checkAt === null || row.checkAt > at) return null;
  const { meta } = await db
    .update(payoutAccounts)
    .set({ checkAt: at + pauseAfter(row, at) })
    .where(and(eq(payoutAccounts.id, id), eq(payoutAccounts.checkAt, row.checkAt)));
  return meta.changes === 1 ? row : null;
}

/** After this time, in ms, an account that may have changed is read again. */
export const firstPause = 10 * minute;

/** How long until an unfinished account is read again: ten minutes at first, later a day. */
export function pauseAfter({ createdAt }: Pick<AccountRow, "createdAt">, at: number): number {
  return Math.min(Math.max(at - createdAt, firstPause), 24 * hour);
}
