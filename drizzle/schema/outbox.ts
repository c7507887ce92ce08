import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./people.ts";

export const mailKinds = sqliteTable("mail_kinds", { name: text().primaryKey() });

/** Emails to send, each written in the batch of the event that it reports (docs/specification.md#outbox). */
export const outbox = sqliteTable(
  "outbox",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    kind: text()
      .notNull()
      .references(() => mailKinds.name),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /**
     * The recipient's address if it is not the user's own: a new one to confirm, or an old one to warn. Null:
     * the user's.
     */
    address: text(),
    /** The id of the email's subject, for example an order; null: the account. */
    subjectId: text("subject_id"),
    createdAt: integer("created_at").notNull(),
    sentAt: integer("sent_at"),
    attempts: integer().notNull(),
    /** Not sent before this time, UTC ms. */
    dueAt: integer("due_at").notNull(),
    error: text(),
  },
  (t) => [
    index("outbox_waiting").on(t.sentAt, t.dueAt),
    index("outbox_user").on(t.userId, t.kind, t.createdAt),
    index("outbox_account").on(t.userId, t.number),
    index("outbox_subject").on(t.subjectId, t.number),
    index("outbox_failing").on(t.createdAt).where(sql`${t.sentAt} is null and ${t.attempts} > 0`),
    // Given up: `never` (app/outbox/outbox.server.ts).
    index("outbox_given_up").on(t.createdAt).where(sql`${t.sentAt} is null and ${t.dueAt} >= 9999999999999`),
  ],
);
