import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./people.ts";

export const mailKinds = sqliteTable("mail_kinds", { name: text().primaryKey() });

/** The kinds of email that have a limit per user and time, which `wasMailedSince` in the outbox checks. */
export const limitedMailKinds = [
  "account_exists",
  "announcement",
  "email_taken",
  "payouts_link",
  "privacy_changed",
  "reset",
  "sign_in_attempts",
  "terms_changed",
  "unlock",
  "verify",
  "wrong_codes",
] as const;

/** As a list in SQL: SQLite uses `outbox_limited` only for a query that repeats its condition. */
export const limitedKindList = limitedMailKinds.map((kind) => `'${kind}'`).join(", ");

/** Emails to send, each written in the batch of the event that it reports (docs/specification.md#outbox). */
export const outbox = sqliteTable(
  "outbox",
  {
    number: integer().primaryKey(),
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
    /**
     * For the reader's notices (docs/specification.md#notices-page), set when it is sent: the email's
     * subject, and the page that it opens. Null: not sent yet, or not a notice.
     */
    subject: text(),
    path: text(),
  },
  (t) => [
    index("outbox_waiting").on(t.sentAt, t.dueAt),
    index("outbox_limited")
      .on(t.userId, t.kind, t.createdAt)
      .where(sql`${t.kind} in (${sql.raw(limitedKindList)})`),
    index("outbox_account").on(t.userId, t.number),
    index("outbox_subject").on(t.subjectId, t.number),
    index("outbox_failing").on(t.createdAt).where(sql`${t.sentAt} is null and ${t.attempts} > 0`),
    // Given up: `never` (app/outbox/outbox.server.ts).
    index("outbox_given_up").on(t.createdAt).where(sql`${t.sentAt} is null and ${t.dueAt} >= 9999999999999`),
  ],
);

/** The groups of emails that a user has turned off (docs/specification.md#email-preferences). No row: on. */
export const mailSwitches = sqliteTable(
  "mail_switches",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    mailGroup: text("mail_group", { enum: ["buying", "selling", "messages", "advice"] }).notNull(),
    /** Who switched it off: the user on a page, the link of an email, or the mail provider's complaint. */
    by: text({ enum: ["user", "link", "complaint"] }).notNull(),
    /** UTC ms. */
    offAt: integer("off_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.mailGroup] }),
    check("mail_switches_group", sql`${t.mailGroup} in ('buying', 'selling', 'messages', 'advice')`),
    check("mail_switches_by", sql`${t.by} in ('user', 'link', 'complaint')`),
  ],
);

/** Addresses that take no email (docs/specification.md#bad-addresses), in lower case. */
export const badAddresses = sqliteTable(
  "bad_addresses",
  {
    address: text().primaryKey(),
    /** `bounced`: the provider reported it later. `refused`: it was refused when the email was sent. */
    kind: text({ enum: ["bounced", "refused"] }).notNull(),
    /** What the provider said, at most 500 characters. */
    detail: text().notNull(),
    /** UTC ms. */
    at: integer().notNull(),
  },
  (t) => [
    check("bad_addresses_kind", sql`${t.kind} in ('bounced', 'refused')`),
    index("bad_addresses_at").on(t.at),
  ],
);

/** The mail provider's events that were processed, so that each counts once. `id` is the provider's. */
export const mailEvents = sqliteTable(
  "mail_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** UTC ms. */
    at: integer().notNull(),
  },
  (t) => [index("mail_events_at").on(t.at)],
);
