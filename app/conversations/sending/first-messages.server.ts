import { and, between, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day, hour, second } from "#app/lib/dates.ts";
import { accountKeyOf } from "#app/limits/attempts.server.ts";
import { limits, users } from "#drizzle/schema.ts";

/** How many people an account may contact for the first time (docs/specification.md#message-limits). */
const most = { newcomerHour: 5, newcomerDay: 10, day: 40 };
/** How long an account without a paid order is a newcomer, in ms. */
const newcomerFor = 7 * day;
/** How many of the latest orders are examined to find a paid one. */
const ordersLookedAt = 20;

/**
 * Counts a message if it is the first of its conversation. Each conversation has its own row of `limits`, so
 * that a message that is sent twice counts once. Opening a conversation without sending a message does not
 * count.
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
  const prefix = await accountKeyOf("first", userId);
  const key = `${prefix}:${conversationId}`;
  const isNewcomer = at - account.createdAt < newcomerFor && !(await hasPaid(db, userId));
  const maxInDay = isNewcomer ? most.newcomerDay : most.day;
  const [, others] = await db.batch([
    db
      .insert(limits)
      .values({ key, count: 1, resetsAt: at + day })
      .onConflictDoUpdate({
        target: limits.key,
        set: { resetsAt: sql`iif(resets_at <= ${at}, excluded.resets_at, resets_at)` },
      }),
    db
      .select({ resetsAt: limits.resetsAt })
      .from(limits)
      .where(
        and(between(limits.key, `${prefix}:`, `${prefix}:~`), ne(limits.key, key), gt(limits.resetsAt, at)),
      )
      .orderBy(desc(limits.resetsAt))
      .limit(maxInDay),
  ]);
  const inDay = others[maxInDay - 1];
  const inHour = isNewcomer ? others[most.newcomerHour - 1] : undefined;
  const free = Math.max(inDay?.resetsAt ?? 0, (inHour?.resetsAt ?? 0) - day + hour);
  if (free <= at) return null;
  await db.delete(limits).where(eq(limits.key, key));
  return Math.ceil((free - at) / second);
}

async function hasPaid(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.all<{ paid: number }>(sql`select exists (select 1 from
    (select payment_status from orders where buyer_id = ${userId} order by number desc limit ${ordersLookedAt})
    where payment_status = 'paid') as paid`);
  return row?.paid === 1;
}
