import { eq, type SQL, sql } from "drizzle-orm";
import { refusalReversed } from "#app/admin/applications/vetting.server.ts";
import { haveFactor } from "#app/admin/approvals/second-operator.server.ts";
import { audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import * as gigDecisions from "#app/admin/gigs/gig-decisions.server.ts";
import { type AppealIntent, type AppealStanding, appealIntents } from "#app/admin/tickets/appeal.ts";
import * as suspensions from "#app/admin/users/suspensions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Ticket } from "#app/contact/tickets.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import * as removal from "#app/conversations/removal.server.ts";
import * as deniedChanges from "#app/gigs/drafts/denied-changes.server.ts";
import { refusalToDecide } from "#app/gigs/gig-state.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as guards from "#app/lib/guards.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as sellerWrites from "#app/sellers/seller-writes.server.ts";
import * as sellers from "#app/sellers/sellers.server.ts";
import type { StatementKind } from "#app/statements/statement.ts";
import type * as statementStore from "#app/statements/statements.server.ts";
import { reviews, statements, ticketEntries, tickets } from "#drizzle/schema.ts";

type Row = statementStore.StatementRow;
type Statements = Parameters<Db["batch"]>[0][number][];

/** Conditions on `s`, a statement: what it restricted is still restricted. */
const restricted: Record<StatementKind, SQL> = {
  warning: sql`1`,
  denial: sql`exists (select 1 from gigs where gigs.id = s.subject_id and gigs.state = 'denied')`,
  "review-removal": sql`exists (select 1 from reviews where reviews.id = s.subject_id and reviews.hidden_at is not null)`,
  "message-removal": sql`exists (select 1 from messages where messages.id = s.subject_id and messages.removed_at is not null)`,
  refusal: sql`exists (select 1 from sellers where sellers.id = s.subject_id and sellers.status = 'suspended')`,
  suspension: sql`exists (select 1 from users where users.id = s.subject_id and users.suspended_at is not null)`,
};

/** A condition: the decision was neither undone nor replaced by a newer one about the same thing. */
function stands({ id, kind }: Pick<Row, "id" | "kind">): SQL {
  const isNewest =
    kind === "warning"
      ? sql`s.outcome is null`
      : sql`not exists (select 1 from statements n where n.subject_id = s.subject_id and n.kind = s.kind and n.number > s.number)`;
  return sql`exists (select 1 from statements s where s.id = ${id} and ${isNewest} and ${restricted[kind]})`;
}

/**
 * A condition: this operator may decide the appeal. The user whom the decision is about, a reporter and a
 * party may not. Nor may an operator who made the decision, unless no one else can: a lone operator is not
 * locked out.
 */
function mayDecide(row: Row, by: string): SQL {
  const makers = sql`select value from json_each(${JSON.stringify([row.operatorId, row.proposedBy ?? row.operatorId])})`;
  const involved = involvedIn(row);
  return sql`(${by} not in (${involved}) and (${by} not in (${makers})
    or not ${haveFactor(1, sql`${makers} union all ${involved}`)}))`;
}

/** A sub-select: the ids of the user, of everyone whose report was decided, and of the other party. */
function involvedIn({ kind, subjectId, userId, at }: Row): SQL {
  const ids = sql`select ${userId} union all select reporter_id from reports
    where owner_id = ${userId} and resolved_at = ${at} and reporter_id is not null`;
  if (kind === "review-removal")
    return sql`${ids} union all select seller_id from reviews where id = ${subjectId}`;
  if (kind === "message-removal")
    return sql`${ids} union all select iif(first_id = ${userId}, second_id, first_id) from conversations
      where id = (select conversation_id from messages where id = ${subjectId})`;
  return ids;
}

/** Finds what determines who may decide an appeal, and how. */
export async function findStanding(db: Db, statement: Row, by: string): Promise<AppealStanding> {
  const { kind, subjectId, outcome } = statement;
  const [row] = await db.all<{ stands: 0 | 1; mayDecide: 0 | 1 }>(
    sql`select ${stands(statement)} as stands, ${mayDecide(statement, by)} as mayDecide`,
  );
  const gig = kind === "denial" && row?.stands === 1 ? await gigDecisions.find(db, subjectId) : null;
  const blocked = gig === null ? null : refusalToDecide("allow", gig);
  return { outcome, stands: row?.stands === 1, mayDecide: row?.mayDecide === 1, blocked };
}

/**
 * Decides an appeal in one batch: the audit rows, the answer, the end of the ticket, the email, and the
 * change that reverses the decision (docs/specification.md#operator-appeals). `refusalToDecideAppeal` must
 * have allowed it.
 * @param ticket as it was read
 * @param decision its reason is the answer, which the user reads
 * @returns "other operator" if this operator may not decide it
 */
export async function decide(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  intent: AppealIntent,
  ticket: Ticket,
  statement: Row,
  decision: Decision,
): Promise<"done" | "changed" | "other operator"> {
  const at = clock.now();
  const { operator, reason } = decision;
  const undo = intent === "reverse" ? await reversed(db, statement, decision, at) : [];
  if (undo === null) return "changed";
  const { id, version } = ticket;
  const isUnchanged = sql<string>`(select id from tickets where id = ${id} and version = ${version} and state <> 'closed')`;
  const entry = { ticketId: id, operatorId: operator.id, at };
  try {
    return await runAudited(() =>
      db.batch([
        ...audited(db, `${intent}-appeal`, isUnchanged, decision, at),
        guards.that(db, "other-operator", mayDecide(statement, operator.id)),
        ...(intent === "uphold"
          ? []
          : [
              guards.that(
                db,
                "subject-unchanged",
                intent === "reverse" ? stands(statement) : sql`not ${stands(statement)}`,
              ),
            ]),
        db.insert(ticketEntries).values([
          { ...entry, seq: version + 1, kind: "answer", text: reason },
          { ...entry, seq: version + 2, kind: "closed_by_us", text: null },
        ]),
        db
          .update(tickets)
          .set({ state: "closed", waitingSince: null, closedAt: at, version: version + 2, updatedAt: at })
          .where(eq(tickets.id, id)),
        ...undo,
        db
          .update(statements)
          .set({
            outcome: appealIntents[intent],
            answer: reason,
            decidedBy: operator.id,
            decidedAt: at,
          })
          .where(eq(statements.id, statement.id)),
        outbox.mail(db, "appeal_decided", statement.userId, statement.id, at),
      ]),
    );
  } catch (error) {
    if (guards.broken(error) === "other-operator") return "other operator";
    if (gigTransitions.isLostRace(error) || sellerWrites.isLostRace(error)) return "changed";
    throw error;
  }
}

/** True if this operator has already decided the appeal in this way: the form was sent twice. */
export function isDecided(
  { outcome, answer, decidedBy }: Row,
  intent: AppealIntent,
  { operator, reason }: { operator: Viewer; reason: string },
): boolean {
  return outcome === appealIntents[intent] && answer === reason && decidedBy === operator.id;
}

/** The statements that undo a decision, with the audit row of each; null if its subject is gone. */
async function reversed(
  db: Db,
  { kind, subjectId, userId }: Row,
  decision: Decision,
  at: number,
): Promise<Statements | null> {
  const operatorId = decision.operator.id;
  const audit = (action: string, subject: string | SQL<string>) => audited(db, action, subject, decision, at);
  switch (kind) {
    case "warning":
      return [...audit("reverse-warning", userId)];
    case "denial": {
      const gig = await gigDecisions.find(db, subjectId);
      if (!gig || refusalToDecide("allow", gig) !== null) return null;
      return [
        ...audit("allow-gig", gig.id),
        ...gigTransitions.allowed(db, gig, operatorId, at),
        ...deniedChanges.ended(db, sql`gigs.id = ${gig.id}`, at),
      ];
    }
    case "refusal": {
      const seller = await sellers.find(db, subjectId);
      if (!seller) return null;
      return [...audit("reverse-refusal", userId), ...refusalReversed(db, seller, decision, at)];
    }
    case "suspension":
      return [
        ...audit("restore", suspensions.subjectOf(userId, "restore")),
        ...suspensions.changes(db, "restore", userId, operatorId, at),
      ];
    case "review-removal":
      return [
        ...audit("restore-review", sql<string>`(select order_id from reviews where id = ${subjectId})`),
        db.update(reviews).set({ hiddenAt: null }).where(eq(reviews.id, subjectId)),
      ];
    default: {
      const changes = await removal.restored(db, subjectId);
      return changes && [...audit("restore-message", subjectId), ...changes];
    }
  }
}
