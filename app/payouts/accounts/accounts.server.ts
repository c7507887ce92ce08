import { and, asc, desc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { hour, minute } from "#app/lib/dates.ts";
import { payoutAccounts, users } from "#drizzle/schema.ts";

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

/** True if the user's account with us was deleted. */
export async function isForgotten(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId));
  return row?.deletedAt != null;
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
 * A statement: forgets the bank facts of a deleted account. The open row stays until its account at Stripe is
 * closed. @param at UTC ms
 */
export function ofUserForgotten(db: Db, userId: string, at: number) {
  return (
    db
      .update(payoutAccounts)
      // Later than before: a reading that has begun does not bring the facts back.
      .set({ ...noFacts, checkAt: null, updatedAt: sql`max(${payoutAccounts.updatedAt} + 1, ${at})` })
      .where(eq(payoutAccounts.userId, userId))
  );
}

/** Has an account read in ten minutes: its owner is on Stripe's page, and no event may arrive. */
export async function checkSoon(db: Db, id: string, at: number): Promise<void> {
  await changed(db, id, { checkAt: at + firstPause }, at);
}

/** The next reading of a finished account: one that is planned stays. @returns UTC ms; null: none */
export function laterCheck({ checkAt }: Pick<AccountRow, "checkAt">, at: number): number | null {
  return checkAt !== null && checkAt > at ? checkAt : null;
}

/** How many accounts one run of the sweep reads. */
export const mostInRun = 20;

/** The ids of the accounts that are due for a reading, the longest due first. */
export async function findDue(db: Db, at: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: payoutAccounts.id })
    .from(payoutAccounts)
    .where(and(isNotNull(payoutAccounts.checkAt), lte(payoutAccounts.checkAt, at)))
    .orderBy(asc(payoutAccounts.checkAt))
    .limit(Math.min(limit, mostInRun));
  return rows.map(({ id }) => id);
}

/** Claims the reading of a due account: of two sweeps, one reads it. @returns null if it is not due */
export async function takeDue(db: Db, id: string, at: number): Promise<AccountRow | null> {
  const row = await find(db, { id });
  if (!row || row.checkAt === null || row.checkAt > at) return null;
  const { meta } = await db
    .update(payoutAccounts)
    .set({ checkAt: at + pauseAfter(row, at) })
    .where(and(eq(payoutAccounts.id, id), eq(payoutAccounts.checkAt, row.checkAt)));
  return meta.changes === 1 ? row : null;
}

const firstPause = 10 * minute;

/** How long until an unfinished account is read again: ten minutes at first, later a day. */
export function pauseAfter({ createdAt }: Pick<AccountRow, "createdAt">, at: number): number {
  return Math.min(Math.max(at - createdAt, firstPause), 24 * hour);
}
