import { cashOf, netOf, type Priced, type Returned, returnOf } from "#app/ledger/shares.ts";

/**
 * What an order's money is made of, in cents, as checkout, order page, receipt and the seller's desk print it:
 * `cardCents + creditCents = netCents + feeCents + refundedCents` (docs/specification.md#receipts).
 */
export type Receipt = {
  priceCents: number;
  /** What the buyer's card pays, and their credit. */
  cardCents: number;
  creditCents: number;
  /** What is left for the seller and for the platform, after what goes back. */
  netCents: number;
  feeCents: number;
  /** What was decided to go back, to the card and as credit; and both. */
  refundedCardCents: number;
  refundedCreditCents: number;
  refundedCents: number;
};

/** The amounts of an order. */
export function receiptOf(order: Priced & Returned): Receipt {
  const { priceCents, creditCents, refundedCashCents, refundedCreditCents } = order;
  const refundedCents = refundedCashCents + refundedCreditCents;
  const back =
    refundedCents > 0
      ? returnOf({ ...order, refundedCashCents: 0, refundedCreditCents: 0 }, refundedCents)
      : { netCents: 0, feeCents: 0 };
  return {
    priceCents,
    cardCents: cashOf(order),
    creditCents,
    netCents: netOf(order) - back.netCents,
    feeCents: order.feeCents - back.feeCents,
    refundedCardCents: refundedCashCents,
    refundedCreditCents,
    refundedCents,
  };
}
