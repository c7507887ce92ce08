import { isLate } from "#app/orders/clocks.ts";
import { nextStep } from "#app/orders/next-step.ts";
import { isPayable, type OrderState, type Party } from "#app/orders/order.ts";
import { receiptOf } from "#app/orders/receipt/receipt.ts";

/** What both the card and the page of an order show to a party. */
export type OrderOverview = ReturnType<typeof overviewOf>;

/**
 * Builds the overview of an order for one of its parties.
 * @param names the names of the parties, as shown @param at UTC ms
 * @param facts `hasMismatch`: a payment of the order needs an operator; `isSellerAway`: its seller is
 *   suspended; `mayReview`: the buyer may write a review now
 */
export function overviewOf(
  order: OrderState & { feeCents: number },
  party: Party,
  names: { buyer: string; seller: string },
  at: number,
  facts: { hasMismatch: boolean; isSellerAway: boolean; mayReview: boolean },
) {
  const isExamined = isUnderReview(order, facts.hasMismatch);
  const isAwaited = party === "buyer" && isPayable(order) && !isExamined;
  return {
    isLate: isLate(order, at),
    /** An operator is examining a payment of the order, so the buyer must not pay again. */
    isUnderReview: isExamined,
    /** The viewer is the buyer and can pay now (docs/specification.md#complete-payment). */
    mayPay: isAwaited && !facts.isSellerAway,
    /** What happens next, and who must act. */
    next: isExamined
      ? underReviewText(order)
      : isAwaited && facts.isSellerAway
        ? `${names.seller} can't take this order at the moment, so you can't pay for it.`
        : nextStep(order, party, names, at, facts.mayReview),
    amounts: receiptOf(order),
  };
}

/** True while an operator is examining a payment of an unpaid order. */
function isUnderReview({ paymentStatus }: Pick<OrderState, "paymentStatus">, hasMismatch: boolean): boolean {
  return hasMismatch && (paymentStatus === "pending" || paymentStatus === "failed");
}

/** Replaces the next step while an operator is examining a payment. */
function underReviewText({ status }: Pick<OrderState, "status">): string {
  const text = "We are looking into your payment. Do not pay again.";
  return status === "cancelled" ? `Cancelled. ${text}` : text;
}
