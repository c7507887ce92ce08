import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { gigs } from "./gigs.ts";
import { orders } from "./orders.ts";
import { profiles } from "./people.ts";

/**
 * A conversation of two users (docs/specification.md#data-conversation). The two ids are stored in order, so
 * that a pair has one row.
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
    /** When it is deleted with its messages, UTC ms; null while one of the accounts exists. */
    forgetAt: integer("forget_at"),
  },
  (t) => [
    index("conversations_forget").on(t.forgetAt).where(sql`${t.forgetAt} is not null`),
    check("conversations_pair", sql`${t.firstId} < ${t.secondId}`),
    uniqueIndex("conversations_once").on(t.firstId, t.secondId),
    index("conversations_second").on(t.secondId),
  ],
);

/**
 * One user's side of a conversation. Triggers on `messages` update it: a new message counts as unread for the
 * other side, comes first in both lists, and unarchives the conversation. A user who has only opened a
 * conversation has a side; the other user's is created with the first message.
 */
export const conversationSides = sqliteTable(
  "conversation_sides",
  {
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    /** The number of the conversation. */
    conversation: integer()
      .notNull()
      .references(() => conversations.number),
    otherId: text("other_id")
      .notNull()
      .references(() => profiles.id),
    /** The number of the last message that this user has read; 0: none. */
    lastRead: integer("last_read").notNull().default(0),
    /** The number of unread messages of the other user. */
    unread: integer().notNull().default(0),
    /** The number of the latest message; 0: none was written. */
    latest: integer().notNull().default(0),
    /** When the latest message was sent, or the conversation opened, UTC ms. */
    latestAt: integer("latest_at").notNull(),
    /** The number of the latest message at the last email about unread messages; 0: never. */
    digested: integer().notNull().default(0),
    /** When that email was sent, and when the next one is due, UTC ms. */
    digestAt: integer("digest_at"),
    digestDue: integer("digest_due"),
    /** True if this user has written here. */
    hasWritten: integer("has_written", { mode: "boolean" }).notNull().default(false),
    isArchived: integer("is_archived", { mode: "boolean" }).notNull().default(false),
    /** No badge and no email. */
    isMuted: integer("is_muted", { mode: "boolean" }).notNull().default(false),
    /** This user has blocked the other: neither can write. */
    isBlocked: integer("is_blocked", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.conversation] }),
    index("conversation_sides_list").on(t.userId, t.isArchived, t.latestAt, t.conversation),
    index("conversation_sides_digest").on(t.digestDue).where(sql`${t.digestDue} is not null`),
    index("conversation_sides_unread").on(t.userId).where(sql`${t.unread} > 0`),
  ],
);

/** A text that a user often puts into messages (docs/specification.md#saved-replies). */
export const savedReplies = sqliteTable(
  "saved_replies",
  {
    number: integer().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    content: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [index("saved_replies_user").on(t.userId)],
);

/**
 * A message (docs/specification.md#data-conversation). `number` gives the order. The client generates `id`,
 * so that a repeated send is one row.
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
    /** The gig or the order that the message is about; at most one of them. */
    gigId: text("gig_id").references(() => gigs.id),
    orderId: text("order_id").references(() => orders.id),
    /**
     * The offer that the message sends, if it is its own id, or is about. No foreign key: the message of an
     * offer is stored before it.
     */
    offerId: text("offer_id"),
    isRead: integer("is_read", { mode: "boolean" }).notNull(),
    createdAt: integer("created_at").notNull(),
    /** When an operator removed it, UTC ms; null if not. The text stays stored, but no page shows it. */
    removedAt: integer("removed_at"),
    /**
     * True if its text seems to be about paying or talking elsewhere; null: sent before this was recorded.
     */
    looksElsewhere: integer("looks_elsewhere", { mode: "boolean" }),
  },
  (t) => [
    index("messages_thread").on(t.conversationId, t.number),
    index("messages_unread").on(t.conversationId, t.senderId).where(sql`${t.isRead} = 0`),
  ],
);

/** A file of a message (docs/specification.md#message-files), under `messages/{conversation id}/{id}`. */
export const messageFiles = sqliteTable(
  "message_files",
  {
    number: integer().primaryKey(),
    id: text().notNull().unique(),
    messageId: text("message_id")
      .notNull()
      .references(() => messages.id),
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id),
    name: text().notNull(),
    type: text().notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of its content, in hex. Null for files stored before hashes were recorded. */
    sha256: text(),
  },
  (t) => [
    index("message_files_message").on(t.messageId),
    index("message_files_conversation").on(t.conversationId),
  ],
);
