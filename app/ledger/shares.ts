/** What an order's money is made of, in cents: `priceCents` = paid by card + credit = the seller's net + the platform's fee. */
export type Priced = { priceCents: number; creditCents: number; feeCents: number };
/** What of it was decided to go back, in cents. */
export type Returned = { refundedCashCents: number; refundedCreditCents: number };

/** An amount that goes back, in cents: where it goes, and whose share it is taken from. Cash + credit = net + fee. */
export type Return = { cashCents: number; creditCents: number; netCents: number; feeCents: number };

/** What the buyer's card pays. */
export function cashOf({ priceCents, creditCents }: Pick<Priced, "priceCents" | "creditCents">): number {
  return priceCents - creditCents;
}

/** What the seller gets when nothing goes back. */
export function netOf({ priceCents, feeCents }: Pick<Priced, "priceCents" | "feeCents">): number {
  return priceCents - feeCents;
}

/** What has not gone back yet: the most that can still be refunded. */
export function leftOf(order: Priced & Returned): number {
  return order.priceCents - order.refundedCashCents - order.refundedCreditCents;
}

/**
 * Divides an amount that goes back (docs/specification.md#refunds): to the card up to what the card paid, the rest as credit; taken from seller and
 * platform in the proportion of their shares, so that all parts together take exactly what each had.
 * @param cents more than 0 and at most what is left
 * @throws Error for any other amount: never more than was paid
 */
export function returnOf(order: Priced & Returned, cents: number): Return {
  if (!Number.isInteger(cents) || cents <= 0 || cents > leftOf(order))
    throw new Error(`${cents} cents cannot go back`);
  const cashCents = Math.min(cents, cashOf(order) - order.refundedCashCents);
  const before = order.refundedCashCents + order.refundedCreditCents;
  const feeCents = feeWithin(order, before + cents) - feeWithin(order, before);
  return { cashCents, creditCents: cents - cashCents, netCents: cents - feeCents, feeCents };
}

/** The platform's part of the first so many cents that go back, rounded half up. */
function feeWithin({ priceCents, feeCents }: Priced, cents: number): number {
  return Math.round((cents * feeCents) / priceCents);
}
