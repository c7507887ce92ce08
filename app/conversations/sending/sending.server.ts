import { and, eq, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import type { About } from "#app/conversations/conversation.ts";
import { isBlocked, isParticipant } from "#app/conversations/conversations.server.ts";
import { gigSeenBy, orderBetween } from "#app/conversations/sending/about.server.ts";
import { findMessage } from "#app/conversations/thread/thread-messages.server.ts";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { conversations, messages } from "#drizzle/schema.ts";

/**
 * The result of a send. `id taken`: the id belongs to a message of another sender or another conversation.
 */
export type Sent = { sent: MessageView; previous: number | null; to: string } | { refused: Refusal };

type Refusal = "not a participant" | "blocked" | "id taken";

/** A message to be sent. */
type Draft = { id: string; conversationId: string; senderId: string; content: string; about?: About };

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
  draft: Draft,
  at: number,
): Promise<Sent> {
  const { db, inboxes, later } = deps;
  const { id, conversationId, senderId, about } = draft;
  const content = draft.content.trim();
  const mine = sql`(select id from conversations where id = ${conversationId} and (first_id = ${senderId} or second_id = ${senderId})
    and not exists (select 1 from profiles where id in (first_id, second_id) and deleted_at is not null)
    and not ${isBlocked})`;
  try {
    await db.batch([
      db.insert(messages).values({
        id,
        conversationId: mine,
        senderId,
        content,
        gigId: about?.gig ? gigSeenBy(about.gig, senderId) : null,
        orderId: about?.order ? orderBetween(about.order, conversationId) : null,
        isRead: false,
        createdAt: at,
      }),
      db
        .update(conversations)
        .set({ lastMessage: content.slice(0, 200), updatedAt: at })
        .where(and(eq(conversations.id, conversationId), isParticipant(senderId))),
    ]);
  } catch (error) {
    if (brokeNotNull(error, "messages.conversation_id"))
      return { refused: await findRefusal(db, conversationId, senderId) };
    if (!brokeUnique(error, "messages.id")) throw error;
  }
  const found = await findMessage(db, conversationId, id);
  if (found?.message.senderId !== senderId) return { refused: "id taken" };
  const { message, written, previous, firstId, secondId, isQuiet } = found;
  if (written !== content) return await send(deps, { ...draft, id: await derivedId(id, content) }, at);
  const event = { type: "message", conversation: conversationId, message, previous, isQuiet } as const;
  later(inboxes.push([firstId, secondId], event));
  return { sent: message, previous, to: senderId === firstId ? secondId : firstId };
}

/** Why the batch found no conversation that the sender may write in. */
async function findRefusal(db: Db, conversationId: string, senderId: string): Promise<Refusal> {
  const [row] = await db
    .select({ isBlocked })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isParticipant(senderId)));
  return row?.isBlocked ? "blocked" : "not a participant";
}

/** A UUID (version 8: custom) that is always the same for the same id and text. */
async function derivedId(id: string, content: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${id}\n${content}`));
  const hex = Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-8$4-$5");
}
