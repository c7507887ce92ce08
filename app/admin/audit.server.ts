import { desc, eq, type SQL, sql } from "drizzle-orm";
import {
  type Confirmation,
  confirmed,
  isCounted,
  mayDecideAlone,
} from "#app/admin/approvals/second-operator.server.ts";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import * as guards from "#app/lib/guards.server.ts";
import type { RuleCode } from "#app/statements/rules.ts";
import { auditLog } from "#drizzle/schema.ts";

/**
 * The operator who decides, and the reason they give. `rule`: the rule that a decision against a user rests
 * on. `confirms`: the confirmation of another operator's proposal, which gave this reason and rule.
 */
export type Decision = { operator: Viewer; reason: string; rule?: RuleCode; confirms?: Confirmation };

/** What else an audit row records: the money moved, and the values before and after. */
export type AuditFacts = { cents?: number | null; before?: string; after?: string };

/** `changed`: the subject is no longer in the state that was read, or another operator acted first. */
export type WriteResult = "done" | "changed";

/**
 * Statements: the audit row and its rules, in the batch of the write that it describes
 * (docs/architecture.md#claims). They break `operator` if the user is no longer an operator,
 * `subject-unchanged` if `subjectId` is a sub-select without a row, and `second-operator` if a second
 * operator must confirm the sum (app/admin/approvals).
 * @param at UTC ms
 */
export function audited(
  db: Db,
  action: string,
  subjectId: string | SQL<string>,
  { operator, reason, confirms }: Decision,
  at: number,
  facts: AuditFacts = {},
) {
  const cents = isCounted(action, facts.cents) ? (facts.cents ?? 0) : 0;
  const isOperator = sql`${sessions.activeOperatorId(operator, at)} is not null`;
  return [
    guards.that(db, "operator", isOperator),
    ...(typeof subjectId === "string"
      ? []
      : [guards.that(db, "subject-unchanged", sql`${subjectId} is not null`)]),
    ...(confirms !== undefined
      ? confirmed(db, confirms, { action, cents, operatorId: operator.id }, at)
      : cents > 0
        ? [guards.that(db, "second-operator", mayDecideAlone(subjectId, cents, at))]
        : []),
    db.insert(auditLog).values({ operatorId: operator.id, action, subjectId, reason, at, ...facts }),
  ] as const;
}

/**
 * Runs a batch that has an audit row. Every write of the console goes through here.
 * @param run may return false if the subject has changed
 * @param isRace true for an error that means the same
 * @throws every other error; the guard `operator` if the user is no longer an operator
 */
export async function runAudited(
  run: () => Promise<unknown>,
  isRace: (error: unknown) => boolean = () => false,
): Promise<WriteResult> {
  try {
    return (await run()) === false ? "changed" : "done";
  } catch (error) {
    if (["subject-unchanged", "proposal-open"].includes(guards.broken(error) ?? "")) return "changed";
    if (isRace(error)) return "changed";
    throw error;
  }
}

/** Lists the newest audit rows of a subject, newest first. `operator` is a username. */
export async function listAudit(db: Db, subjectId: string, limit: number) {
  return await db
    .select({
      number: auditLog.number,
      action: auditLog.action,
      reason: auditLog.reason,
      at: auditLog.at,
      operator: sql<string | null>`(select username from profiles where id = audit_log.operator_id)`,
    })
    .from(auditLog)
    .where(eq(auditLog.subjectId, subjectId))
    .orderBy(desc(auditLog.number))
    .limit(limit);
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number];
