import { and, asc, desc, eq, gt, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isParticipant } from "#app/conversations/conversations.server.ts";
import { filesOfMessage } from "#app/conversations/files/message-files.server.ts";
import { looksElsewhere } from "#app/conversations/thread/message-text.ts";
import type { ThreadAsked } from "#app/conversations/thread/thread-address.ts";
import {
  type MessageView,
  type OfferCard,
  type RequestCard,
  removedContent,
} from "#app/conversations/thread/thread-view.ts";
import type { FileView } from "#app/uploads/private-file.ts";
import { conversations, gigs, messages, offerRequests, offers, orders } from "#drizzle/schema.ts";

/** How many messages are on a page of a thread. */
const pageLength = 50;
/** How many read messages a page shows before the first unread one. */
const readBefore = 10;
/** How many messages a search examines for one page. */
const searched = 2000;

/** Finds a page of messages, oldest first. @param firstUnread the number of the first unread message */
export async function findPage(
  db: Db,
  id: string,
  { before, after }: ThreadAsked,
  firstUnread: number | null,
) {
  if (after !== null) return await pageAfter(db, id, after);
  if (before !== null || firstUnread === null) return await pageBefore(db, id, before);
  const room = pageLength - readBefore;
  const unread = await selectMessages(db, id, gte(messages.number, firstUnread), asc, room + 1);
  const from = unread.slice(0, room);
  const earlier = pageLength - from.length;
  const read = await selectMessages(db, id, lt(messages.number, firstUnread), desc, earlier + 1);
  return {
    messages: [...read.slice(0, earlier).reverse(), ...from],
    older: read.length > earlier,
    newer: unread.length > room,
  };
}

/** How many messages an open page gets in one response. */
const partLength = 100;

/**
 * Finds the messages of a conversation after a number, oldest first, at most 100, or the page before one.
 * @returns null if it does not exist, or the viewer is not a participant. `readUpTo`: the number up to which
 * the other has read
 */
export async function findPart(
  db: Db,
  id: string,
  viewerId: string,
  { before = null, after = null }: { before?: number | null; after?: number | null },
) {
  const [found] = await db
    .select({
      id: conversations.id,
      readUpTo: sql<number>`coalesce((select last_read from conversation_sides as theirs
        where theirs.conversation = ${conversations.number} and theirs.user_id =
          iif(${conversations.firstId} = ${viewerId}, ${conversations.secondId}, ${conversations.firstId})), 0)`,
    })
    .from(conversations)
    .where(and(eq(conversations.id, id), isParticipant(viewerId)));
  if (!found) return null;
  const page =
    before === null ? await pageAfter(db, id, after ?? 0, partLength) : await pageBefore(db, id, before);
  return { ...page, readUpTo: found.readUpTo };
}

async function pageBefore(db: Db, id: string, before: number | null) {
  const condition = before === null ? undefined : lt(messages.number, before);
  const found = await selectMessages(db, id, condition, desc, pageLength + 1);
  return {
    messages: found.slice(0, pageLength).reverse(),
    older: found.length > pageLength,
    newer: before !== null && (await hasFrom(db, id, before)),
  };
}

async function pageAfter(db: Db, id: string, after: number, limit = pageLength) {
  const found = await selectMessages(db, id, gt(messages.number, after), asc, limit + 1);
  return { messages: found.slice(0, limit), older: after > 0, newer: found.length > limit };
}

async function hasFrom(db: Db, id: string, number: number): Promise<boolean> {
  const rows = await db
    .select({ number: messages.number })
    .from(messages)
    .where(and(eq(messages.conversationId, id), gte(messages.number, number)))
    .limit(1);
  return rows.length > 0;
}

/** The newest messages that contain a text, newest first. Examines 2,000 messages. */
export async function search(db: Db, id: string, { q, before }: ThreadAsked) {
  const looked = db
    .select({
      number: messages.number,
      content: sql<string>`iif(${messages.removedAt} is null, ${messages.content}, '')`.as("content"),
    })
    .from(messages)
    .where(and(eq(messages.conversationId, id), before === null ? undefined : lt(messages.number, before)))
    .orderBy(desc(messages.number))
    .limit(searched)
    .as("looked");
  // SQLite's lower() handles only ASCII letters.
  const spellings = [...new Set([q.toLowerCase(), q.toUpperCase(), capitalised(q)])];
  const [found, [bounds]] = await db.batch([
    db
      .select({ number: looked.number })
      .from(looked)
      .where(or(...spellings.map((one) => sql`instr(lower(${looked.content}), lower(${one})) > 0`)))
      .orderBy(desc(looked.number))
      .limit(pageLength + 1),
    db.select({ count: sql<number>`count(*)`, last: sql<number>`min(${looked.number})` }).from(looked),
  ]);
  const numbers = found.slice(0, pageLength).map(({ number }) => number);
  const last = found.length > pageLength ? numbers.at(-1) : bounds?.count === searched ? bounds.last : null;
  const shown = numbers.length
    ? await selectMessages(db, id, inArray(messages.number, numbers), desc, pageLength)
    : [];
  return { messages: shown, older: false, newer: false, furtherBefore: last ?? null };
}

