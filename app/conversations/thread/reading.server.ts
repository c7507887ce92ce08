import { and, eq, lt, lte, ne, sql } from "drizzle-orm";
import type { Capabilities } from "#app/context.ts";
import { countUnread } from "#app/profiles/profiles.server.ts";
import { conversationSides, messages } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "inboxes" | "later">;

/**
 * Marks the other participant's messages up to a number as read, updates the reader's side, and notifies the
 * open pages of both (docs/specification.md#reading-messages).
 * @param upTo the number of a message; one that does not exist yet counts as the newest
 * @returns whether something was marked; false if the reader is not a participant, or had read it before
 */
export async function markRead(
  { db, inboxes, later }: Deps,
  id: string,
  readerId: string,
  upTo: number,
): Promise<boolean> {
  const conversation = sql`(select number from conversations where id = ${id})`;
  const newest = sql`(select max(number) from messages where conversation_id = ${id} and number <= ${upTo})`;
  const isMine = and(
    eq(conversationSides.userId, readerId),
    eq(conversationSides.conversation, conversation),
  );
  const [{ meta }, , [side]] = await db.batch([
    db
      .update(conversationSides)
      .set({
        lastRead: newest,
        unread: sql`unread - (select count(*) from messages
          where conversation_id = ${id} and sender_id = other_id and is_read = 0 and number <= ${upTo})`,
      })
      .where(and(isMine, lt(conversationSides.lastRead, newest))),
    db
      .update(messages)
      .set({ isRead: true })
      .where(
        and(
          eq(messages.conversationId, id),
          ne(messages.senderId, readerId),
          eq(messages.isRead, false),
          lte(messages.number, upTo),
          sql`exists (select 1 from ${conversationSides} where ${isMine})`,
        ),
      ),
    db
      .select({
        otherId: conversationSides.otherId,
        upTo: conversationSides.lastRead,
        left: conversationSides.unread,
      })
      .from(conversationSides)
      .where(isMine),
  ]);
  if (meta.changes === 0 || !side) return false;
  const { otherId, ...read } = side;
  later(
    Promise.all([
      inboxes.push([otherId, readerId], { type: "read", conversation: id, reader: readerId, ...read }),
      countUnread(db, readerId).then((unread) => inboxes.push([readerId], { type: "badge", unread })),
    ]),
  );
  return true;
}
