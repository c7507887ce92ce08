import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import * as links from "#app/auth/links.server.ts";
import * as factors from "#app/auth/second-factor/factors.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { accountEvents, factorEndings, sessions as sessionRows } from "#drizzle/schema.ts";

// An operator can request the removal of the second factors of a user who has lost them. It happens a day
// later (docs/specification.md#factor-endings).

/** How long the owner has to cancel it, in ms. */
const endingDelay = day;

export type FactorEnding = typeof factorEndings.$inferSelect;

/** The last requested removal of a user's second factors; null if there was none. */
export async function findLast(db: Db, userId: string): Promise<FactorEnding | null> {
  const [ending] = await db
    .select()
    .from(factorEndings)
    .where(eq(factorEndings.userId, userId))
    .orderBy(desc(factorEndings.number))
    .limit(1);
  return ending ?? null;
}

/** When the second factors of a user are removed, UTC ms; null if no removal is pending. */
export async function findDue(db: Db, userId: string): Promise<number | null> {
  const ending = await findLast(db, userId);
  return ending?.endedAt === null ? ending.dueAt : null;
}

/**
 * Statements: an operator requests the removal. The owner is notified at every address that the account had
 * in the last 7 days. A second request breaks the unique key of pending ones.
 * @param at UTC ms
 */
export async function asked(db: Db, userId: string, operatorId: string, at: number) {
  const former = await links.findFormerAddresses(db, userId, at);
  return [
    db.insert(factorEndings).values({ userId, operatorId, askedAt: at, dueAt: at + endingDelay }),
    db.insert(accountEvents).values({ userId, kind: "factor_end_asked", at }),
    ...[null, ...former].map((address) => outbox.mail(db, "factor_end_asked", userId, null, at, address)),
  ] as const;
}

/**
 * The removals that are due. Each removes the factors that existed when it was requested, and ends all
 * sessions.
 */
export const dueEndings: Work<Pick<Capabilities, "db" | "clock" | "inboxes">> = {
  async find({ db, clock }, limit) {
    const rows = await db
      .select({ number: factorEndings.number })
      .from(factorEndings)
      .where(and(isNull(factorEndings.endedAt), lte(factorEndings.dueAt, clock.now())))
      .orderBy(factorEndings.dueAt)
      .limit(limit);
    return rows.map(({ number }) => String(number));
  },
  async run({ db, clock, inboxes }, id) {
    const at = clock.now();
    const [ending] = await db
      .select()
      .from(factorEndings)
      .where(eq(factorEndings.number, Number(id)));
    if (!ending || ending.endedAt !== null || ending.dueAt > at) return false;
    const { number, userId, askedAt } = ending;
    const isWaiting = sql`exists (select 1 from factor_endings where number = ${number} and ended_at is null)`;
    try {
      const [, , ended] = await db.batch([
        guards.that(db, "factor-unchanged", isWaiting),
        db
          .update(factorEndings)
          .set({ endedAt: at, outcome: "done" })
          .where(eq(factorEndings.number, number)),
        sessions.allEnded(db, userId, null, at).returning({ id: sessionRows.id }),
        ...factors.removedUntil(db, userId, askedAt),
        db.insert(accountEvents).values({ userId, kind: "factor_removed", at }),
        outbox.mail(db, "factor_ended", userId, null, at),
      ]);
      await Promise.all(ended.map((session) => inboxes.endSession(userId, session.id)));
      return true;
    } catch (error) {
      // The owner or an operator cancelled it first.
      if (guards.broken(error) !== "factor-unchanged") throw error;
      return false;
    }
  },
};
