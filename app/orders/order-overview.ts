import { isLate } from "#app/orders/clocks.ts";
import { nextStep } from "#app/orders/next-step.ts";
import type { OrderState, Party } from "#app/orders/order.ts";
import { type Receipt, receiptOf } from "#app/orders/receipt.ts";

/** What a card and the page of an order both tell a party. */
export type OrderOverview = {
  isLate: boolean;
  /** An operator examines a payment of it: it must not be paid again. */
  isUnderReview: boolean;
  /** What happens next, and who must act. */
  next: string;
  amounts: Receipt;
};

/**
 * An order as one of its parties sees it now.
 * @param names how the parties are called @param at UTC ms
 * @param facts `hasMismatch`: a payment of it waits for an operator; `mayReview`: the buyer may write a
 * review now
 */
export function overviewOf(
  order: OrderState & { feeCents: number },
  party: Party,
  names: { buyer: string; seller: string },
  at: number,
  facts: { hasMismatch: boolean; mayReview: boolean },
): OrderOverview {
  const isExamined = isUnderReview(order, facts.hasMismatch);
  return {
    isLate: isLate(order, at),
    isUnderReview: isExamined,
    next: isExamined ? underReviewText(order) : nextStep(order, party, names, at, facts.mayReview),
    amounts: receiptOf(order),
  };
}

/** True while an operator examines a payment of an unpaid order. */
function isUnderReview({ paymentStatus }: Pick<OrderState, "paymentStatus">, hasMismatch: boolean): boolean {
  return hasMismatch && (paymentStatus === "pending" || paymentStatus === "failed");
}

/** Shown instead of the next step while an operator examines a payment. */
function underReviewText({ status }: Pick<OrderState, "status">): string {
  const text = "We look into your payment. Do not pay again.";
  return status === "cancelled" ? `Cancelled. ${text}` : text;
}
