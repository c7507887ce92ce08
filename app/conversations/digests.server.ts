import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { removedMessage } from "#app/conversations/conversation.ts";
import { isBlocked } from "#app/conversations/conversations.server.ts";
import { previewOf } from "#app/conversations/files/message-file.ts";
import { filesOfMessage } from "#app/conversations/files/message-files.server.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { hour, minute } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { Work } from "#app/lib/work.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import { conversationSides, conversations, messages, profiles, settings } from "#drizzle/schema.ts";

/** How long a message is unread before its reader gets an email, in ms. */
const unreadFor = 5 * minute;
/** The shortest time between two emails about one conversation, in ms. */
const pause = hour;
/** How many messages one unit examines. */
const lookedAt = 500;

const cursorKey = "digest_cursor";
const afterCursor = "after ";
/** No cursor yet: the walk starts after the existing messages. */
const nowhere = "nowhere";

/**
 * Emails about unread messages (docs/specification.md#message-digest). One unit walks the messages that are
 * five minutes old, each once, and marks the sides that are due; the other units are these sides.
 */
export const dueDigests: Work<Pick<Capabilities, "db" | "clock">> = {
  async find({ db, clock }, limit) {
    const at = clock.now();
    const [next] = await db.all<{ cursor: string | null; at: number | null }>(sql`select cursor,
      (select created_at from messages where number > cast(cursor as integer) order by number limit 1) as at
      from (select (select value from settings where key = ${cursorKey}) as cursor)`);
    const due = await db
      .select({ userId: conversationSides.userId, conversation: conversationSides.conversation })
      .from(conversationSides)
      .where(lte(conversationSides.digestDue, at))
      .orderBy(conversationSides.digestDue)
      .limit(limit);
    const isNew = next?.cursor == null || (next.at !== null && next.at <= at - unreadFor);
    return [
      ...(isNew ? [afterCursor + (next?.cursor ?? nowhere)] : []),
      ...due.map(({ userId, conversation }) => `${userId} ${conversation}`),
    ];
  },
  async run({ db, clock }, id) {
    const at = clock.now();
    if (id === afterCursor + nowhere) return await begin(db);
    if (id.startsWith(afterCursor)) return await walk(db, Number(id.slice(afterCursor.length)), at);
    const [userId = "", conversation] = id.split(" ");
    return await writeMail(db, userId, Number(conversation), at);
  },
};

async function begin(db: Db): Promise<boolean> {
  const latest = sql<string>`(select coalesce(max(number), 0) from messages)`;
  const { meta } = await db.insert(settings).values({ key: cursorKey, value: latest }).onConflictDoNothing();
  return meta.changes > 0;
}

/**
 * Marks the sides that are due because of messages after a number. An offer has its own email, so an offer
 * alone makes no side due.
 * @returns false if another run did it
 */
async function walk(db: Db, after: number, at: number): Promise<boolean> {
  const [last] = await db.all<{ upTo: number | null }>(sql`select max(number) as upTo from
    (select number, created_at from messages where number > ${after} order by number limit ${lookedAt})
    where created_at <= ${at - unreadFor}`);
  if (!last?.upTo) return false;
  const readers = sql`select side.user_id, side.conversation from messages m
    join conversations c on c.id = m.conversation_id
    join conversation_sides side on side.conversation = c.number
      and side.user_id = iif(c.first_id = m.sender_id, c.second_id, c.first_id)
    where m.number > ${after} and m.number <= ${last.upTo} and m.is_read = 0
      and m.offer_id is not m.id`;
  const [, { meta }] = await db.batch([
    db
      .update(conversationSides)
      .set({ digestDue: sql`max(${at}, coalesce(digest_at, 0) + ${pause})` })
      .where(
        and(sql`(user_id, conversation) in (${readers})`, isNull(conversationSides.digestDue), isWanted),
      ),
    db
      .update(settings)
      .set({ value: String(last.upTo) })
      .where(and(eq(settings.key, cursorKey), eq(settings.value, String(after)))),
  ]);
  return meta.changes > 0;
}

/** Whether a side gets an email: it has unread messages, is not muted, and was read since the last email. */
const isWanted = sql`unread > 0 and is_muted = 0 and digested <= last_read`;

/** Writes the email of a side, once; none if the side has been read since, or is muted or blocked. */
async function writeMail(db: Db, userId: string, conversation: number, at: number): Promise<boolean> {
  const isSide = and(
    eq(conversationSides.userId, userId),
    eq(conversationSides.conversation, conversation),
    lte(conversationSides.digestDue, at),
  );
  const [row] = await db
    .select({ id: conversations.id, latest: conversationSides.latest })
    .from(conversationSides)
    .innerJoin(conversations, eq(conversations.number, conversationSides.conversation))
    .where(isSide);
  if (!row) return false;
  const isReader = sql`exists (select 1 from conversation_sides join conversations on conversations.number = conversation
    where user_id = ${userId} and conversation = ${conversation} and ${isWanted} and not ${isBlocked})`;
  const mailId = `${userId}:${conversation}:${row.latest}:message_digest`;
  try {
    await db.batch([
      guards.that(db, "digest-wanted", isReader),
      outbox.mailOnce(db, mailId, "message_digest", userId, row.id, at),
      db.update(conversationSides).set({ digestDue: null, digestAt: at, digested: row.latest }).where(isSide),
    ]);
  } catch (error) {
    if (guards.broken(error) !== "digest-wanted" && !brokeUnique(error, "outbox.id")) throw error;
    await db.update(conversationSides).set({ digestDue: null }).where(isSide);
  }
  return true;
}

/**
 * The content of an email about a conversation: the other's profile, how many messages are unread, and the
 * first of them.
 * @returns null if everything has been read since
 */
export async function findUnread(db: Db, conversationId: string, readerId: string) {
  const [row] = await db
    .select({
      username: profiles.username,
      fullName: profiles.fullName,
      count: conversationSides.unread,
      content: messages.content,
      removedAt: messages.removedAt,
      files: filesOfMessage,
    })
    .from(conversations)
    .innerJoin(
      conversationSides,
      and(eq(conversationSides.conversation, conversations.number), eq(conversationSides.userId, readerId)),
    )
    .innerJoin(profiles, eq(profiles.id, conversationSides.otherId))
    .innerJoin(
      messages,
      sql`${messages.number} = (select min(number) from messages as unread where unread.conversation_id = ${conversationId}
        and unread.sender_id = ${conversationSides.otherId} and unread.is_read = 0)`,
    )
    .where(and(eq(conversations.id, conversationId), isNull(profiles.deletedAt)));
  if (!row || row.count === 0) return null;
  const { username, fullName, count, content, removedAt, files } = row;
  return {
    from: { username, fullName },
    count,
    first: removedAt === null ? content || previewOf("", files) : removedMessage,
  };
}
