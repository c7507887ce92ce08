import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#app/context.ts";
import { type MailKind, mailOnce } from "#app/outbox/outbox.server.ts";
import type { RuleCode } from "#app/statements/rules.ts";
import {
  type FoundBy,
  type GivenReasons,
  givenReasons,
  type Statement,
  type StatementKind,
} from "#app/statements/statement.ts";
import { gigs, profiles, statements, users } from "#drizzle/schema.ts";

// The store of statements of reasons (docs/specification.md#reasons). Times are UTC ms.

/** A statement with what only operators see. */
export type StatementRow = typeof statements.$inferSelect;

/** The email that carries each kind. */
const mailKinds: Record<StatementKind, MailKind> = {
  warning: "warned",
  denial: "gig_denied",
  "review-removal": "content_removed",
  "message-removal": "content_removed",
  refusal: "seller_refused",
  suspension: "suspended",
};

/** What is written. `mailSubject`: the subject of the email; null: the account. */
type NewStatement = {
  kind: StatementKind;
  subjectId: string;
  userId: string;
  rule: RuleCode;
  happened: string;
  foundBy: FoundBy;
  mailSubject: string | null;
};

/**
 * Statements: the reasons for a decision, and the email that gives them, for the batch of the decision.
 * @param operatorId who decides @param proposalId the proposal that they confirm; null: none
 */
export function written(
  db: Db,
  { mailSubject, ...statement }: NewStatement,
  operatorId: string,
  proposalId: string | null,
  at: number,
) {
  const mailId = crypto.randomUUID();
  const proposedBy =
    proposalId === null
      ? null
      : sql<string>`(select operator_id from proposals where proposals.id = ${proposalId})`;
  return [
    db
      .insert(statements)
      .values({ ...statement, id: crypto.randomUUID(), operatorId, proposedBy, mailId, at }),
    mailOnce(db, mailId, mailKinds[statement.kind], statement.userId, mailSubject, at),
  ] as const;
}

const isOtherDecider = sql<boolean>`ifnull(${statements.decidedBy} not in (${statements.operatorId},
  ifnull(${statements.proposedBy}, '')), 0)`;

const shown = {
  id: statements.id,
  kind: statements.kind,
  title: gigs.title,
  rule: statements.rule,
  happened: statements.happened,
  foundBy: statements.foundBy,
  at: statements.at,
  appealedAt: statements.appealedAt,
  outcome: statements.outcome,
  answer: statements.answer,
  decidedAt: statements.decidedAt,
  isOtherDecider: isOtherDecider.mapWith(Boolean),
};

async function findShown(db: Db, where: SQL) {
  const [row] = await db
    .select({ ...shown, userId: statements.userId, timeZone: profiles.timeZone })
    .from(statements)
    .innerJoin(users, eq(users.id, statements.userId))
    .innerJoin(profiles, eq(profiles.id, statements.userId))
    .leftJoin(gigs, and(eq(statements.kind, "denial"), eq(gigs.id, statements.subjectId)))
    .where(and(where, isNull(users.deletedAt)));
  return row ?? null;
}

/** A statement for its page, by the id of its link; null if there is none, or the account was deleted. */
export async function find(
  db: Db,
  id: string,
): Promise<(Statement & { userId: string; timeZone: string | null }) | null> {
  return await findShown(db, eq(statements.id, id));
}

/** The statement of an email; null if the email has none. */
export async function findByMail(db: Db, mailId: string): Promise<Statement | null> {
  return await findShown(db, eq(statements.mailId, mailId));
}

/** The statement that a ticket appeals, for operators; null if the ticket is not an appeal. */
export async function findByTicket(db: Db, ticketId: string) {
  const [operator, proposer] = [alias(profiles, "operator"), alias(profiles, "proposer")];
  const [row] = await db
    .select({
      statement: statements,
      title: gigs.title,
      username: profiles.username,
      operator: operator.username,
      proposer: proposer.username,
    })
    .from(statements)
    .innerJoin(profiles, eq(profiles.id, statements.userId))
    .innerJoin(operator, eq(operator.id, statements.operatorId))
    .leftJoin(proposer, eq(proposer.id, statements.proposedBy))
    .leftJoin(gigs, and(eq(statements.kind, "denial"), eq(gigs.id, statements.subjectId)))
    .where(eq(statements.ticketId, ticketId));
  return row ?? null;
}

/**
 * In a query: the newest statement of this kind about a thing, as the JSON that `readGiven` reads; null if
 * there is none, because an earlier release decided.
 * @param subjectId a column of the query
 */
export function given(kind: StatementKind, subjectId: SQL): SQL<string | null> {
  return sql`(select json_object('id', id, 'rule', rule) from statements
    where subject_id = ${subjectId} and kind = ${kind} order by number desc limit 1)`;
}

/** What `given` has found. */
export function readGiven(json: string): GivenReasons {
  return givenReasons(JSON.parse(json));
}

/** Statement: erases the words about a deleted user. What was decided, when and by whom is kept. */
export function ofUserErased(db: Db, userId: string) {
  return db
    .update(statements)
    .set({ happened: "", answer: sql`iif(answer is null, null, '')` })
    .where(eq(statements.userId, userId));
}
