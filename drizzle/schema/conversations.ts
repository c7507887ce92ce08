import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./people.ts";

/**
 * A conversation of two users (docs/specification.md#data-conversation). The ids are stored in order, so that
 * a pair has one row.
 */
export const conversations = sqliteTable(
  "conversations",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    firstId: text("first_id")
      .notNull()
      .references(() => profiles.id),
    secondId: text("second_id")
      .notNull()
      .references(() => profiles.id),
    lastMessage: text("last_message"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    check("conversations_pair", sql`${t.firstId} < ${t.secondId}`),
    uniqueIndex("conversations_once").on(t.firstId, t.secondId),
    index("conversations_first").on(t.firstId, t.updatedAt),
    index("conversations_second").on(t.secondId, t.updatedAt),
  ],
);

/**
 * A message (docs/specification.md#data-conversation). `number` gives the order. The client makes `id`, so
 * that a repeated send is one row.
 */
export const messages = sqliteTable(
  "messages",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id),
    senderId: text("sender_id")
      .notNull()
      .references(() => profiles.id),
    content: text().notNull(),
    isRead: integer("is_read", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("messages_thread").on(t.conversationId, t.number),
    index("messages_unread").on(t.conversationId, t.senderId).where(sql`${t.isRead} = 0`),
  ],
);
