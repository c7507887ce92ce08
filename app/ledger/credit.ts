import { dollars, exactDollars } from "#app/lib/money.ts";

/**
 * The credit of a new user, and the lowest price of an order that can use it, both in cents
 * (docs/specification.md#credit).
 */
export const newUserCredit = { cents: 1000, from: 5000 };

/** What the credit is for, worded the same everywhere. */
export const creditOffer = "$10 off your first order of $50 or more";

/**
 * A sentence: what the card page will charge for a package, or why credit does not apply to it
 * (docs/specification.md#order-box). Null if there is nothing to say.
 * @param available the buyer's credit, in cents; null for a visitor, who may get a new user's credit
 */
export function creditSentence(priceCents: number, available: number | null): string | null {
  const used = creditFor(priceCents, available ?? 0);
  if (used > 0) return `You pay ${exactDollars(priceCents - used)} after your ${dollars(used)} credit`;
  if (priceCents >= newUserCredit.from || available === 0) return null;
  return available === null
    ? `New here? You get ${creditOffer}`
    : `Your ${dollars(available)} credit is for your first order of $50 or more`;
}

/** The sentence about a user's credit; null if they have none. */
export function balanceSentence({
  availableCents,
  reservedCents,
}: {
  availableCents: number;
  reservedCents: number;
}): string | null {
  if (reservedCents > 0)
    return `Your ${dollars(reservedCents)} credit is reserved for an order you have not paid yet`;
  return availableCents > 0
    ? `You have ${dollars(availableCents)} credit. It comes off your first order of $50 or more`
    : null;
}

/** How much credit an order uses, in cents. @param available the buyer's credit, in cents */
export function creditFor(priceCents: number, available: number): number {
  return priceCents >= newUserCredit.from ? Math.min(available, newUserCredit.cents) : 0;
}
