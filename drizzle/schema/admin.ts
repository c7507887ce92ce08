import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./people.ts";

/**
 * Notifications to the operators (docs/specification.md#operator-signups). At most one of each type about a
 * user.
 */
export const adminNotifications = sqliteTable(
  "admin_notifications",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    type: text({ enum: ["signup"] }).notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    userName: text("user_name").notNull(),
    message: text().notNull(),
    details: text({ mode: "json" })
      .$type<{ email: string; authProvider: string; timestamp: string }>()
      .notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("admin_notifications_once").on(t.type, t.userId)],
);

export const auditActions = sqliteTable("audit_actions", { name: text().primaryKey() });

/**
 * What operators did. The table is append-only: triggers refuse UPDATE and DELETE. A guard before each row
 * rolls its batch back if the session has ended, its user is not an operator or it has no second factor.
 * Every write of the console therefore has a reason.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    action: text()
      .notNull()
      .references(() => auditActions.name),
    /** The id of the user, order or other subject. */
    subjectId: text("subject_id").notNull(),
    reason: text().notNull(),
    /** The money that was moved or given up, in cents; null: none. */
    cents: integer(),
    /** What something was set to before and after; null: nothing was set. */
    before: text(),
    after: text(),
    at: integer().notNull(),
  },
  (t) => [
    index("audit_log_subject").on(t.subjectId, t.number),
    index("audit_log_operator").on(t.operatorId, t.number),
    index("audit_log_action").on(t.action, t.number),
    index("audit_log_at").on(t.at),
  ],
);

/**
 * Decisions about money that a second operator confirms or declines (docs/specification.md#second-operator).
 * The first operator, the sum and the input never change.
 */
export const proposals = sqliteTable(
  "proposals",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    /** Which of the console's decisions it is, and what it is about: an order, a user or a payment. */
    kind: text({ enum: ["order", "application", "payment", "payouts", "setting"] }).notNull(),
    subjectId: text("subject_id").notNull(),
    action: text()
      .notNull()
      .references(() => auditActions.name),
    cents: integer().notNull(),
    /** The decision's form, as it was accepted. */
    input: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    reason: text().notNull(),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    at: integer().notNull(),
    expiresAt: integer("expires_at").notNull(),
    state: text({ enum: ["open", "confirmed", "declined", "expired"] })
      .notNull()
      .default("open"),
    /** The second operator. The first one declines by withdrawing. */
    decidedBy: text("decided_by").references(() => users.id),
    decidedAt: integer("decided_at"),
  },
  (t) => [
    uniqueIndex("proposals_open").on(t.kind, t.subjectId).where(sql`${t.state} = 'open'`),
    index("proposals_waiting").on(t.expiresAt).where(sql`${t.state} = 'open'`),
    check("proposals_state", sql`${t.state} in ('open', 'confirmed', 'declined', 'expired')`),
    check("proposals_two", sql`${t.state} <> 'confirmed' or ${t.decidedBy} <> ${t.operatorId}`),
  ],
);

/**
 * Announcements: emails to every account (docs/specification.md#announcements). Each is sent in runs, in the
 * order of the accounts' numbers. Times are UTC ms.
 */
export const announcements = sqliteTable(
  "announcements",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    /** What it is about. Changes of Terms and Privacy reach every account. */
    kind: text({ enum: ["news", "terms", "privacy"] }).notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** When what it announces takes effect; null: it has no date. */
    effectiveAt: integer("effective_at"),
    state: text({ enum: ["draft", "running", "stopped", "done"] }).notNull(),
    /** Counts its changes. */
    version: integer().notNull(),
    /** Who wrote it. */
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    createdAt: integer("created_at").notNull(),
    startedAt: integer("started_at"),
    endedAt: integer("ended_at"),
    /** The highest number of an account when it was started. Later accounts do not get it. */
    lastNumber: integer("last_number"),
    /** The number of the last account that was processed. */
    doneNumber: integer("done_number").notNull().default(0),
    /** How many emails were written. */
    written: integer().notNull().default(0),
  },
  (t) => [
    check("announcements_kind", sql`${t.kind} in ('news', 'terms', 'privacy')`),
    check("announcements_state", sql`${t.state} in ('draft', 'running', 'stopped', 'done')`),
    check("announcements_started", sql`(${t.startedAt} is null) = (${t.lastNumber} is null)`),
    index("announcements_running").on(t.number).where(sql`${t.state} = 'running'`),
  ],
);
