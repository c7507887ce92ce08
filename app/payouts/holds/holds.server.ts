import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as accounts from "#app/payouts/accounts/accounts.server.ts";
import { maxHold, type PayoutHold } from "#app/payouts/holds/hold.ts";
import { earningsDueAgain } from "#app/payouts/transfers-due.server.ts";
import { payoutHolds } from "#drizzle/schema.ts";

// The store of holds on all payouts of a seller (docs/specification.md#payout-holds). Times are UTC ms.

export type Hold = typeof payoutHolds.$inferSelect;

/** The open hold of a seller; null if there is none. */
export async function findOpen(db: Db, userId: string): Promise<Hold | null> {
  const [row] = await db.select().from(payoutHolds).where(openOf(userId));
  return row ?? null;
}

/** What a seller sees of their open hold; null if there is none. */
export async function findShown(db: Db, userId: string): Promise<PayoutHold | null> {
  const { kind, reason, until } = payoutHolds;
  const [row] = await db.select({ kind, reason, until }).from(payoutHolds).where(openOf(userId));
  return row ?? null;
}

/** A hold, open or ended; null if there is none. */
export async function find(db: Db, id: string): Promise<Hold | null> {
  const [row] = await db.select().from(payoutHolds).where(eq(payoutHolds.id, id));
  return row ?? null;
}

/** The ids of the open holds whose time is over, earliest end first. @param at UTC ms */
export async function findOver(db: Db, at: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: payoutHolds.id })
    .from(payoutHolds)
    .where(and(isNull(payoutHolds.endedAt), lte(payoutHolds.until, at)))
    .orderBy(payoutHolds.until)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * A statement: holds a seller's payouts. A second open hold breaks a unique key (`payout_holds.user_id`).
 * @param placedBy the operator; null: the owner
 */
export function placed(
  db: Db,
  hold: { id?: string; userId: string; reason: string; placedBy: string | null; until: number },
  at: number,
) {
  return db.insert(payoutHolds).values({
    id: crypto.randomUUID(),
    ...hold,
    kind: hold.placedBy === null ? "owner" : "operator",
    deniesBank: hold.placedBy === null,
    until: capped(hold.until, at),
    at,
  });
}

/** Statements: the owner denies the bank account under a hold. They break `payouts-held` if there is none. */
export function bankDenied(db: Db, userId: string, until: number) {
  return [
    guards.that(db, "payouts-held", sql`not ${hasNone(userId)}`),
    db
      .update(payoutHolds)
      .set({ deniesBank: true, until: sql`max(${payoutHolds.until}, ${until})` })
      .where(openOf(userId)),
  ] as const;
}

/** A statement: an operator renews a hold, for their own reason, so it is theirs from now on. */
export function renewed(
  db: Db,
  id: string,
  { reason, renewedBy, until }: { reason: string; renewedBy: string; until: number },
  at: number,
) {
  return db
    .update(payoutHolds)
    .set({ kind: "operator", reason, placedBy: renewedBy, until: capped(until, at) })
    .where(eq(payoutHolds.id, id));
}

/** Never more than `maxHold` days from now, no matter what was asked for. */
function capped(until: number, at: number): number {
  return Math.min(until, at + maxHold * day);
}

/**
 * Statements: ends a hold, if it is open, and makes the earnings due that it held. The account's payout
 * schedule may have to change, so the account is read.
 */
export function ended(db: Db, { id, userId }: Pick<Hold, "id" | "userId">, at: number) {
  return [
    db
      .update(payoutHolds)
      .set({ endedAt: at })
      .where(and(eq(payoutHolds.id, id), isNull(payoutHolds.endedAt))),
    earningsDueAgain(db, userId, at),
    accounts.checkNow(db, userId, at),
  ] as const;
}

/** A condition for a batch: no hold of a seller is open. */
export function hasNone(userId: string): SQL<boolean> {
  return sql`not exists (select 1 from payout_holds where user_id = ${userId} and ended_at is null)`;
}

/** A condition for a batch: a hold is open, and its end is still the one that was read. */
export function isUnchanged({ id, until }: Pick<Hold, "id" | "until">): SQL<boolean> {
  return sql`exists (select 1 from payout_holds where id = ${id} and until = ${until} and ended_at is null)`;
}

function openOf(userId: string) {
  return and(eq(payoutHolds.userId, userId), isNull(payoutHolds.endedAt));
}
