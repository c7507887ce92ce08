import { and, desc, eq, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Capabilities, Db } from "#app/context.ts";
import { pairOf } from "#app/conversations/conversation.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { conversations, messages, profiles } from "#drizzle/schema.ts";

export type Message = typeof messages.$inferSelect;

/** How many messages of a thread are shown: the latest ones. */
const threadLength = 200;

/** The viewer takes part in the conversation. */
const takesPart = (viewerId: string) =>
  or(eq(conversations.firstId, viewerId), eq(conversations.secondId, viewerId));

const first = alias(profiles, "first");
const second = alias(profiles, "second");

const shown = (one: typeof first | typeof second) => ({
  id: one.id,
  username: shownUsername(one),
  fullName: one.fullName,
  avatarUrl: one.avatarUrl,
});

/** A viewer's conversations, latest first, each with the other person and what is unread (docs/specification.md#data-access). */
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
    .where(takesPart(viewerId))
    .orderBy(desc(conversations.updatedAt), desc(conversations.n))
    .limit(100);
  return rows.map(({ first, second, ...row }) => ({ ...row, other: first.id === viewerId ? second : first }));
}

/**
 * A thread that the viewer takes part in, oldest message first. Null: there is none, or it is not theirs.
 * @param markRead marks what the other has sent as read (docs/specification.md#reading-messages): only where the thread itself was asked for
 */
export async function openThread(db: Db, id: string, viewerId: string, markRead: boolean) {
  const [row] = await db
    .select({ id: conversations.id, first: shown(first), second: shown(second) })
    .from(conversations)
    .innerJoin(first, eq(first.id, conversations.firstId))
    .innerJoin(second, eq(second.id, conversations.secondId))
    .where(and(eq(conversations.id, id), takesPart(viewerId)));
  if (!row) return null;
  const latest = await db
    .select()
    .from(messages)
    .where(eq(messages.conversationId, id))
    .orderBy(desc(messages.n))
    .limit(threadLength);
  if (markRead && latest[0]) await read(db, id, viewerId, latest[0].n);
  return { id, other: row.first.id === viewerId ? row.second : row.first, messages: latest.reverse() };
}

/** Marks what the other has sent up to message `n` as read. It may change no row, so it stands alone. */
async function read(db: Db, id: string, viewerId: string, n: number): Promise<void> {
  const theirs = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), takesPart(viewerId)));
  await db
    .update(messages)
    .set({ isRead: true })
    .where(
      and(
        inArray(messages.conversationId, theirs),
        ne(messages.senderId, viewerId),
        eq(messages.isRead, false),
        lte(messages.n, n),
      ),
    );
}

/**
 * The conversation of a pair, made when there is none (docs/specification.md#conversations). Two at once make one.
 * @param at UTC ms @returns its id; null when the other does not exist (any more) or is the viewer
 */
export async function between(db: Db, viewerId: string, otherId: string, at: number): Promise<string | null> {
  if (viewerId === otherId) return null;
  const pair = pairOf(viewerId, otherId);
  const find = () =>
    db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.firstId, pair.firstId), eq(conversations.secondId, pair.secondId)));
  const [known] = await find();
  if (known) return known.id;
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
    const [made] = await find();
    return made?.id ?? null;
  }
}

/** What became of a send. `taken`: the id belongs to a message of somebody else, or of another conversation. */
export type Sent = { sent: Message; to: string } | { refused: "not a participant" | "id taken" };

/**
 * Saves a message, unread, and moves its conversation to the top, in one batch; then pushes it to both sides. The id is the
 * client's, so that a repeated send is one message. The same id with another content is another message (a form that came
 * back from the browser's history): it is kept under an id made of both, so that its repetition is one message too. A
 * stranger's message breaks the batch: the conversation is looked up with the sender as participant, and finds nothing; so does one
 * from or to somebody whose account was deleted.
 * @param at UTC ms
 */
export async function send(
  deps: Pick<Capabilities, "db" | "inboxes" | "later">,
  asked: { id: string; conversationId: string; senderId: string; content: string },
  at: number,
): Promise<Sent> {
  const { db, inboxes, later } = deps;
  const { id, conversationId, senderId } = asked;
  const content = asked.content.trim();
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
        .where(and(eq(conversations.id, conversationId), takesPart(senderId))),
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
  if (message.content !== content) return await send(deps, { ...asked, id: await idOfBoth(id, content) }, at);
  later(
    inboxes.push([firstId, secondId], {
      type: "message",
      conversation: conversationId,
      messageNumber: message.n,
    }),
  );
  return { sent: message, to: senderId === firstId ? secondId : firstId };
}

/** The same id for the same two texts, in the form of a UUID (version 8: made by a rule of one's own). */
async function idOfBoth(id: string, content: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${id}\n${content}`));
  const hex = Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-8$4-$5");
}
