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

/**
 * The platform's fee on something that is added to an order, in cents, at the order's rate, which is a
 * multiple of half a percent (docs/specification.md#fee). @param cents the price of what is added
 */
export function feeAtRateOf(
  { priceCents, feeCents }: Pick<Priced, "priceCents" | "feeCents">,
  cents: number,
): number {
  const percent = Math.round((200 * feeCents) / priceCents) / 2;
  return Math.round((cents * percent) / 100);
}

/** What has not been refunded yet, in cents: the most that can be refunded. */
export function leftOf(order: Priced & Returned): number {
  return order.priceCents - order.refundedCashCents - order.refundedCreditCents;
}

/** What can still go back to the card or cards, in cents. */
export function cashLeftOf(order: Priced & Returned): number {
  return cashOf(order) - order.refundedCashCents;
}

/**
 * What a lost dispute refunds, in cents: the disputed amount, at most what is left of the disputed payment;
 * or everything that is left if it covers the rest of all card payments (docs/specification.md#disputes).
 * `isWhole`: it refunds everything that is left.
 * @param chargeLeftCents what is left of the disputed payment
 */
export function lostBy(
  order: Priced & Returned,
  disputedCents: number,
  chargeLeftCents: number,
): { cents: number; isWhole: boolean } {
  const isWhole = disputedCents >= chargeLeftCents && chargeLeftCents === cashLeftOf(order);
  return { cents: isWhole ? leftOf(order) : Math.min(disputedCents, chargeLeftCents), isWhole };
}

/** A card payment of an order, and what of it can still go back, in cents. */
export type Charge = { extraId: string | null; paymentIntentId: string | null; leftCents: number };

/**
 * Divides what goes back to cards among the payments of an order: newest first, from each at most what is
 * left (docs/specification.md#refunds).
 * @param charges oldest first
 * @param cents at most what is left of all of them
 */
export function takenFrom(charges: readonly Charge[], cents: number): (Charge & { cents: number })[] {
  let rest = cents;
  return charges.toReversed().flatMap((charge) => {
    const taken = Math.min(rest, charge.leftCents);
    rest -= taken;
    return taken > 0 ? [{ ...charge, cents: taken }] : [];
  });
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
  const cashCents = Math.min(cents, cashLeftOf(order));
  const before = order.refundedCashCents + order.refundedCreditCents;
  const feeCents = feeWithin(order, before + cents) - feeWithin(order, before);
  return { cashCents, creditCents: cents - cashCents, netCents: cents - feeCents, feeCents };
}

/** The platform's part of the first `cents` refunded, rounded half up. */
function feeWithin({ priceCents, feeCents }: Priced, cents: number): number {
  return Math.round((cents * feeCents) / priceCents);
}
