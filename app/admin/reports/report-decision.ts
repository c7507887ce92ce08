import { accountName } from "#app/admin/users/account-name.ts";
import { type Outcome, type ReportReason, reportReasons } from "#app/reports/report.ts";
import type { ReportKind } from "#app/ui/report-path.ts";

/** The decisions that an operator can make on a reported thing (docs/specification.md#operator-reports). */
export const reportDecisions = {
  leave: { outcome: "left", removes: false, warns: false, suspends: false },
  "take-down": { outcome: "removed", removes: true, warns: false, suspends: false },
  "take-down-and-warn": { outcome: "removed", removes: true, warns: true, suspends: false },
  warn: { outcome: "warned", removes: false, warns: true, suspends: false },
  suspend: { outcome: "suspended", removes: false, warns: false, suspends: true },
} as const satisfies Record<
  string,
  { outcome: Outcome; removes: boolean; warns: boolean; suspends: boolean }
>;

export type ReportIntent = keyof typeof reportDecisions;

export const reportIntents = Object.keys(reportDecisions) as [ReportIntent, ...ReportIntent[]];

/** The audit actions of the two decisions on a thing itself. A user cannot be taken down. */
export const auditActions = {
  gig: { leave: "leave-gig", remove: "deny-gig" },
  user: { leave: "leave-user", remove: null },
  review: { leave: "leave-review", remove: "take-review-down" },
  message: { leave: "leave-message", remove: "remove-message" },
} as const satisfies Record<ReportKind, { leave: string; remove: string | null }>;

/** The state of a reported thing, which decides what is possible. Times are UTC ms. */
export type ThingState = {
  kind: ReportKind;
  /** False if it is gone: its account or its conversation was deleted. */
  exists: boolean;
  /** True if others can see it: on the market, on its page, or in its conversation. */
  isShown: boolean;
  /** Null if it is gone. */
  owner: { id: string; username: string; suspendedAt: number | null; deletedAt: number | null } | null;
};

/** The decisions that the state of a reported thing allows, in the order of their buttons. */
export function decisionsFor({ kind, exists, isShown, owner }: ThingState): ReportIntent[] {
  const canRemove = exists && isShown && kind !== "user";
  const canWarn = owner !== null && owner.deletedAt === null;
  return reportIntents.filter((intent) => {
    const { removes, warns, suspends } = reportDecisions[intent];
    if (removes && !canRemove) return false;
    if (warns && !canWarn) return false;
    return !(suspends && !(canWarn && owner.suspendedAt === null));
  });
}

/**
 * What a reported thing is called, within a sentence.
 * @param thing `title`: of the gig, or of the review's gig; null if it was deleted. `username`: the owner's
 */
export function nameOf({
  kind,
  title,
  username,
}: {
  kind: ReportKind;
  title: string | null;
  username: string | null;
}): string {
  const person = accountName(username);
  if (kind === "gig") return `${title === null ? "a deleted service" : `the service ${title}`} by ${person}`;
  if (kind === "user") return `the user ${person}`;
  return kind === "review" ? `a review by ${person} of ${title ?? "a service"}` : `a message from ${person}`;
}

/** Why a decision is not possible, as a sentence; null if it is. */
export function refusalToReportDecision(intent: ReportIntent, state: ThingState): string | null {
  if (decisionsFor(state).includes(intent)) return null;
  const { removes, suspends } = reportDecisions[intent];
  if (removes && state.kind === "user") return "Please choose what to do";
  if (removes && !(state.exists && state.isShown)) return "This is no longer shown";
  if (state.owner === null || state.owner.deletedAt !== null) return "This account has been deleted";
  return suspends ? `${accountName(state.owner.username)} is already suspended` : "Please choose what to do";
}

const outcomes: Record<Outcome, string> = {
  left: "Left as it is",
  removed: "Taken down",
  warned: "Warned",
  suspended: "Suspended",
};

/** How a report was decided, in a word or two. @param outcome null: it was not recorded */
export function outcomeWord(outcome: Outcome | null): string {
  return outcome === null ? "Decided" : outcomes[outcome];
}

/** Why something was reported. Earlier releases may have stored other reasons. */
export function reasonText(reason: string): string {
  return reportReasons[Object.hasOwn(reportReasons, reason) ? (reason as ReportReason) : "other"];
}
