import type { MailKind } from "#app/outbox/outbox.server.ts";

/** The kinds of email whose template has no link. A test compares them with the templates. */
export const kindsWithoutLink = [
  "account_deleted",
  "fee_payment_returned",
  "fee_returned",
  "report_decided",
  "seller_evidence",
] as const satisfies readonly MailKind[];

/** True if an email of this kind has no link, so that operators may read its text. */
export function hasNoLink(kind: string): kind is (typeof kindsWithoutLink)[number] {
  return kindsWithoutLink.some((name) => name === kind);
}
