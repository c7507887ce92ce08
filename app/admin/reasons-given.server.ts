import type { Decision } from "#app/admin/audit.server.ts";
import type { Db } from "#app/context.ts";
import type { FoundBy, StatementKind } from "#app/statements/statement.ts";
import * as statements from "#app/statements/statements.server.ts";

type Against = {
  kind: StatementKind;
  subjectId: string;
  userId: string;
  foundBy: FoundBy;
  /** The subject of the email; null: the account. */
  mailSubject: string | null;
};

/**
 * Statements: the statement of reasons of a decision and its email, for the batch of the decision
 * (docs/specification.md#reasons). The user reads the decision's reason as "What happened".
 * @param at UTC ms
 * @throws Error if the decision names no rule
 */
export function reasonsGiven(
  db: Db,
  against: Against,
  { operator, reason, rule, confirms }: Decision,
  at: number,
) {
  if (rule === undefined) throw new Error(`A ${against.kind} without a rule`);
  const statement = { ...against, rule, happened: reason };
  return statements.written(db, statement, operator.id, confirms?.id ?? null, at);
}
