import { applicationsPath } from "#app/admin/applications/application-search.ts";
import { adminGigsPath } from "#app/admin/gigs/gig-list.ts";
import { href } from "#app/lib/href.ts";
import type { AppealOutcome, StatementKind } from "#app/statements/statement.ts";

// An operator's decision on an appeal (docs/specification.md#operator-appeals).

/** The decisions: the audit action is `{intent}-appeal`. `close`: the decision no longer stands. */
export const appealIntents = {
  uphold: "upheld",
  reverse: "reversed",
  close: "closed",
} as const satisfies Record<string, AppealOutcome>;

export type AppealIntent = keyof typeof appealIntents;

/** The part of an appeal that determines who may make which decision. */
export type AppealStanding = {
  outcome: AppealOutcome | null;
  /** False if the decision was undone, or replaced by a newer one. */
  stands: boolean;
  /** False if this operator made the decision and another one can decide the appeal, or is involved. */
  mayDecide: boolean;
  /** Why it can't be reversed now, although it stands; null if it can. */
  blocked: string | null;
};

/** Why this operator can't decide an appeal. */
export const otherOperator =
  "You made this decision, reported it, or it is about you. Another operator with a second factor can decide the appeal";

/** Why a decision on an appeal is not possible; null if it is. */
export function refusalToDecideAppeal(intent: AppealIntent, appeal: AppealStanding): string | null {
  if (appeal.outcome !== null) return "This appeal has already been decided";
  if (!appeal.mayDecide) return otherOperator;
  if (intent === "close") return appeal.stands ? "The decision still stands: uphold it or reverse it" : null;
  if (intent === "uphold") return null;
  return appeal.stands ? appeal.blocked : "The decision no longer stands, so there is nothing to reverse";
}

/** The console's page of what a statement is about. */
export function subjectPath(kind: StatementKind, subjectId: string, userId: string): string {
  if (kind === "refusal") return applicationsPath({ id: subjectId });
  if (kind === "denial") return adminGigsPath({ q: subjectId });
  return href("/admin/users/:id", { id: userId });
}
