import { desc, eq, type SQL, sql } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import { auditLog } from "#drizzle/schema.ts";

/** Which operator decides, and the reason that the operator gives. */
export type Decision = { operator: Viewer; reason: string };

/** `changed`: the subject is no longer in the state that was read, or another operator was first. */
export type WriteResult = "done" | "changed" | "no operator";

/**
 * A statement: the audit row, in the batch of the write that it describes. It breaks NOT NULL, and so the
 * batch, if the user is no longer an operator or if `subjectId` is a sub-select without a row
 * (docs/architecture.md#claims).
 * @param at UTC ms
 */
export function audited(
  db: Db,
  action: string,
  subjectId: string | SQL<string>,
  { operator, reason }: Decision,
  at: number,
) {
  return db
    .insert(auditLog)
    .values({ operatorId: sessions.activeOperatorId(operator, at), action, subjectId, reason, at });
}

/**
 * Runs a batch that has an audit row. Every write of the console goes through here.
 * @param run may return false if the subject has changed
 * @throws every error other than the two that an audit row causes
 */
export async function runAudited(run: () => Promise<unknown>): Promise<WriteResult> {
  try {
    return (await run()) === false ? "changed" : "done";
  } catch (error) {
    if (brokeNotNull(error, "audit_log.operator_id")) return "no operator";
    if (brokeNotNull(error, "audit_log.subject_id")) return "changed";
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
