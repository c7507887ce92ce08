import {
  cashLeftOf,
  cashOf,
  lostBy,
  netOf,
  type Priced,
  type Returned,
  returnOf,
} from "#app/ledger/shares.ts";

/**
 * An order's amounts in cents, as checkout, order page, receipt and dashboard show them:
 * `cardCents + creditCents = netCents + feeCents + refundedCents` (docs/specification.md#receipts).
 */
export type Receipt = ReturnType<typeof receiptOf>;

export function receiptOf(order: Priced & Returned) {
  const { priceCents, creditCents, refundedCashCents, refundedCreditCents } = order;
  const refundedCents = refundedCashCents + refundedCreditCents;
  const back =
    refundedCents > 0
      ? returnOf({ ...order, refundedCashCents: 0, refundedCreditCents: 0 }, refundedCents)
      : { netCents: 0, feeCents: 0 };
  return {
    priceCents,
    /** What the buyer pays by card, and with credit. */
    cardCents: cashOf(order),
    creditCents,
    /** The shares of seller and platform after refunds. */
    netCents: netOf(order) - back.netCents,
    feeCents: order.feeCents - back.feeCents,
    /** What was decided to be refunded: to the card, as credit, and both together. */
    refundedCardCents: refundedCashCents,
    refundedCreditCents,
    refundedCents,
  };
}

/** A card payment: when it was made (UTC ms), and its amount in cents. */
export type CardPayment = { at: number; cents: number };

/** The card payments of a paid order: what it cost at first, then each added extra. */
export function paymentsOf(
  order: Priced & { paidAt: number },
  events: readonly { kind: string; at: number; cents: number | null }[],
): CardPayment[] {
  const extras = events
    .filter(({ kind }) => kind === "extra_added")
    .map(({ at, cents }) => ({ at, cents: cents ?? 0 }));
  const later = extras.reduce((sum, { cents }) => sum + cents, 0);
  return [{ at: order.paidAt, cents: cashOf(order) - later }, ...extras];
}

/** A refund: when it was decided (UTC ms), and what it returns to the card and as credit, in cents. */
export type Refund = { at: number; cardCents: number; creditCents: number };

/**
 * The refunds of an order, from the events that decided them. They add up to the order's refunded amounts.
 * @param events in order
 */
export function refundsOf(
  order: Priced,
  events: readonly { kind: string; at: number; cents: number | null }[],
): Refund[] {
  let { refundedCashCents, refundedCreditCents }: Returned = { refundedCashCents: 0, refundedCreditCents: 0 };
  const refunds: Refund[] = [];
  for (const { kind, at, cents } of events) {
    const before = { ...order, refundedCashCents, refundedCreditCents };
    const decided = decidedBy(kind, before, cents ?? 0);
    if (decided <= 0) continue;
    const back = returnOf(before, decided);
    refundedCashCents += back.cashCents;
    refundedCreditCents += back.creditCents;
    refunds.push({ at, cardCents: back.cashCents, creditCents: back.creditCents });
  }
  return refunds;
}

/**
 * How much of the price an event refunds, in cents. `refunded` only confirms what another event decided. A
 * lost dispute names what it refunds, or more if it refunds everything that is left.
 */
function decidedBy(kind: string, order: Priced & Returned, cents: number): number {
  if (kind === "dispute_lost") return lostBy(order, cents, Math.min(cents, cashLeftOf(order))).cents;
  return ["cancelled", "declined", "refund_granted"].includes(kind) ? cents : 0;
}
