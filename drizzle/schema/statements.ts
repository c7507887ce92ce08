import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { profiles, users } from "./people.ts";

/**
 * Statements of reasons: what an operator decided against a user, and the user's appeal
 * (docs/specification.md#reasons). A trigger keeps what was said: only an account's deletion erases texts.
 */
export const statements = sqliteTable(
  "statements",
  {
    number: integer().primaryKey(),
    /** Unguessable: with it, from the link in the email, a person reads the statement and appeals. */
    id: text().notNull().unique(),
    kind: text({
      enum: ["warning", "denial", "review-removal", "message-removal", "refusal", "suspension"],
    }).notNull(),
    /** The id of the user, gig, review, message or registration. */
    subjectId: text("subject_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => profiles.id),
    /** The code of a rule (app/statements/rules.ts). */
    rule: text().notNull(),
    /** What happened, for the user to read; empty once their account is deleted. */
    happened: text().notNull(),
    /** What brought it to us: a report, or an operator who found it. */
    foundBy: text("found_by", { enum: ["report", "operator"] }).notNull(),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    /** The operator who proposed it, if `operatorId` confirmed a proposal. */
    proposedBy: text("proposed_by").references(() => users.id),
    /** The id of its row in the outbox. Not a reference: that row may be deleted earlier. */
    mailId: text("mail_id").notNull().unique(),
    at: integer().notNull(),
    /** The ticket of the appeal; null: none. Not a reference: tickets are deleted after two years. */
    ticketId: text("ticket_id").unique(),
    appealedAt: integer("appealed_at"),
    outcome: text({ enum: ["upheld", "reversed", "closed"] }),
    /** What the operator who decided the appeal wrote to the user. */
    answer: text(),
    decidedBy: text("decided_by").references(() => users.id),
    decidedAt: integer("decided_at"),
  },
  (t) => [
    check(
      "statements_kind",
      sql`${t.kind} in ('warning', 'denial', 'review-removal', 'message-removal', 'refusal', 'suspension')`,
    ),
    check("statements_appealed", sql`(${t.ticketId} is null) = (${t.appealedAt} is null)`),
    check("statements_decided", sql`(${t.outcome} is null) = (${t.decidedAt} is null)`),
    index("statements_user").on(t.userId, t.number),
    index("statements_subject").on(t.subjectId, t.kind, t.number),
  ],
);
