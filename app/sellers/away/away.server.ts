import { lte } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { columnsChanged, eventClaimed, isLostRace, type Seller } from "#app/sellers/seller-writes.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { sellers as sellerRows } from "#drizzle/schema.ts";

/** `changed`: another write came first, or the seller may not sell. */
type Result = "done" | "changed";

/**
 * Pauses all active gigs of a seller in one batch (docs/specification.md#away). For a seller who is already
 * away, it changes the day, and also pauses what was published since.
 * @param backAt UTC ms @param at UTC ms
 */
export async function leave(db: Db, seller: Seller, backAt: number, at: number): Promise<Result> {
  if (seller.status !== "active") return "changed";
  return await claimed(() =>
    db.batch([
      eventClaimed(db, seller, "away", seller.userId, at),
      columnsChanged(db, seller, at, { awayUntil: backAt }),
      ...gigTransitions.pausedAway(db, seller.userId, at),
    ]),
  );
}

/**
 * Ends the absence: the gigs that it paused are active again, as many as the seller can have.
 * @param byWork true: the day has come, and a seller who may sell gets an email @param at UTC ms
 */
export async function comeBack(db: Db, seller: Seller, byWork: boolean, at: number): Promise<Result> {
  if (seller.awayUntil === null) return "changed";
  const sendsEmail = byWork && (await gigTransitions.canSell(db, seller.userId));
  return await claimed(() =>
    db.batch([
      eventClaimed(db, seller, "back", byWork ? null : seller.userId, at),
      columnsChanged(db, seller, at, { awayUntil: null }),
      ...gigTransitions.back(db, seller.userId, byWork ? null : seller.userId, at),
      ...(sendsEmail ? [outbox.mail(db, "away_over", seller.userId, seller.id, at)] : []),
    ]),
  );
}

async function claimed(write: () => Promise<unknown>): Promise<Result> {
  try {
    await write();
    return "done";
  } catch (error) {
    if (isLostRace(error) || gigTransitions.isLostRace(error)) return "changed";
    throw error;
  }
}

/** The absences that are over. */
export const dueReturns: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }, limit) {
    const due = await db
      .select({ id: sellerRows.id })
      .from(sellerRows)
      .where(lte(sellerRows.awayUntil, clock.now()))
      .orderBy(sellerRows.awayUntil)
      .limit(limit);
    return due.map(({ id }) => id);
  },
  async run({ db, clock }, id) {
    const at = clock.now();
    const seller = await sellers.find(db, id);
    if (!seller || seller.awayUntil === null || seller.awayUntil > at) return false;
    return (await comeBack(db, seller, true, at)) === "done";
  },
};
