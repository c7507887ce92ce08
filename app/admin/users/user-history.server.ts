import { desc, eq, sql } from "drizzle-orm";
import { listAudit } from "#app/admin/audit.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import { accountEvents, gigs } from "#drizzle/schema.ts";

/** How many rows of each list the page shows, newest first. */
const shownAtOnce = 20;
/** Counting stops one above this, so that the read stays small. */
export const countCap = 1000;

/**
 * Reads a user's live sessions, orders, registration, newest gigs, account events and audit rows, for their
 * page in the console. Counts stop at `countCap` + 1.
 * @param at UTC ms
 */
export async function findHistory(db: Db, userId: string, at: number) {
  const limit = countCap + 1;
  const counts = db.all<{ bought: number; sold: number; gigs: number }>(sql`select
    (select count(*) from (select 1 from orders where buyer_id = ${userId} limit ${limit})) as bought,
    (select count(*) from (select 1 from orders where seller_id = ${userId} limit ${limit})) as sold,
    (select count(*) from (select 1 from gigs where seller_id = ${userId} limit ${limit})) as gigs`);
  const newestGigs = db
    .select({ slug: gigs.slug, title: gigs.title, state: gigs.state, listed: gigs.listed })
    .from(gigs)
    .where(eq(gigs.sellerId, userId))
    .orderBy(desc(gigs.number))
    .limit(shownAtOnce);
  const newestEvents = db
    .select({ number: accountEvents.number, kind: accountEvents.kind, at: accountEvents.at })
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.number))
    .limit(shownAtOnce);
  const [live, [count], seller, gigRows, events, audit] = await Promise.all([
    sessions.listAlive(db, userId, at),
    counts,
    sellers.findByUser(db, userId),
    newestGigs,
    newestEvents,
    listAudit(db, userId, shownAtOnce),
  ]);
  const { bought = 0, sold = 0, gigs: gigCount = 0 } = count ?? {};
  return { sessions: live.length, bought, sold, seller, gigCount, gigs: gigRows, events, audit };
}

export type UserHistory = Awaited<ReturnType<typeof findHistory>>;
