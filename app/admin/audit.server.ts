import type { SQL } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Viewer } from "#app/auth/viewer.ts";
import type { Db } from "#app/context.ts";
import { brokeNotNull } from "#app/lib/constraints.ts";
import { auditLog } from "#drizzle/schema.ts";

/** Who does something, and why. */
export type Decision = { operator: Viewer; reason: string };

/** What came of a write. `changed`: what it was done to is not as it was read, or another operator was first. */
export type WriteResult = "done" | "changed" | "no operator";

/**
 * A statement: the row of the audit log, in the batch of what it tells of. It breaks NOT NULL where whoever asks is no operator any more,
 * and where the subject is a sub-select that finds nothing (docs/architecture.md#claims). @param at UTC ms
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
    .values({ operatorId: sessions.operator(operator, at), action, subjectId, reason, at });
}

/** Runs a batch with an audit row. @throws whatever else broke */
export async function runAudited(run: () => Promise<unknown>): Promise<WriteResult> {
  try {
    await run();
    return "done";
  } catch (error) {
    if (brokeNotNull(error, "audit_log.operator_id")) return "no operator";
    if (brokeNotNull(error, "audit_log.subject_id")) return "changed";
    throw error;
  }
}
