import { exactDollars } from "#app/lib/money.ts";
import { shortId } from "#app/orders/order.ts";
import { orderedText } from "#app/orders/order-lines.ts";
import { type Receipt, receiptOf } from "#app/orders/receipt/receipt.ts";

/** What is paid for, as the card page shows it, and the amount it charges, in cents. */
export type CardLine = { name: string; description: string; cents: number; warning: string | null };

/**
 * The line item of an order's card page (docs/specification.md#checkout).
 * @returns the description names the package or all lines, with credit also
 *   `Basic: price $80.00, your credit −$10.00`; `warning`: what may happen to a payment with credit
 */
export function cardLineOf(
  order: Parameters<typeof receiptOf>[0] & Parameters<typeof orderedText>[0] & { title: string },
): CardLine {
  const receipt = receiptOf(order);
  return {
    name: order.title,
    description: descriptionOf(orderedText(order), receipt),
    cents: receipt.cardCents,
    warning: receipt.creditCents > 0 ? creditWarning : null,
  };
}

/** The line item of the card page of an extra (docs/specification.md#added-extras). */
export function extraLineOf(
  order: { id: string; title: string },
  { title, priceCents }: { title: string; priceCents: number },
): CardLine {
  const description = `Added to order #${shortId(order.id)}: ${order.title}`;
  return { name: title, description, cents: priceCents, warning: null };
}

const creditWarning =
  "Credit works once per card. If this card has already used another account's credit, we refund the payment and ask you for the full price.";

function descriptionOf(ordered: string, { priceCents, creditCents }: Receipt): string {
  if (creditCents === 0) return ordered;
  return `${ordered}: price ${exactDollars(priceCents)}, your credit −${exactDollars(creditCents)}`;
}
