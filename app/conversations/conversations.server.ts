import { and, desc, eq, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Capabilities, Db } from "#app/context.ts";
import { pairOf } from "#app/conversations/conversation.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { conversations, messages, profiles } from "#drizzle/schema.ts";

export type Message = typeof messages.$inferSelect;

/** How many messages of a conversation are shown: the latest ones. */
const threadLength = 200;

/** A condition: the viewer is a participant of the conversation. */
const isParticipant = (viewerId: string) =>
  or(eq(conversations.firstId, viewerId), eq(conversations.secondId, viewerId));

const first = alias(profiles, "first");
const second = alias(profiles, "second");

const shown = (profile: typeof first | typeof second) => ({
  id: profile.id,
  username: shownUsername(profile),
  fullName: profile.fullName,
  avatarUrl: profile.avatarUrl,
});

/**
 * Lists a viewer's conversations, latest first, at most 100, each with the other participant and the number
 * of unread messages (docs/specification.md#data-access).
 */
export async function list(db: Db, viewerId: string) {
  const rows = await db
    .select({
      id: conversations.id,
      lastMessage: conversations.lastMessage,
      updatedAt: conversations.updatedAt,
      first: shown(first),
      second: shown(second),
      unread: sql<number>`(select count(*) from messages m where m.conversation_id = ${conversations.id} and m.sender_id <> ${viewerId} and m.is_read = 0)`,
    })
    .from(conversations)
    .innerJoin(first, eq(first.id, conversations.firstId))
    .innerJoin(second, eq(second.id, conversations.secondId))
    .where(isParticipant(viewerId))
    .orderBy(desc(conversations.updatedAt), desc(conversations.number))
    .limit(100);
  return rows.map(({ first, second, ...row }) => ({ ...row, other: first.id === viewerId ? second : first }));
}

/**
 * Finds a conversation with its messages, oldest first.
 * @param marksRead also marks the other participant's messages as read
 * (docs/specification.md#reading-messages)
 * @returns null if it does not exist, or the viewer is not a participant
 */
export async function findThread(db: Db, id: string, viewerId: string, marksRead: boolean) {
  const [row] = await db
    .select({ id: conversations.id, first: shown(first), second: shown(second) })
    .from(conversations)
    .innerJoin(first, eq(first.id, conversations.firstId))
    .innerJoin(second, eq(second.id, conversations.secondId))
    .where(and(eq(conversations.id, id), isParticipant(viewerId)));
  if (!row) return null;
  const latest = await db
    .select()
    .from(messages)
    .where(eq(messages.conversationId, id))
    .orderBy(desc(messages.number))
    .limit(threadLength);
  if (marksRead && latest[0]) await markRead(db, id, viewerId, latest[0].number);
  return { id, other: row.first.id === viewerId ? row.second : row.first, messages: latest.reverse() };
}

/**
 * Marks the other participant's messages up to a number as read. It may change no row, so it is not part of a
 * batch.
 */
async function markRead(db: Db, id: string, viewerId: string, upTo: number): Promise<void> {
  const theirs = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), isParticipant(viewerId)));
  await db
    .update(messages)
    .set({ isRead: true })
    .where(
      and(
        inArray(messages.conversationId, theirs),
        ne(messages.senderId, viewerId),
        eq(messages.isRead, false),
        lte(messages.number, upTo),
      ),
    );
}

/**
 * Finds the conversation of two users, or creates it (docs/specification.md#conversations). Concurrent calls
 * create one.
 * @param at UTC ms
 * @returns its id; null if the other user does not exist, was deleted, or is the viewer
 */
export async function findOrCreate(
  db: Db,
  viewerId: string,
  otherId: string,
  at: number,
): Promise<string | null> {
  if (viewerId === otherId) return null;
  const pair = pairOf(viewerId, otherId);
  const find = () =>
    db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.firstId, pair.firstId), eq(conversations.secondId, pair.secondId)));
  const [existing] = await find();
  if (existing) return existing.id;
  const [other] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, otherId), isNull(profiles.deletedAt)));
  if (!other) return null;
  const id = crypto.randomUUID();
  try {
    await db.insert(conversations).values({ id, ...pair, lastMessage: null, createdAt: at, updatedAt: at });
    return id;
  } catch (error) {
    if (!brokeUnique(error, "conversations.first_id")) throw error;
    const [created] = await find();
    return created?.id ?? null;
  }
}

/**
 * The result of a send. `id taken`: the id belongs to a message of another sender or another conversation.
 */
export type Sent = { sent: Message; to: string } | { refused: "not a participant" | "id taken" };

/**
 * Saves a message as unread and updates its conversation, in one batch, then notifies both participants' open
 * pages.
 *
 * The client makes the id, so a repeated send is one message. The same id with a different text is a
 * different message (a form from the browser's history, sent again): it gets an id derived from both, so its
 * repetition is one message too. The batch fails if the sender is not a participant, or if one of the two
 * accounts was deleted: the sub-select then finds no conversation.
 * @param at UTC ms
 */
export async function send(
  deps: Pick<Capabilities, "db" | "inboxes" | "later">,
  draft: { id: string; conversationId: string; senderId: string; content: string },
  at: number,
): Promise<Sent> {
  const { db, inboxes, later } = deps;
  const { id, conversationId, senderId } = draft;
  const content = draft.content.trim();
  const mine = sql`(select id from conversations where id = ${conversationId} and (first_id = ${senderId} or second_id = ${senderId})
    and not exists (select 1 from profiles where id in (first_id, second_id) and deleted_at is not null))`;
  try {
    await db.batch([
      db
        .insert(messages)
        .values({ id, conversationId: mine, senderId, content, isRead: false, createdAt: at }),
      db
        .update(conversations)
        .set({ lastMessage: content.slice(0, 200), updatedAt: at })
        .where(and(eq(conversations.id, conversationId), isParticipant(senderId))),
    ]);
  } catch (error) {
    if (brokeNotNull(error, "messages.conversation_id")) return { refused: "not a participant" };
    if (!brokeUnique(error, "messages.id")) throw error;
  }
  const [row] = await db
    .select({ message: messages, firstId: conversations.firstId, secondId: conversations.secondId })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(eq(messages.id, id), eq(messages.conversationId, conversationId), eq(messages.senderId, senderId)),
    );
  if (!row) return { refused: "id taken" };
  const { message, firstId, secondId } = row;
  if (message.content !== content)
    return await send(deps, { ...draft, id: await derivedId(id, content) }, at);
  later(inboxes.push([firstId, secondId], { type: "message" }));
  return { sent: message, to: senderId === firstId ? secondId : firstId };
}

/** A UUID (version 8: custom) that is always the same for the same id and text. */
async function derivedId(id: string, content: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${id}\n${content}`));
  const hex = Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-8$4-$5");
}
