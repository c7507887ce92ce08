/** A mail to the person who asked, as the console lists it. Times are UTC ms. */
export type MailRow = {
  number: number;
  kind: string;
  createdAt: number;
  dueAt: number;
  sentAt: number | null;
  attempts: number;
  error: string | null;
};

/** The person of a ticket, as far as the rule below asks. */
type Person = { suspendedBy: string | null } | null;

/**
 * Why this operator can't close a ticket of a suspended user: another person than the first one looks at it
 * (docs/specification.md#operator-tickets). Null if they can.
 */
export function refusalToDecide(person: Person, operatorId: string): string | null {
  return person?.suspendedBy === operatorId
    ? "You have suspended this account, so another operator must close this ticket"
    : null;
}
