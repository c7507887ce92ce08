import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { removedMessage } from "#app/conversations/conversation.ts";
import { conversations, messages } from "#drizzle/schema.ts";

/**
 * Statements: an operator removes a message. Its text stays stored; threads, lists, searches, emails and the
 * other's export say "Removed by an operator" (docs/specification.md#removed-messages). Run them after a
 * claim.
 * @param at UTC ms
 */
export function removed(db: Db, { id, conversationId }: { id: string; conversationId: string }, at: number) {
  const isLatest = sql`(select id from messages where conversation_id = ${conversationId}
    order by number desc limit 1) = ${id}`;
  return [
    db.update(messages).set({ removedAt: at }).where(eq(messages.id, id)),
    db
      .update(conversations)
      .set({ lastMessage: sql`iif(${isLatest}, ${removedMessage}, last_message)` })
      .where(eq(conversations.id, conversationId)),
  ] as const;
}
