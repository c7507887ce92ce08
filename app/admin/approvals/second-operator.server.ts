import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import { auditLog, proposals } from "#drizzle/schema.ts";

// Second operator (docs/specification.md#second-operator): above a set sum, one operator proposes a
// decision that moves money, and another one confirms it.

/** The setting: the total in dollars above which the rule applies, as text. Empty, or without a row: off. */
export const secondOperatorKey = "second_operator";

/** Actions whose sum is not counted: they send again, or take back, what was decided before. */
const uncounted = ["refund-again", "reverse-transfer"];

/** True if the sum of this action counts. */
export function isCounted(action: string, cents: number | null | undefined): boolean {
  return typeof cents === "number" && cents > 0 && !uncounted.includes(action);
}

const dollars = sql`(select nullif(value, '') from settings where key = ${secondOperatorKey})`;

/**
 * A condition: at least this many operators can sign in to the console.
 * @param but SQL of the ids of operators to leave out
 */
export function haveFactor(count: number, but: SQL = sql`''`): SQL {
  return sql`(select count(*) from (select 1 from users op indexed by users_operators where op.role = 'operator'
    and op.suspended_at is null and op.deleted_at is null and op.id not in (${but})
    and exists (select 1 from factors f where f.user_id = op.id and f.status = 'verified') limit ${count})) = ${count}`;
}

/** How long a change of a role in the console counts as new, in ms. */
const newFor = 7 * day;

/**
 * A condition on `audit_log`: an operator has changed a role recently. Rows that the command line writes name
 * the user as the operator.
 * @param at UTC ms
 */
const isNewChange = (action: "make-operator" | "remove-operator", at: number) =>
  sql`action = ${action} and operator_id <> subject_id and at > ${at - newFor}`;

/**
 * A condition: the rule is in force. A lone operator decides alone, unless an operator has recently removed
 * another one's role. @param at UTC ms
 */
export function isInForce(at: number): SQL {
  const isOtherGone = sql`exists (select 1 from audit_log indexed by audit_log_action where ${isNewChange("remove-operator", at)})`;
  return sql`(${dollars} is not null and (${haveFactor(2)} or ${isOtherGone}))`;
}

/** A condition: an operator gave this user the role in the last 7 days, so they cannot confirm anything. */
function isNewOperator(userId: string, at: number): SQL {
  return sql`exists (select 1 from audit_log indexed by audit_log_subject where subject_id = ${userId} and ${isNewChange("make-operator", at)})`;
}

/** True if the operator may confirm what others propose. @param at UTC ms */
export async function mayConfirm(db: Db, operatorId: string, at: number): Promise<boolean> {
  const [row] = await db.all<{ may: 0 | 1 }>(sql`select not ${isNewOperator(operatorId, at)} as may`);
  return row?.may === 1;
}

/**
 * A condition: one operator may decide this alone. Earlier decisions about the same subject count too.
 * @param at UTC ms
 */
export function mayDecideAlone(subjectId: string | SQL<string>, cents: number, at: number): SQL {
  const before = sql`(select ifnull(sum(cents), 0) from audit_log where subject_id = ${subjectId} and cents > 0 and action not in ${uncounted})`;
  return sql`not ${isInForce(at)} or ${before} + ${cents} <= 100 * cast(${dollars} as integer)`;
}

/** True if this decision would only be proposed. @param cents 0: it moves no money @param at UTC ms */
export async function isProposed(db: Db, subjectId: string, cents: number, at: number): Promise<boolean> {
  if (cents === 0) return false;
  const [row] = await db.all<{ may: 0 | 1 }>(sql`select (${mayDecideAlone(subjectId, cents, at)}) as may`);
  return row?.may === 0;
}

/** A condition on `proposals`: the person who made it is still an operator. */
export const isByOperator = sql<boolean>`exists (select 1 from users u where u.id = proposals.operator_id
  and u.role = 'operator' and u.deleted_at is null)`.mapWith(Boolean);

/** The confirmation of a proposal: its id, and why the second operator agrees. */
export type Confirmation = { id: string; reason: string };

/**
 * Statements: another operator confirms a proposal, in the batch of its decision. They break `proposal-open`
 * if the proposal is no longer open, has another action or amount, or is the operator's own, if its author
 * has lost the role, or if the operator is too new to confirm.
 * @param at UTC ms
 */
export function confirmed(
  db: Db,
  { id, reason }: Confirmation,
  { action, cents, operatorId }: { action: string; cents: number; operatorId: string },
  at: number,
) {
  const isConfirmable = sql`exists (select 1 from proposals where id = ${id} and state = 'open'
    and expires_at > ${at} and operator_id <> ${operatorId} and action = ${action} and cents = ${cents}
    and ${isByOperator}) and not ${isNewOperator(operatorId, at)}`;
  const subjectId = sql<string>`(select subject_id from proposals where id = ${id})`;
  return [
    guards.that(db, "proposal-open", isConfirmable),
    db
      .update(proposals)
      .set({ state: "confirmed", decidedBy: operatorId, decidedAt: at })
      .where(eq(proposals.id, id)),
    db.insert(auditLog).values({ operatorId, action: "confirm-proposal", subjectId, reason, at }),
  ] as const;
}
