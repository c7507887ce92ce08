import { nextStep } from "#app/orders/next-step.ts";
import { type OrderState, shortId } from "#app/orders/order.ts";
import { orderedText } from "#app/orders/order-lines.ts";
import { receiptOf } from "#app/orders/receipt/receipt.ts";
import { nameInSentence } from "#app/profiles/name-in-sentence.ts";
import { displayName, type NameParts } from "#app/profiles/profile.ts";

/** A paid order. Cents; UTC ms. */
export type Purchase = {
  title: string;
  /** The package, or all lines of the order. */
  ordered: string;
  seller: string;
  number: string;
  cardCents: number;
  creditCents: number;
  paidAt: number | null;
  /** How many of the seller's questions the buyer has not answered. */
  questions: number;
  /** What happens next, as a sentence. */
  next: string;
};

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
export function purchaseOf({ order, buyer, seller }: Details, at: number): Purchase {
  const names = { buyer: nameInSentence(buyer), seller: nameInSentence(seller) };
  const { cardCents, creditCents } = receiptOf(order);
  return {
    title: order.title,
    ordered: orderedText(order),
    seller: displayName(seller),
    number: shortId(order.id),
    cardCents,
    creditCents,
    paidAt: order.paidAt,
    questions: order.stage === "awaiting_requirements" ? order.questions.length : 0,
    next: nextStep(order, "buyer", names, at),
  };
}
