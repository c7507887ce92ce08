import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { orders } from "../orders.ts";
import { mailKinds } from "../outbox.ts";
import { profiles, users } from "../people.ts";

/** What a ticket can be about (docs/specification.md#contact). */
export const ticketTopics = sqliteTable("ticket_topics", { name: text().primaryKey() });

/**
 * Questions to the operator (docs/specification.md#tickets). A ticket belongs to a user, or to the address of
 * a visitor: exactly one of `userId` and `email` is given, which a CHECK holds. Its number for people is made
 * of `number` and the year.
 */
export const tickets = sqliteTable(
  "tickets",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    /** Made by the form, so that a repeated form is one ticket. */
    id: text().notNull().unique(),
    userId: text("user_id").references(() => profiles.id),
    /** A visitor's name and address, in lower case; null for a user. */
    name: text(),
    email: text(),
    topic: text()
      .notNull()
      .references(() => ticketTopics.name),
    /** Not named order_id: a backup reads the tables that are together with their orders. */
    orderId: text("about_order_id").references(() => orders.id),
    /** `open`: waits for an operator. `answered`: waits for the person who asked. */
    state: text({ enum: ["open", "answered", "closed"] }).notNull(),
    /** The operator who takes care of it; null: no one yet. */
    assigneeId: text("assignee_id").references(() => users.id),
    /** The `seq` of its last entry. */
    version: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** Since when an operator's answer is awaited, UTC ms; null unless the ticket is open. */
    waitingSince: integer("waiting_since"),
    /** UTC ms; null unless the ticket is closed. */
    closedAt: integer("closed_at"),
  },
  (t) => [
    check("tickets_person", sql`(${t.userId} is null) <> (${t.email} is null)`),
    check("tickets_state", sql`${t.state} in ('open', 'answered', 'closed')`),
    check("tickets_waits", sql`(${t.state} = 'open') = (${t.waitingSince} is not null)`),
    check("tickets_ended", sql`(${t.state} = 'closed') = (${t.closedAt} is not null)`),
    index("tickets_listed").on(t.state, t.number),
    index("tickets_waiting").on(t.waitingSince).where(sql`${t.waitingSince} is not null`),
    index("tickets_mine").on(t.assigneeId, t.number).where(sql`${t.state} <> 'closed'`),
    index("tickets_user").on(t.userId, t.number),
    index("tickets_email").on(t.email, t.number).where(sql`${t.email} is not null`),
    index("tickets_order").on(t.orderId, t.number).where(sql`${t.orderId} is not null`),
    index("tickets_over").on(t.closedAt).where(sql`${t.closedAt} is not null`),
  ],
);

export const ticketEntryKinds = sqliteTable("ticket_entry_kinds", { name: text().primaryKey() });

/**
 * What the person who asked can read of a ticket, in order. `(ticket, seq)` is the claim of a change
 * (docs/architecture.md#claims).
 */
export const ticketEntries = sqliteTable(
  "ticket_entries",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id),
    seq: integer().notNull(),
    kind: text()
      .notNull()
      .references(() => ticketEntryKinds.name),
    /** The operator who wrote it; null: the person who asked. */
    operatorId: text("operator_id").references(() => users.id),
    /** Null if nothing was written: the ticket was closed, or opened again. */
    text: text(),
    at: integer().notNull(),
  },
  (t) => [uniqueIndex("ticket_entries_seq").on(t.ticketId, t.seq)],
);

/** What operators note for each other about a ticket. The person who asked never reads it. */
export const ticketNotes = sqliteTable(
  "ticket_notes",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index("ticket_notes_ticket").on(t.ticketId, t.number)],
);

/**
 * A file that came with a ticket, private to its user and the operators. Stored in the bucket under
 * `tickets/{ticket}/{id}`.
 */
export const ticketFiles = sqliteTable(
  "ticket_files",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id),
    name: text().notNull(),
    /** MIME type, by extension and, if it is known, by content. */
    type: text().notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of its content, in hex. Null for files from before hashes were kept. */
    sha256: text(),
  },
  (t) => [index("ticket_files_ticket").on(t.ticketId, t.number)],
);

/** What a user's last checks of their payments have found (docs/specification.md#charged). */
export const paymentChecks = sqliteTable(
  "payment_checks",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    results: text({ mode: "json" })
      .$type<{ label: string; cents: number; to: string; at: number; state: string }[]>()
      .notNull(),
    at: integer().notNull(),
  },
  (t) => [index("payment_checks_user").on(t.userId, t.at), index("payment_checks_over").on(t.at)],
);

/** Mails to visitors about their tickets. They have no account, and so no row of the outbox. */
export const visitorMails = sqliteTable(
  "visitor_mails",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    kind: text()
      .notNull()
      .references(() => mailKinds.name),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id),
    createdAt: integer("created_at").notNull(),
    sentAt: integer("sent_at"),
    attempts: integer().notNull(),
    /** Not sent before this time, UTC ms. */
    dueAt: integer("due_at").notNull(),
    error: text(),
  },
  (t) => [
    index("visitor_mails_waiting").on(t.sentAt, t.dueAt),
    index("visitor_mails_ticket").on(t.ticketId, t.number),
    index("visitor_mails_failing").on(t.createdAt).where(sql`${t.sentAt} is null and ${t.attempts} > 0`),
  ],
);
