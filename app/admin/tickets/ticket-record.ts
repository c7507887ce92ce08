/** The part of a ticket's person that `refusalToDecide` needs. */
type Person = { suspendedBy: string | null } | null;

/**
 * Why this operator can't close a ticket of a suspended user; null if they can. The operator who suspended a
 * user does not decide on that user's ticket (docs/specification.md#operator-tickets).
 */
export function refusalToDecide(person: Person, operatorId: string): string | null {
  return person?.suspendedBy === operatorId
    ? "You have suspended this account, so another operator must close this ticket"
    : null;
}
