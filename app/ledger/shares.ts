/**
 * The amounts of an order, in cents. `priceCents` = card payment + credit = seller's net + platform's fee.
 */
export type Priced = { priceCents: number; creditCents: number; feeCents: number };
/** What has been refunded so far, by decision, in cents. */
export type Returned = { refundedCashCents: number; refundedCreditCents: number };

/**
 * How a refund is divided, in cents: where it goes, and whose share it is taken from. Cash + credit = net +
 * fee.
 */
export type Return = { cashCents: number; creditCents: number; netCents: number; feeCents: number };

/** What the buyer's card pays, in cents. */
export function cashOf({ priceCents, creditCents }: Pick<Priced, "priceCents" | "creditCents">): number {
  return priceCents - creditCents;
}

/** What the seller earns if nothing is refunded, in cents. */
export function netOf({ priceCents, feeCents }: Pick<Priced, "priceCents" | "feeCents">): number {
  return priceCents - feeCents;
}

/** What has not been refunded yet, in cents: the most that can be refunded. */
export function leftOf(order: Priced & Returned): number {
  return order.priceCents - order.refundedCashCents - order.refundedCreditCents;
}

/**
 * What a lost dispute refunds, in cents: the disputed amount, or everything that is left if it covers the
 * rest of the card payment (docs/specification.md#disputes). `isWhole`: it refunds everything that is left.
 */
export function lostBy(order: Priced & Returned, disputedCents: number): { cents: number; isWhole: boolean } {
  const isWhole = disputedCents >= cashOf(order) - order.refundedCashCents;
  return { cents: isWhole ? leftOf(order) : disputedCents, isWhole };
}

/**
 * Divides a refund (docs/specification.md#refunds). The card payment is refunded first, the rest returns as
 * credit. The amount is taken from the seller and the platform in proportion to their shares, so that several
 * refunds add up exactly to each share.
 * @param cents more than 0, at most `leftOf(order)`
 * @throws Error for any other amount
 */
export function returnOf(order: Priced & Returned, cents: number): Return {
  if (!Number.isInteger(cents) || cents <= 0 || cents > leftOf(order))
    throw new Error(`${cents} cents cannot go back`);
  const cashCents = Math.min(cents, cashOf(order) - order.refundedCashCents);
  const before = order.refundedCashCents + order.refundedCreditCents;
  const feeCents = feeWithin(order, before + cents) - feeWithin(order, before);
  return { cashCents, creditCents: cents - cashCents, netCents: cents - feeCents, feeCents };
}

/** The platform's part of the first `cents` refunded, rounded half up. */
function feeWithin({ priceCents, feeCents }: Priced, cents: number): number {
  return Math.round((cents * feeCents) / priceCents);
}
