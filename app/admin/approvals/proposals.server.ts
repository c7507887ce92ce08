import { and, desc, eq, getTableColumns, gt, lte, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Decided, proposalLasts, proposalTitle, proposedNotice } from "#app/admin/approvals/proposal.ts";
import { isByOperator, isProposed } from "#app/admin/approvals/second-operator.server.ts";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import { auditLog, profiles, proposals } from "#drizzle/schema.ts";

type Deps = Pick<Capabilities, "db" | "clock">;

export type Proposal = typeof proposals.$inferSelect;

/** What an operator wants to do. `input`: the validated form, from which it is carried out later. */
export type Proposed = Pick<Proposal, "kind" | "subjectId" | "action" | "cents" | "input">;

/**
 * Runs a decision. If a second operator must confirm it, writes nothing of it and proposes it instead.
 * @param proposed what to propose; called only in that case
 * @param run returns the notice about what was decided
 * @throws Refusal if another proposal about the same subject is open; what `run` throws
 */
export async function orPropose(
  deps: Deps,
  decision: Decision,
  proposed: () => Promise<Proposed> | Proposed,
  run: () => Promise<string>,
): Promise<Decided> {
  try {
    return { notice: await run(), kind: "success" };
  } catch (error) {
    if (guards.broken(error) !== "second-operator") throw error;
    await propose(deps, await proposed(), decision);
    return { notice: proposedNotice, kind: "info" };
  }
}

/** A condition: a proposal about this subject is undecided. It may have expired. */
const isOpen = (kind: Proposal["kind"], subjectId: string) =>
  and(eq(proposals.kind, kind), eq(proposals.subjectId, subjectId), eq(proposals.state, "open"));

async function propose({ db, clock }: Deps, proposed: Proposed, decision: Decision): Promise<void> {
  const at = clock.now();
  const { operator, reason } = decision;
  const { kind, subjectId } = proposed;
  try {
    await db.batch([
      ...audited(db, "propose", subjectId, { operator, reason: `${proposalTitle(proposed)}. ${reason}` }, at),
      db
        .update(proposals)
        .set({ state: "expired" })
        .where(and(isOpen(kind, subjectId), lte(proposals.expiresAt, at))),
      db.insert(proposals).values({
        ...proposed,
        id: crypto.randomUUID(),
        reason,
        operatorId: operator.id,
        at,
        expiresAt: at + proposalLasts,
      }),
    ]);
  } catch (error) {
    if (!brokeUnique(error, "proposals.kind")) throw error;
    refuse("stale", "A decision about this is already waiting for a second operator. See Approvals.");
  }
}

/** Declines a proposal, or withdraws the operator's own. @returns `changed` if it is no longer open */
export async function decline({ db, clock }: Deps, id: string, decision: Decision): Promise<WriteResult> {
  const at = clock.now();
  const { operator } = decision;
  const subject = sql<string>`(select subject_id from proposals where id = ${id} and state = 'open' and expires_at > ${at})`;
  return await runAudited(() =>
    db.batch([
      ...audited(db, "decline-proposal", subject, decision, at),
      db
        .update(proposals)
        .set({ state: "declined", decidedBy: operator.id, decidedAt: at })
        .where(eq(proposals.id, id)),
    ]),
  );
}

/**
 * Statements: withdraw a person's undecided proposals, in the batch that removes their role.
 * @param operatorId who removes it @param at UTC ms
 */
export function withdrawnWithRole(db: Db, userId: string, operatorId: string, at: number) {
  const isTheirs = and(
    eq(proposals.operatorId, userId),
    eq(proposals.state, "open"),
    gt(proposals.expiresAt, at),
  );
  const reason = "The person who proposed it is no longer an operator";
  return [
    db.insert(auditLog).select(
      sql`select null, ${operatorId}, 'decline-proposal', subject_id, ${reason}, null, null, null, ${at}
        from proposals where ${isTheirs}`,
    ),
    db.update(proposals).set({ state: "declined", decidedBy: operatorId, decidedAt: at }).where(isTheirs),
  ] as const;
}

/** Finds a proposal; null if there is none. */
export async function find(db: Db, id: string): Promise<(Proposal & { isByOperator: boolean }) | null> {
  const [row] = await db
    .select({ ...getTableColumns(proposals), isByOperator })
    .from(proposals)
    .where(eq(proposals.id, id));
  return row ?? null;
}

/**
 * What a page says about second operators before a decision.
 * @param cents what the decision would move; 0: no money
 * @returns `proposal`: what is already waiting about the subject; null if nothing is. `isProposed`: the
 * decision would only be proposed
 */
export async function findWaiting(
  { db, clock }: Deps,
  kind: Proposal["kind"],
  subjectId: string,
  cents: number,
) {
  const at = clock.now();
  const [[proposal = null], isOnlyProposed] = await Promise.all([
    db
      .select({ action: proposals.action, cents: proposals.cents })
      .from(proposals)
      .where(and(isOpen(kind, subjectId), gt(proposals.expiresAt, at))),
    isProposed(db, subjectId, cents, at),
  ]);
  return { proposal, isProposed: isOnlyProposed };
}

const first = alias(profiles, "first");
const second = alias(profiles, "second");
const subject = alias(profiles, "subject");

const shown = {
  id: proposals.id,
  kind: proposals.kind,
  subjectId: proposals.subjectId,
  /** The username of the person whose money it is; null if it is not about a person. */
  person: subject.username,
  action: proposals.action,
  cents: proposals.cents,
  input: proposals.input,
  reason: proposals.reason,
  operatorId: proposals.operatorId,
  operator: first.username,
  isByOperator,
  at: proposals.at,
  expiresAt: proposals.expiresAt,
  state: proposals.state,
  decidedBy: second.username,
  decidedAt: proposals.decidedAt,
};

function read(db: Db) {
  return db
    .select(shown)
    .from(proposals)
    .leftJoin(first, eq(first.id, proposals.operatorId))
    .leftJoin(subject, eq(subject.id, proposals.subjectId))
    .leftJoin(second, eq(second.id, proposals.decidedBy));
}

export type ShownProposal = Awaited<ReturnType<typeof read>>[number];

/** Waiting proposals, soonest to expire first, and the last 20 decided or expired ones. @param at UTC ms */
export async function list(
  db: Db,
  at: number,
): Promise<{ waiting: ShownProposal[]; decided: ShownProposal[] }> {
  const [waiting, decided] = await Promise.all([
    read(db)
      .where(and(eq(proposals.state, "open"), gt(proposals.expiresAt, at)))
      .orderBy(proposals.expiresAt)
      .limit(50),
    read(db)
      .where(or(ne(proposals.state, "open"), lte(proposals.expiresAt, at)))
      .orderBy(desc(proposals.number))
      .limit(20),
  ]);
  return { waiting, decided };
}
