import { and, desc, eq, inArray, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/context.ts";
import { isBlocked, isParticipant, personColumns } from "#app/conversations/conversations.server.ts";
import { fromTheEnd, type ThreadAsked } from "#app/conversations/thread/thread-address.ts";
import * as messages from "#app/conversations/thread/thread-messages.server.ts";
import { hasSellerPage } from "#app/profiles/public-profile.server.ts";
import { conversationSides, conversations, orders, profiles } from "#drizzle/schema.ts";

/** How many open orders are shown above a thread. */
const shownOrders = 3;
/** How many of a user's newest gigs are examined to find one on the market. */
const gigsLookedAt = 50;
/** How many of a user's latest sessions are examined to find when they were last seen. */
const sessionsLookedAt = 10;

/**
 * Finds a conversation with a page of its messages, oldest first (docs/specification.md#threads); search
 * results newest first.
 * @returns null if it does not exist, or the viewer is not a participant. `older`, `newer`: there are more
 * messages on that side. `firstUnread`: the number of the first message that the viewer has not read; null if
 * there is none. `reads`: the number up to which this page shows unread messages; null: it shows none.
 * `furtherBefore`: where a search continues; null: it has examined everything
 */
export async function findThread(db: Db, id: string, viewerId: string, asked: ThreadAsked = fromTheEnd) {
  const row = await findHead(db, id, viewerId);
  if (!row) return null;
  const { side, firstUnread, other, ...head } = row;
  const [page, openOrders] = await Promise.all([
    asked.q
      ? messages.search(db, id, asked)
      : messages.findPage(db, id, asked, firstUnread).then((found) => ({ ...found, furtherBefore: null })),
    listOpenOrders(db, viewerId, other.id),
  ]);
  const [oldest, newest] = [page.messages[0]?.number, page.messages.at(-1)?.number];
  const showsUnread =
    !asked.q && firstUnread && oldest && newest && oldest <= firstUnread && firstUnread <= newest;
  return {
    ...head,
    ...page,
    other,
    side,
    unread: side?.unread ?? 0,
    firstUnread,
    reads: showsUnread ? newest : null,
    orders: openOrders,
  };
}

const other = alias(profiles, "other");

/** The conversation, the other participant and the viewer's side. */
async function findHead(db: Db, id: string, viewerId: string) {
  const otherId = sql`iif(${conversations.firstId} = ${viewerId}, ${conversations.secondId}, ${conversations.firstId})`;
  const [row] = await db
    .select({
      id: conversations.id,
      other: {
        id: other.id,
        ...personColumns(other),
        level: other.sellerLevel,
        timeZone: other.timeZone,
        hasPage: hasSellerPage(other.id),
        /** UTC ms; null if it was too long ago, or one of the two does not share it. */
        seenAt: sql<number | null>`(select max(seen_at) from (select seen_at from sessions
          where user_id = ${other.id} and owes_factor = 0 order by created_at desc limit ${sessionsLookedAt})
          where ${other.showsPresence} = 1 and (select shows_presence from profiles where id = ${viewerId}) = 1
            and not ${isBlocked})`,
      },
      side: {
        isArchived: conversationSides.isArchived,
        isMuted: conversationSides.isMuted,
        hasBlocked: conversationSides.isBlocked,
        hasWritten: conversationSides.hasWritten,
        unread: conversationSides.unread,
      },
      isBlocked,
      canAsk: isOnMarket(other.id),
      canOffer: isOnMarket(sql`${viewerId}`),
      firstUnread: sql<number | null>`(select min(number) from messages
        where conversation_id = ${id} and sender_id = ${other.id} and is_read = 0)`,
    })
    .from(conversations)
    .innerJoin(other, eq(other.id, otherId))
    .leftJoin(
      conversationSides,
      and(eq(conversationSides.conversation, conversations.number), eq(conversationSides.userId, viewerId)),
    )
    .where(and(eq(conversations.id, id), isParticipant(viewerId)));
  return row ?? null;
}

/** In a query: whether a user has a service on the market. */
function isOnMarket(userId: SQLWrapper) {
  return sql<boolean>`exists (select 1 from (select listed from gigs where seller_id = ${userId}
    order by number desc limit ${gigsLookedAt}) where listed = 1)`.mapWith(Boolean);
}

/** The open orders between two users, newest first, at most three. */
function listOpenOrders(db: Db, one: string, two: string) {
  const pairs = [
    [one, two],
    [two, one],
  ];
  // Each select walks a part of the index from its end, so a long history costs nothing.
  const latest = pairs.flatMap(([buyerId, sellerId]) =>
    ["pending", "in progress"].map(
      (status) => sql`select * from (select number from orders
        where buyer_id = ${buyerId} and seller_id = ${sellerId} and status = ${status} order by number desc limit ${shownOrders})`,
    ),
  );
  return db
    .select({
      id: orders.id,
      title: orders.title,
      status: orders.status,
      stage: orders.stage,
      paymentStatus: orders.paymentStatus,
    })
    .from(orders)
    .where(inArray(orders.number, sql`(${sql.join(latest, sql` union all `)})`))
    .orderBy(desc(orders.number))
    .limit(shownOrders);
}
