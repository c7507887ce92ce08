import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import * as gigDecisions from "#app/admin/gigs/gig-decisions.server.ts";
import { reasonsGiven } from "#app/admin/reasons-given.server.ts";
import {
  auditActions,
  type ReportIntent,
  refusalToReportDecision,
  reportDecisions,
} from "#app/admin/reports/report-decision.ts";
import { decidedAlready, type Entry, refusalToOperator } from "#app/admin/reports/report-queue.server.ts";
import * as suspensions from "#app/admin/users/suspensions.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { tellOffer } from "#app/conversations/live/offer-changed.server.ts";
import * as removal from "#app/conversations/removal.server.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import { removed } from "#app/gigs/removals.server.ts";
import { refuse, refuseIf } from "#app/lib/refusal.ts";
import * as outbox from "#app/outbox/outbox.server.ts";
import * as checkoutSessions from "#app/payments/checkout-sessions.server.ts";
import * as reportStore from "#app/reports/reports.server.ts";
import { conversations, reports, reviews } from "#drizzle/schema.ts";

/** The batch of a decision. */
type Statements = Parameters<Db["batch"]>[0][number][];

type Deps = Pick<Capabilities, "db" | "clock" | "inboxes" | "stripe" | "log" | "secret">;

/** `sessions`: the ids of the sessions that a suspension ended. They may have open tabs. */
type DecisionResult = { state: WriteResult; sessions: string[] };

/**
 * Decides on the waiting reports of a thing. Then it closes the tabs of ended sessions and the card pages of
 * unpaid orders and extras, and notifies open conversations.
 * @param number the number of the entry that the operator saw
 * @throws Refusal
 */
export async function run(
  context: Deps & Pick<Capabilities, "later">,
  intent: ReportIntent,
  entry: Entry,
  number: number,
  decision: Decision,
): Promise<void> {
  if (entry.number !== number) refuse("stale", decidedAlready);
  refuseIf("refused", await refusalToOperator(context.db, entry, decision.operator.id));
  refuseIf("stale", refusalToReportDecision(intent, entry));
  const { state, sessions } = await decide(context, intent, entry, decision);
  if (state === "changed") refuse("stale", decidedAlready);
  context.later(followUp(context, intent, entry, sessions));
}

async function followUp(context: Deps, intent: ReportIntent, entry: Entry, ended: string[]): Promise<void> {
  const userId = entry.owner?.id ?? "";
  await Promise.all(ended.map((sessionId) => context.inboxes.endSession(userId, sessionId)));
  if (reportDecisions[intent].suspends) await checkoutSessions.closeAllOf(context, userId);
  if (reportDecisions[intent].removes) await tellRemoved(context, entry);
}

/**
 * Decides on every waiting report of a thing (docs/specification.md#operator-reports) in one batch: the audit
 * rows, the change to the thing and its owner, the reasons for the owner, and an email to everyone who
 * reported it. The first audit row is the claim: it fails if no report of the thing is waiting.
 * `refusalToReportDecision` must have allowed the decision.
 */
