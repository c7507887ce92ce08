import { type ReportKind, reportKinds } from "#app/ui/report-path.ts";

/** A thing that may be reported, as an address names it. */
export type Reported = { kind: ReportKind; id: string };

/** The longest id that an address may name, in characters. */
const longestId = 100;

/** Reads what the address of a report names. @returns null if it names nothing that can be reported */
export function reportedIn(parameters: URLSearchParams): Reported | null {
  const kind = reportKinds.find((one) => one === parameters.get("kind"));
  const id = parameters.get("id") ?? "";
  return kind && id !== "" && id.length <= longestId ? { kind, id } : null;
}

/** What people call each kind. */
export const kindNames: Record<ReportKind, string> = {
  gig: "service",
  user: "user",
  review: "review",
  message: "message",
};

/** The reasons to choose from (docs/specification.md#reports). */
export const reportReasons = {
  outside: "Asks to pay or talk outside Handiwork",
  fraud: "Scam or fraud",
  abuse: "Insults, threats or hate",
  stolen: "Someone else's work or identity",
  spam: "Spam or advertising",
  illegal: "Illegal or dangerous",
  untrue: "Untrue or misleading",
  other: "Something else",
} as const;
export type ReportReason = keyof typeof reportReasons;

/** The names of the reasons, in the order of the list. */
export const reasonNames = Object.keys(reportReasons) as [ReportReason, ...ReportReason[]];

/** The longest note, in characters. */
export const longestNote = 500;

/** A thing as the rule for reports sees it. `ownerId`: who answers for it. */
type Reportable = { kind: ReportKind; ownerId: string; isReported: boolean };

/**
 * Why a user may not report a thing that they see, as a sentence: no one reports their own, or the same thing
 * twice (docs/specification.md#reports).
 * @returns null if they may
 */
export function refusalToReport({ kind, ownerId, isReported }: Reportable, userId: string): string | null {
  if (ownerId === userId)
    return kind === "user" ? "You can't report yourself" : `You can't report your own ${kindNames[kind]}`;
  return isReported ? `You have already reported this ${kindNames[kind]}` : null;
}

/** What an operator decided about a reported thing; null: an earlier release does not say. */
export type Outcome = "left" | "removed" | "warned" | "suspended";
