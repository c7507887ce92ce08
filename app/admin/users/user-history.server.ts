import { desc, eq, sql } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import { accountEvents, auditLog, gigs, profiles } from "#drizzle/schema.ts";

/** How many of each list are shown, the newest first. */
const shownAtOnce = 20;
/** Counting stops here: nobody needs a higher number, and the read stays small. */
export const countCap = 1000;

/**
 * What hangs on a user, for their page in the console: sessions that are alive, orders bought and sold (at most `countCap` and one more),
 * their newest gigs, what happened to the account, and what operators did to it. @param at UTC ms
 */
export async function findHistory(db: Db, userId: string, at: number) {
  const upTo = countCap + 1;
  const counts = db.all<{ bought: number; sold: number; gigs: number }>(sql`select
    (select count(*) from (select 1 from orders where buyer_id = ${userId} limit ${upTo})) as bought,
    (select count(*) from (select 1 from orders where seller_id = ${userId} limit ${upTo})) as sold,
    (select count(*) from (select 1 from gigs where seller_id = ${userId} limit ${upTo})) as gigs`);
  const newestGigs = db
    .select({ slug: gigs.slug, title: gigs.title, state: gigs.state, listed: gigs.listed })
    .from(gigs)
    .where(eq(gigs.sellerId, userId))
    .orderBy(desc(gigs.n))
    .limit(shownAtOnce);
  const events = db
    .select({ n: accountEvents.n, kind: accountEvents.kind, at: accountEvents.at })
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.n))
    .limit(shownAtOnce);
  const audit = db
    .select({
      n: auditLog.n,
      action: auditLog.action,
      reason: auditLog.reason,
      at: auditLog.at,
      operator: profiles.username,
    })
    .from(auditLog)
    .leftJoin(profiles, eq(profiles.id, auditLog.operatorId))
    .where(eq(auditLog.subjectId, userId))
    .orderBy(desc(auditLog.n))
    .limit(shownAtOnce);
  const [alive, [count], theirGigs, theirEvents, done] = await Promise.all([
    sessions.listAlive(db, userId, at),
    counts,
    newestGigs,
    events,
    audit,
  ]);
  const { bought = 0, sold = 0, gigs: gigCount = 0 } = count ?? {};
  return {
    sessions: alive.length,
    bought,
    sold,
    gigCount,
    gigs: theirGigs,
    events: theirEvents,
    audit: done,
  };
}

export type UserHistory = Awaited<ReturnType<typeof findHistory>>;
