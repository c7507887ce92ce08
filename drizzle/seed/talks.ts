import { type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { pairOf } from "#app/conversations/conversation.ts";
import { previewOf } from "#app/conversations/files/message-file.ts";
import { looksElsewhere } from "#app/conversations/thread/message-text.ts";
import * as schema from "#drizzle/schema.ts";
import { moment } from "./moment.ts";
import { offerClosed, offerId, offerSent, requestSent, type Sides } from "./offers.ts";
import { userId } from "./people.ts";
import {
  gigId,
  idOf,
  inBulk,
  type SourceConversation,
  type SourceMessage,
  conversations as talks,
} from "./source.ts";

/**
 * Seeds the conversations, with the requests and offers in them. Offers that an order accepts are still open:
 * the order accepts them (sales.ts).
 */
export async function seedConversations(db: Db): Promise<void> {
  await inBulk(
    db,
    talks.flatMap((talk) => statementsOf(db, talk)),
  );
}

/**
 * The statements of a conversation. A trigger keeps its two sides. Both have read what comes before the first
 * unread message.
 */
function statementsOf(db: Db, talk: SourceConversation): SQLWrapper[] {
  const [a, b] = talk.participants.map(userId);
  const [opened, last] = [talk.messages[0], talk.messages.at(-1)];
  if (!a || !b || !opened || !last)
    throw new Error(`${talk.ref} has fewer than two participants or no message`);
  const id = idOf(`conversation:${talk.ref}`);
  const unread = talk.messages.findIndex((message) => !message.is_read);
  const read = unread === -1 ? talk.messages : talk.messages.slice(0, unread);
  const said = (message: SourceMessage, isRead: boolean) => {
    const senderId = userId(message.sender);
    return sent(db, message, { id, senderId, otherId: senderId === a ? b : a }, isRead);
  };
  return [
    db.insert(schema.conversations).values({
      id,
      ...pairOf(a, b),
      lastMessage: previewOf(last.content, []),
      createdAt: moment(opened.at),
      updatedAt: moment(last.at),
    }),
    ...read.flatMap((message) => said(message, true)),
    db
      .update(schema.conversationSides)
      .set({ lastRead: sql`latest` })
      .where(sql`conversation = (select number from conversations where id = ${id})`),
    ...talk.messages.slice(read.length).flatMap((message) => said(message, false)),
    ...talk.messages.flatMap(({ at, offer }) => (offer ? offerClosed(db, offer, moment(at)) : [])),
  ];
}

/** The statements of a message, with its request or offer. */
function sent(db: Db, message: SourceMessage, sides: Sides, isRead: boolean): SQLWrapper[] {
  const { content, offer, request, mentions } = message;
  const ref = offer?.ref ?? mentions;
  const createdAt = moment(message.at);
  const row = {
    id: messageId(message),
    conversationId: sides.id,
    senderId: sides.senderId,
    content,
    offerId: ref === undefined ? null : offerId(ref),
    isRead,
    createdAt,
    looksElsewhere: looksElsewhere(content),
  };
  return [
    db.insert(schema.messages).values({ ...row, gigId: request ? gigId(request.gig) : null }),
    ...(request ? [requestSent(db, request, row.id, sides, createdAt)] : []),
    ...(offer ? offerSent(db, offer, content, sides, createdAt) : []),
  ];
}

function messageId({ offer, request }: SourceMessage): string {
  if (offer) return offerId(offer.ref);
  return request ? idOf(`request:${request.ref}`) : crypto.randomUUID();
}
