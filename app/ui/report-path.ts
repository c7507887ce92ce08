import { href } from "#app/lib/href.ts";

/** What can be reported to an operator (docs/specification.md#reports). */
export const reportKinds = ["gig", "user", "review", "message"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** The address of the form that reports something. @param id a UUID */
export function reportPath(kind: ReportKind, id: string): string {
  return `${href("/report")}?kind=${kind}&id=${id}`;
}
