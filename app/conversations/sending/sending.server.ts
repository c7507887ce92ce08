import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Capabilities, Db } from "#app/context.ts";
import type { About } from "#app/conversations/conversation.ts";
import { hasBlock, isBlocked, isParticipant } from "#app/conversations/conversations.server.ts";
import { previewOf } from "#app/conversations/files/message-file.ts";
import * as messageFiles from "#app/conversations/files/message-files.server.ts";
import { gigSeenBy, offerIn, orderBetween } from "#app/conversations/sending/about.server.ts";
import { looksElsewhere } from "#app/conversations/thread/message-text.ts";
import { findMessage } from "#app/conversations/thread/thread-messages.server.ts";
import type { MessageView } from "#app/conversations/thread/thread-view.ts";
import { trimmed } from "#app/lib/blank.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { NewFile } from "#app/uploads/private-files.server.ts";
import { conversations, messages } from "#drizzle/schema.ts";

/**
 * The result of a send. `id taken`: the id belongs to a message of another sender or another conversation.
 */
export type Sent = { sent: MessageView; previous: number | null; to: string } | { refused: NotSent };

/** `files gone`: one of its files no longer exists. */
export type NotSent = "not a participant" | "deleted" | "blocked" | "id taken" | "files gone";

/**
 * What a message shows as a card, and the statements that store it in the same batch. A guard among them may
 * break the batch; `send` then throws. `lines`: what the sender wrote on the card, in addition to the text.
 * @param id the message's id, which is the card's as well
 */
export type Card = {
  kind: "offer" | "request";
  lines?: string[];
  stored: (id: string) => BatchItem<"sqlite">[];
};

/** A message to send. */
type Draft = {
  id: string;
  conversationId: string;
  senderId: string;
  content: string;
  about?: About;
  files?: NewFile[];
  card?: Card;
};

/**
 * Saves a message as unread and updates its conversation, in one batch, then notifies both participants' open
 * pages.
 *
 * The client generates the id, so a repeated send is one message. The same id with a different text or other
 * files is a different message (a form from the browser's history, sent again): it gets an id derived from
 * id, text and files, so its repetition is one message too. The batch fails if the sender is not a
 * participant, or if one of the two accounts was deleted or is suspended.
 * @param at UTC ms
 */
export async function send(
  deps: Pick<Capabilities, "db" | "inboxes" | "later">,
  draft: Draft,
  at: number,
): Promise<Sent> {
  const { db, inboxes, later } = deps;
  const { id, conversationId, senderId, about, files = [] } = draft;
  const content = trimmed(draft.content);
  const mayMessage = sql`exists (select 1 from conversations where id = ${conversationId} and (first_id = ${senderId} or second_id = ${senderId})
    and not exists (select 1 from users where id in (first_id, second_id)
      and (deleted_at is not null or suspended_at is not null))
    and not ${hasBlock})`;
  let isRefusedNow = false;
  try {
    await db.batch([
      guards.that(db, "may-message", mayMessage),
      db.insert(messages).values({
        id,
        conversationId,
        senderId,
        content,
        gigId: about?.gig ? gigSeenBy(about.gig, senderId) : null,
        orderId: about?.order ? orderBetween(about.order, conversationId) : null,
        offerId:
          draft.card?.kind === "offer" ? id : about?.offer ? offerIn(about.offer, conversationId) : null,
        isRead: false,
        createdAt: at,
        looksElsewhere: looksElsewhere([content, ...(draft.card?.lines ?? [])].join("\n")),
      }),
      db
        .update(conversations)
        .set({ lastMessage: previewOf(content, files), updatedAt: at })
        .where(and(eq(conversations.id, conversationId), isParticipant(senderId))),
      ...(files.length > 0 ? messageFiles.added(db, conversationId, id, files) : []),
      ...(draft.card?.stored(id) ?? []),
    ]);
  } catch (error) {
    const rule = guards.broken(error);
    if (rule === "upload-usable") return { refused: "files gone" };
    if (rule === "may-message") {
      // If the response to a stored message was lost, the message was sent, even if its sender has been
      // blocked since.
      const stored = await findMessage(db, conversationId, id);
      if (stored?.message.senderId !== senderId)
        return { refused: (await findRefusal(db, conversationId, senderId)) ?? "not a participant" };
      isRefusedNow = true;
    } else if (!brokeUnique(error, "messages.id")) throw error;
  }
  const found = await findMessage(db, conversationId, id);
  if (found?.message.senderId !== senderId) return { refused: "id taken" };
  const { message, written, previous, firstId, secondId, isQuiet } = found;
  const ids = idsOf(files);
  if (written.content !== content || idsOf(written.files) !== ids)
    return await send(deps, { ...draft, id: await derivedId(id, content + ids) }, at);
  const event = { type: "message", conversation: conversationId, message, previous, isQuiet } as const;
  if (!isRefusedNow) later(inboxes.push([firstId, secondId], event));
  return { sent: message, previous, to: senderId === firstId ? secondId : firstId };
}

/** The ids of files as one text, independent of their order. */
function idsOf(files: readonly { id: string }[]): string {
  return files
    .map(({ id }) => id)
    .sort()
    .join(" ");
}

/** Why a user may not write in a conversation; null if they may. `deleted`: the other's account was. */
export async function findRefusal(
  db: Db,
  conversationId: string,
  senderId: string,
): Promise<"not a participant" | "deleted" | "blocked" | null> {
  const isDeleted = sql<boolean>`exists (select 1 from profiles
    where id in (${conversations.firstId}, ${conversations.secondId}) and deleted_at is not null)`.mapWith(
    Boolean,
  );
  const [row] = await db
    .select({ isBlocked, isDeleted })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), isParticipant(senderId)));
  if (!row) return "not a participant";
  if (row.isDeleted) return "deleted";
  return row.isBlocked ? "blocked" : null;
}

/** The id that a form was made with, in lower case; a new one if it is not a UUID. */
export function formId(sent: string): string {
  const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(sent);
  return isId ? sent.toLowerCase() : crypto.randomUUID();
}

/** A UUID (version 8: custom) that is always the same for the same id and text. */
export async function derivedId(id: string, content: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${id}\n${content}`));
  const hex = Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-8$4-$5");
}
