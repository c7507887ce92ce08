import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./people.ts";

/** What the operator is told (docs/specification.md#operator-signups); one of a type about each user. */
export const adminNotifications = sqliteTable(
  "admin_notifications",
  {
    n: integer().primaryKey({ autoIncrement: true }),
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
 * What an operator did, append-only (triggers refuse UPDATE and DELETE). `operatorId` is a sub-select of the session that asked: one that
 * has ended, or is no operator's with a second factor, breaks NOT NULL and the batch is undone.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    action: text()
      .notNull()
      .references(() => auditActions.name),
    /** The user, gig or order that it was done to. */
    subjectId: text("subject_id").notNull(),
    reason: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index("audit_log_subject").on(t.subjectId, t.n)],
);
