import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./people.ts";

export const mailKinds = sqliteTable("mail_kinds", { name: text().primaryKey() });

/** Who must be told what, written in the batch of what it reports (docs/specification.md#outbox). */
export const outbox = sqliteTable(
  "outbox",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    kind: text()
      .notNull()
      .references(() => mailKinds.name),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Where it goes instead of the user's own address: a new one to confirm, an old one to warn; null: to the user's. */
    address: text(),
    /** The id of what the mail is about (an order, say); null when it is about the account. */
    subjectId: text("subject_id"),
    createdAt: integer("created_at").notNull(),
    sentAt: integer("sent_at"),
    attempts: integer().notNull(),
    /** Not tried before this moment. */
    dueAt: integer("due_at").notNull(),
    error: text(),
  },
  (t) => [
    index("outbox_waiting").on(t.sentAt, t.dueAt),
    index("outbox_user").on(t.userId, t.kind, t.createdAt),
    index("outbox_subject").on(t.subjectId, t.n),
    index("outbox_failing").on(t.createdAt).where(sql`${t.sentAt} is null and ${t.attempts} > 0`),
  ],
);
