import { brand } from "#app/brand.ts";
import { type ReportKind, reportKinds } from "#app/ui/report-path.ts";

/** A thing that can be reported, as identified in an address. */
export type Reported = { kind: ReportKind; id: string };

/** The longest id in an address, in characters. */
const maxIdLength = 100;

/**
 * Reads which thing the address of a report identifies. @returns null if it is nothing that can be reported
 */
export function reportedIn(parameters: URLSearchParams): Reported | null {
  const kind = reportKinds.find((one) => one === parameters.get("kind"));
  const id = parameters.get("id") ?? "";
  return kind && id !== "" && id.length <= maxIdLength ? { kind, id } : null;
}

/** The name of each kind in texts. */
export const kindNames: Record<ReportKind, string> = {
  gig: "service",
  user: "user",
  review: "review",
  message: "message",
};

/** The reasons to choose from (docs/specification.md#reports). */
export const reportReasons = {
  outside: `Asks to pay or talk outside ${brand}`,
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
export const maxNoteLength = 500;

/** A reported thing, as the rule needs it. `ownerId`: who is responsible for it. */
type Reportable = { kind: ReportKind; ownerId: string; isReported: boolean };

/**
 * Why a user may not report a thing that they can see, as a sentence: no one can report their own things, or
 * a thing twice (docs/specification.md#reports).
 * @returns null if they may
 */
export function refusalToReport({ kind, ownerId, isReported }: Reportable, userId: string): string | null {
  if (ownerId === userId)
    return kind === "user" ? "You can't report yourself" : `You can't report your own ${kindNames[kind]}`;
  return isReported ? `You have already reported this ${kindNames[kind]}` : null;
}

/** What an operator decided about a reported thing; null: an earlier release did not record it. */
export type Outcome = "left" | "removed" | "warned" | "suspended";