async function decide(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  intent: ReportIntent,
  entry: Entry,
  decision: Decision,
): Promise<DecisionResult> {
  const at = clock.now();
  const { outcome, removes, warns, suspends } = reportDecisions[intent];
  const operatorId = decision.operator.id;
  const ownerId = entry.owner?.id ?? "";
  const { leave, remove } = auditActions[entry.kind];
  const audit = (action: string, subject?: SQL) => audited(db, action, claimOf(entry, subject), decision, at);
  const claim =
    removes && remove
      ? audit(remove)
      : warns
        ? audit("warn", sql`${ownerId}`)
        : suspends
          ? audit("suspend", suspensions.subjectOf(ownerId, "suspend"))
          : audit(leave);
  const statements: Statements = removes && warns ? [...audited(db, "warn", ownerId, decision, at)] : [];
  const isWaiting = and(
    eq(reports.kind, entry.kind),
    eq(reports.subjectId, entry.subjectId),
    isNull(reports.resolvedAt),
  );
  const reporters = sql`select reporter_id as user_id, 'report-' || number as subject_id from reports where ${isWaiting}`;
  statements.push(
    outbox.mailEach(db, "report_decided", reporters, at),
    db.update(reports).set({ resolvedAt: at, outcome }).where(isWaiting),
  );
  if (removes) {
    const changes = await removalOf(db, entry, decision, at);
    if (!changes) return { state: "changed", sessions: [] };
    statements.push(...changes);
  }
  const mailSubject = reportStore.mailSubject(entry.number);
  const against = { userId: ownerId, foundBy: "report" } as const;
  if (warns)
    statements.push(
      ...reasonsGiven(db, { ...against, kind: "warning", subjectId: ownerId, mailSubject }, decision, at),
    );
  const suspendedFrom = statements.length;
  if (suspends)
    statements.push(
      ...suspensions.changes(db, "suspend", ownerId, operatorId, at),
      ...suspensions.told(db, "suspend", ownerId, "report", decision, at),
    );

  let ended: { id: string; expiresAt: number }[] = [];
  const run = async () => {
    const results = await db.batch([...claim, ...statements]);
    if (suspends) ended = results[claim.length + suspendedFrom] as typeof ended;
  };
  const isRace = (error: unknown) => entry.kind === "gig" && gigTransitions.isLostRace(error);
  const state = await runAudited(run, isRace);
  return { state, sessions: suspensions.openOf(ended, at) };
}

/**
 * The subject of the audit row, if a report of the thing is waiting; else null, which `audited` refuses. For
 * a review it is the order, because its page shows the review.
 * @param subject default: the thing's own id
 */
function claimOf({ number, kind, subjectId }: Entry, subject?: SQL): SQL<string> {
  const own =
    kind === "review"
      ? sql`coalesce((select order_id from reviews where id = ${subjectId}), ${subjectId})`
      : sql`${subjectId}`;
  return sql<string>`(select ${subject ?? own} from reports where number = ${number} and opens = 1
    and resolved_at is null)`;
}

/** The statements that take a thing down; null if it is no longer shown. */
async function removalOf(
  db: Db,
  { number, kind, subjectId, conversationId, owner }: Entry,
  decision: Decision,
  at: number,
): Promise<Statements | null> {
  const told = (removal: "review-removal" | "message-removal") => {
    if (owner === null || owner.deletedAt !== null) return [];
    const mailSubject = reportStore.mailSubject(number);
    const against = { kind: removal, subjectId, userId: owner.id, foundBy: "report", mailSubject } as const;
    return reasonsGiven(db, against, decision, at);
  };
  if (kind === "review")
    return [
      db.update(reviews).set({ hiddenAt: at }).where(eq(reviews.id, subjectId)),
      removed(db),
      ...told("review-removal"),
    ];
  if (kind === "message" && conversationId !== null)
    return [...removal.removed(db, { id: subjectId, conversationId }, at), ...told("message-removal")];
  const gig = kind === "gig" ? await gigDecisions.find(db, subjectId) : null;
  if (!gig || !(gig.listed || gig.state === "paused")) return null;
  return [
    ...gigTransitions.denied(db, gig, decision.reason, decision.operator.id, at),
    ...gigDecisions.denialGiven(db, gig, "report", decision, at),
  ];
}

/** Notifies the open pages of a conversation that a message was removed, and its offer withdrawn. */
async function tellRemoved(
  { db, inboxes }: Pick<Capabilities, "db" | "inboxes">,
  { subjectId, conversationId }: Entry,
): Promise<void> {
  if (conversationId === null) return;
  const [row] = await db
    .select({
      firstId: conversations.firstId,
      secondId: conversations.secondId,
      number: sql<number>`(select number from messages where id = ${subjectId})`,
    })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  if (!row) return;
  const event = { type: "removed", conversation: conversationId, number: row.number } as const;
  await inboxes.push([row.firstId, row.secondId], event);
  await tellOffer({ db, inboxes }, subjectId);
}
