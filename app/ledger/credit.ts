/**
 * The credit of a new user, and the lowest price of an order that can use it, both in cents
 * (docs/specification.md#credit).
 */
export const newUserCredit = { cents: 1000, from: 5000 };

/** How much credit an order uses, in cents. @param available the buyer's credit, in cents */
export function creditFor(priceCents: number, available: number): number {
  return priceCents >= newUserCredit.from ? Math.min(available, newUserCredit.cents) : 0;
}
