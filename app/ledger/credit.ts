/** What a new user is given, in cents, and from which price on an order may use it (docs/specification.md#credit). */
export const newUserCredit = { cents: 1000, from: 5000 };

/** How much credit an order takes, in cents. @param available what the buyer has, in cents */
export function creditFor(priceCents: number, available: number): number {
  return priceCents >= newUserCredit.from ? Math.min(available, newUserCredit.cents) : 0;
}
