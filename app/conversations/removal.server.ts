import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { removedMessage } from "#app/conversations/conversation.ts";
import { previewOf } from "#app/conversations/files/message-file.ts";
import { filesOfMessage } from "#app/conversations/files/message-files.server.ts";
import { conversations, messages, offerRequests, offers } from "#drizzle/schema.ts";

/**
 * Statements: an operator removes a message. Its text stays stored; threads, lists, searches, emails and the
 * other's export say "Removed by an operator" (docs/specification.md#removed-messages). The open offer that
 * it sends is withdrawn, and the open request that it makes declined. Run them after a claim.
 * @param at UTC ms
 */
export function removed(db: Db, { id, conversationId }: { id: string; conversationId: string }, at: number) {
  return [
    db.update(messages).set({ removedAt: at }).where(eq(messages.id, id)),
    db
      .update(conversations)
      .set({ lastMessage: sql`iif(${isLatest(id, conversationId)}, ${removedMessage}, last_message)` })
      .where(eq(conversations.id, conversationId)),
    // Most messages have neither, so these two may change no row. Accepting an offer claims its version, so
    // it fails after this.
    db
      .update(offers)
      .set({ state: "withdrawn", version: sql`version + 1`, closedAt: at })
      .where(and(eq(offers.id, id), eq(offers.state, "open"))),
    db
      .update(offerRequests)
      .set({ state: "declined" })
      .where(and(eq(offerRequests.id, id), eq(offerRequests.state, "open"))),
  ] as const;
}

/**
 * Statements: an appeal brings a removed message back, with its preview in the list if it is the latest one.
 * Its offer or request stays closed.
 * Run them after a claim.
 * @returns null if the message is gone
 */
export async function restored(db: Db, id: string) {
  const [message] = await db
    .select({
      conversationId: messages.conversationId,
      content: messages.content,
      files: filesOfMessage,
    })
    .from(messages)
    .where(eq(messages.id, id));
  if (!message) return null;
  const { conversationId, content, files } = message;
  return [
    db.update(messages).set({ removedAt: null }).where(eq(messages.id, id)),
    db
      .update(conversations)
      .set({
        lastMessage: sql`iif(${isLatest(id, conversationId)}, ${previewOf(content, files)}, last_message)`,
      })
      .where(eq(conversations.id, conversationId)),
  ] as const;
}

function isLatest(id: string, conversationId: string) {
  return sql`(select id from messages where conversation_id = ${conversationId}
    order by number desc limit 1) = ${id}`;
}
