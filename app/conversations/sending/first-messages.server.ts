import { eq, sql } from "drizzle-orm";
import * as limits from "#app/auth/limits.server.ts";
import type { Db } from "#app/context.ts";
import { day, hour } from "#app/lib/dates.ts";
import { users } from "#drizzle/schema.ts";

/** How many people an account may write to first (docs/specification.md#message-limits). */
const most = { newcomerHour: 5, newcomerDay: 10, day: 40 };
/** How long an account without a paid order is a newcomer, in ms. */
const newcomerFor = 7 * day;
/** Among how many orders, the latest ones, a paid one is looked for. */
const ordersLookedAt = 20;

/**
 * Counts a message if it is the first of its conversation. A conversation that is only opened counts nothing.
 * @param at UTC ms
 * @returns seconds to wait if it is refused; null if it may be sent
 */
export async function count(
  db: Db,
  userId: string,
  conversationId: string,
  at: number,
): Promise<number | null> {
  const [account] = await db
    .select({
      createdAt: users.createdAt,
      isFirst:
        sql<boolean>`not exists (select 1 from messages where conversation_id = ${conversationId})`.mapWith(
          Boolean,
        ),
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!account?.isFirst) return null;
  const isNewcomer = at - account.createdAt < newcomerFor && !(await hasPaid(db, userId));
  const counters = [
    {
      key: await limits.accountKeyOf("first:day", userId),
      most: isNewcomer ? most.newcomerDay : most.day,
      per: day,
    },
    ...(isNewcomer
      ? [{ key: await limits.accountKeyOf("first:hour", userId), most: most.newcomerHour, per: hour }]
      : []),
  ];
  return limits.waitOf(await limits.tally(db, counters, at), at);
}

async function hasPaid(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.all<{ paid: number }>(sql`select exists (select 1 from
    (select payment_status from orders where buyer_id = ${userId} order by number desc limit ${ordersLookedAt})
    where payment_status = 'paid') as paid`);
  return row?.paid === 1;
}
