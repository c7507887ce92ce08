import { nextStep } from "#app/orders/next-step.ts";
import { type OrderState, shortId } from "#app/orders/order.ts";
import { orderedText } from "#app/orders/order-lines.ts";
import { receiptOf } from "#app/orders/receipt/receipt.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { displayName, type NameParts } from "#app/profiles/profile.ts";

/** A paid order. */
export type Purchase = ReturnType<typeof purchaseOf>;

type Details = {
  order: OrderState &
    Parameters<typeof receiptOf>[0] &
    Parameters<typeof orderedText>[0] & { id: string; title: string };
  buyer: NameParts;
  seller: NameParts;
};

/**
 * The summary of a paid order on the success page (docs/specification.md#payment-success). @param at UTC ms
 */
export function purchaseOf({ order, buyer, seller }: Details, at: number) {
  const names = { buyer: nameInSentence(buyer), seller: nameInSentence(seller) };
  const { cardCents, creditCents } = receiptOf(order);
  return {
    title: order.title,
    /** The package, or all lines of the order. */
    ordered: orderedText(order),
    seller: displayName(seller),
    number: shortId(order.id),
    cardCents,
    creditCents,
    paidAt: order.paidAt,
    /** How many of the seller's questions the buyer has not answered. */
    questions: order.stage === "awaiting_requirements" ? order.questions.length : 0,
    /** What happens next, as a sentence. */
    next: nextStep(order, "buyer", names, at),
  };
}
