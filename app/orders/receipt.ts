import { cashOf, netOf, type Priced, type Returned, returnOf } from "#app/ledger/shares.ts";

/**
 * An order's amounts in cents, as checkout, order page, receipt and dashboard show them:
 * `cardCents + creditCents = netCents + feeCents + refundedCents` (docs/specification.md#receipts).
 */
export type Receipt = {
  priceCents: number;
  /** What the buyer pays by card, and with credit. */
  cardCents: number;
  creditCents: number;
  /** The shares of seller and platform after refunds. */
  netCents: number;
  feeCents: number;
  /** What was decided to be refunded: to the card, as credit, and both together. */
  refundedCardCents: number;
  refundedCreditCents: number;
  refundedCents: number;
};

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