function capitalised(text: string): string {
  const [first = "", ...rest] = text.toLowerCase();
  return first.toUpperCase() + rest.join("");
}

/**
 * Finds one message of a conversation, with its participants.
 * @returns null if there is none. `previous`: the number of the message before it; null: it is the first.
 *   `written`: its text and files, even if an operator has removed it. `isQuiet`: its recipient has muted the
 *   conversation
 */
export async function findMessage(db: Db, conversationId: string, id: string) {
  const [found] = await db
    .select({
      message: messageColumns,
      ...cardColumns,
      previous: sql<number | null>`(select max(number) from messages as earlier
        where earlier.conversation_id = ${conversationId} and earlier.number < ${messages.number})`,
      firstId: conversations.firstId,
      secondId: conversations.secondId,
      isQuiet: sql<boolean>`exists (select 1 from conversation_sides as theirs where theirs.is_muted = 1
        and theirs.conversation = ${conversations.number} and theirs.user_id =
          iif(${conversations.firstId} = ${messages.senderId}, ${conversations.secondId}, ${conversations.firstId}))`.mapWith(
        Boolean,
      ),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(gigs, eq(gigs.id, messages.gigId))
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .leftJoin(offers, eq(offers.id, messages.offerId))
    .leftJoin(offerRequests, eq(offerRequests.id, messages.id))
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, id)));
  if (!found) return null;
  const { message, offer, request, ...rest } = found;
  return {
    message: shownMessage(message, { offer, request }),
    written: { content: message.content, files: message.files },
    ...rest,
  };
}

/** Selects messages of a conversation, with their subjects. */
async function selectMessages(
  db: Db,
  id: string,
  condition: SQL | undefined,
  order: typeof asc,
  limit: number,
) {
  const rows = await db
    .select({ message: messageColumns, ...cardColumns })
    .from(messages)
    .leftJoin(gigs, eq(gigs.id, messages.gigId))
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .leftJoin(offers, eq(offers.id, messages.offerId))
    .leftJoin(offerRequests, eq(offerRequests.id, messages.id))
    .where(and(eq(messages.conversationId, id), condition))
    .orderBy(order(messages.number))
    .limit(limit);
  return rows.map(({ message, ...cards }) => shownMessage(message, cards));
}

/** Of an offer: what its card shows. */
export const offerColumns = {
  id: offers.id,
  title: offers.title,
  priceCents: offers.priceCents,
  deliveryDays: offers.deliveryDays,
  revisions: offers.revisions,
  edition: offers.edition,
  state: offers.state,
  expiresAt: offers.expiresAt,
  version: offers.version,
};

/**
 * Of a request for an offer: what its card shows. The state comes first: Drizzle treats a joined row whose
 * first column is null as missing.
 */
export const requestColumns = {
  state: offerRequests.state,
  gigId: offerRequests.gigId,
  budgetCents: offerRequests.budgetCents,
  wantedBy: offerRequests.wantedBy,
};

const cardColumns = { offer: offerColumns, request: requestColumns };

const messageColumns = {
  id: messages.id,
  number: messages.number,
  senderId: messages.senderId,
  content: messages.content,
  isRead: messages.isRead,
  createdAt: messages.createdAt,
  removedAt: messages.removedAt,
  looksElsewhere: messages.looksElsewhere,
  slug: gigs.slug,
  gigTitle: gigs.title,
  priceCents: gigs.priceCents,
  imageUrl: gigs.imageUrl,
  orderId: orders.id,
  orderTitle: orders.title,
  files: filesOfMessage,
};

type MessageRow = Pick<
  typeof messages.$inferSelect,
  "id" | "number" | "senderId" | "content" | "isRead" | "createdAt" | "removedAt" | "looksElsewhere"
> & {
  slug: string | null;
  gigTitle: string | null;
  priceCents: number | null;
  imageUrl: string | null;
  orderId: string | null;
  orderTitle: string | null;
  files: FileView[];
};

type Cards = { offer: OfferCard | null; request: RequestCard | null };

function shownMessage(row: MessageRow, cards: Cards): MessageView {
  const { slug, gigTitle, priceCents, imageUrl, orderId, orderTitle, removedAt, ...message } = row;
  if (removedAt !== null) return { ...message, ...removedContent };
  const gig = slug && gigTitle && priceCents ? { slug, title: gigTitle, priceCents, imageUrl } : null;
  const order = orderId && orderTitle ? { id: orderId, title: orderTitle } : null;
  // Messages of an earlier release have no stored result.
  const isElsewhere = row.looksElsewhere ?? looksElsewhere(row.content);
  return { ...message, gig, order, ...cards, looksElsewhere: isElsewhere, isRemoved: false };
}
