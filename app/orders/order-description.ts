import { exactDollars } from "#app/lib/money.ts";
import { receiptOf } from "#app/orders/receipt.ts";

/**
 * How the card page describes an order: `Basic`, or with credit `Basic: price $80.00, your credit −$10.00`.
 */
export function descriptionOf(order: Parameters<typeof receiptOf>[0] & { packageTitle: string }): string {
  const { priceCents, creditCents } = receiptOf(order);
  if (creditCents === 0) return order.packageTitle;
  return `${order.packageTitle}: price ${exactDollars(priceCents)}, your credit −${exactDollars(creditCents)}`;
}
