import { sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import type { Hold } from "#app/payouts/holds/holds.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";

// Decisions about a hold on a seller's payouts, each with the mail to the seller
// (docs/specification.md#payout-holds). The statements belong in one batch, after an operator's audit row.
// They break `subject-unchanged` if the hold has changed since it was read. Times are UTC ms.

/**
 * Statements: holds a seller's payouts. They break `subject-unchanged` if the payouts are on hold already, or
 * the seller's account was deleted.
 * @param hold `placedBy`: the operator; null: the owner. `days`: how long, at most 90
 */
export function placeHold(
  db: Db,
  { days, ...hold }: { userId: string; reason: string; placedBy: string | null; days: number },
  at: number,
) {
  const { userId } = hold;
  const id = crypto.randomUUID();
  const isThere = sql`exists (select 1 from users where id = ${userId} and deleted_at is null)`;
  return [
    guards.that(db, "subject-unchanged", sql`${holds.hasNone(userId)} and ${isThere}`),
    holds.placed(db, { ...hold, id, until: at + days * day }, at),
    outbox.mail(db, "payouts_held", userId, id, at),
  ] as const;
}

/**
 * Statements: a hold continues, for the reason that the operator gives now.
 * @param hold as it was read @param renewal `days`: how long from now on, at most 90
 */
export function renewHold(
  db: Db,
  hold: Pick<Hold, "id" | "userId" | "until">,
  { days, ...renewal }: { reason: string; renewedBy: string; days: number },
  at: number,
) {
  return [
    guards.that(db, "subject-unchanged", holds.isUnchanged(hold)),
    holds.renewed(db, hold.id, { ...renewal, until: at + days * day }, at),
    outbox.mail(db, "payouts_held", hold.userId, hold.id, at),
  ] as const;
}

/** Statements: a hold ends, and the earnings that it held are due. @param hold as it was read */
export function releaseHold(db: Db, hold: Pick<Hold, "id" | "userId" | "until">, at: number) {
  return [
    guards.that(db, "subject-unchanged", holds.isUnchanged(hold)),
    ...holds.ended(db, hold, at),
    outbox.mail(db, "payouts_released", hold.userId, hold.id, at),
  ] as const;
}

/** The holds whose time is over. */
export const dueHolds: Work<Pick<Capabilities, "db" | "clock">> = {
  find: ({ db, clock }, limit) => holds.findOver(db, clock.now(), limit),
  async run({ db, clock }, id) {
    const at = clock.now();
    const hold = await holds.find(db, id);
    if (!hold || hold.endedAt !== null || hold.until > at) return false;
    try {
      await db.batch(releaseHold(db, hold, at));
      return true;
    } catch (error) {
      // An operator came first.
      if (guards.broken(error) !== "subject-unchanged") throw error;
      return false;
    }
  },
};
