import { and, desc, eq, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Capabilities, Db } from "#app/context.ts";
import { type ListAsked, pairOf } from "#app/conversations/conversation.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { conversationSides, conversations, messages, profiles } from "#drizzle/schema.ts";

export type Message = typeof messages.$inferSelect;

/** How many messages of a conversation are shown: the latest ones. */
const threadLength = 200;

/** A condition: the viewer is a participant of the conversation. */
const isParticipant = (viewerId: string) =>
  or(eq(conversations.firstId, viewerId), eq(conversations.secondId, viewerId));

const first = alias(profiles, "first");
const second = alias(profiles, "second");

const other = alias(profiles, "other");

const shown = <Alias extends typeof first | typeof second | typeof other>(profile: Alias) => ({
  id: profile.id,
  username: shownUsername(profile),
  fullName: profile.fullName,
  avatarUrl: profile.avatarUrl,
});

/** How many conversations are listed on a page. */
const listLength = 30;
/** Among how many conversations, the latest ones, a name is searched. */
const searched = 2000;

/**
 * Lists a viewer's conversations, latest first, 30 a page, each with the other participant and the number of
 * unread messages (docs/specification.md#data-access).
 * @param asked `before`: the cursor of the page before; null: the first page. `name`: only those whose other
 *   participant's name has this part, of the latest 2,000
 * @returns also the cursor of the next page; null on the last
 */
export async function list(db: Db, viewerId: string, asked: ListAsked = everything) {
  const { filter, before, name } = asked;
  const sides = conversationSides;
  const mine = db
    .select()
    .from(sides)
    .where(
      and(
        eq(sides.userId, viewerId),
        eq(sides.isArchived, filter === "archived"),
        filter === "unread" ? gt(sides.unread, 0) : undefined,
        before
          ? sql`(${sides.latestAt}, ${sides.conversation}) < (${before.latestAt}, ${before.conversation})`
          : undefined,
      ),
    )
    .orderBy(desc(sides.latestAt), desc(sides.conversation))
    .limit(name ? searched : listLength + 1)
    .as("mine");
  const rows = await db
    .select({
      id: conversations.id,
      number: mine.conversation,
      lastMessage: conversations.lastMessage,
      updatedAt: mine.latestAt,
      other: shown(other),
      unread: mine.unread,
    })
    .from(mine)
    .innerJoin(conversations, eq(conversations.number, mine.conversation))
    .innerJoin(other, eq(other.id, mine.otherId))
    .where(
      name
        ? sql`${other.deletedAt} is null and instr(lower(${other.username} || ' ' || ${other.fullName}), ${name.toLowerCase()}) > 0`
        : undefined,
    )
    .orderBy(desc(mine.latestAt), desc(mine.conversation))
    .limit(listLength + 1);
  const page = rows.slice(0, listLength);
  const last = rows.length > listLength ? page.at(-1) : undefined;
  return {
    rows: page.map(({ number: _, ...row }) => row),
    next: last ? { latestAt: last.updatedAt, conversation: last.number } : null,
  };
}

const everything: ListAsked = { filter: "all", before: null, name: "" };

/**
 * Finds a conversation with its messages, oldest first.
 * @param marksRead also marks the other participant's messages as read
 * (docs/specification.md#reading-messages)
 * @returns null if it does not exist, or the viewer is not a participant
 */
export async function findThread(db: Db, id: string, viewerId: string, marksRead: boolean) {
  const [row] = await db
    .select({
      id: conversations.id,
      first: shown(first),
      second: shown(second),
      side: { lastRead: conversationSides.lastRead, isArchived: conversationSides.isArchived },
    })
    .from(conversations)
    .innerJoin(first, eq(first.id, conversations.firstId))
    .innerJoin(second, eq(second.id, conversations.secondId))
    .leftJoin(
      conversationSides,
      and(eq(conversationSides.conversation, conversations.number), eq(conversationSides.userId, viewerId)),
    )
    .where(and(eq(conversations.id, id), isParticipant(viewerId)));
  if (!row) return null;
  const latest = await db
    .select()
    .from(messages)
    .where(eq(messages.conversationId, id))
    .orderBy(desc(messages.number))
    .limit(threadLength);
  const newest = latest[0]?.number ?? 0;
  if (marksRead && newest > (row.side?.lastRead ?? 0)) await markRead(db, id, viewerId, newest);
  return {
    id,
    other: row.first.id === viewerId ? row.second : row.first,
    isArchived: row.side?.isArchived ?? null,
    messages: latest.reverse(),
  };
}

/** Marks the other participant's messages up to a number as read, and keeps the viewer's side. */
async function markRead(db: Db, id: string, viewerId: string, upTo: number): Promise<void> {
  const number = sql`(select number from conversations where id = ${id})`;
  await db.batch([
    db
      .update(messages)
      .set({ isRead: true })
      .where(
        and(
          eq(messages.conversationId, id),
          ne(messages.senderId, viewerId),
          eq(messages.isRead, false),
          lte(messages.number, upTo),
        ),
      ),
    db
      .update(conversationSides)
      .set({
        lastRead: sql`max(last_read, ${upTo})`,
        unread: sql`(select count(*) from messages where conversation_id = ${id} and sender_id = other_id and is_read = 0)`,
      })
      .where(and(eq(conversationSides.userId, viewerId), eq(conversationSides.conversation, number))),
  ]);
}

/**
 * Archives a conversation for one of its users, or brings it back.
 * @param holder a sub-select of the user's id that is null once the session has ended (auth/sessions)
 * @returns false if it is not theirs, or the session has ended
 */
export async function archive(
  db: Db,
  id: string,
  holder: SQL<string>,
  isArchived: boolean,
): Promise<boolean> {
  const { meta } = await db
    .update(conversationSides)
    .set({ isArchived })
    .where(
      and(
        eq(conversationSides.userId, holder),
        eq(conversationSides.conversation, sql`(select number from conversations where id = ${id})`),
      ),
    );
  return meta.changes > 0;
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
    await db.batch([
      db.insert(conversations).values({ id, ...pair, lastMessage: null, createdAt: at, updatedAt: at }),
      // In its opener's list alone, until something is written.
      db.insert(conversationSides).values({
        userId: viewerId,
        conversation: sql`(select number from conversations where id = ${id})`,
        otherId,
        latestAt: at,
      }),
    ]);
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
