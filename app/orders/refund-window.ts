import { day } from "#app/lib/dates.ts";
import type { OrderState } from "#app/orders/order.ts";

/**
 * When the refund window ends, UTC ms (docs/specification.md#refund-requests). It starts with the first
 * delivery, or with the completion of an order that was never delivered. Null if it has not started.
 */
export function refundUntil({
  firstDeliveredAt,
  completedAt,
  refundDays,
}: Pick<OrderState, "firstDeliveredAt" | "completedAt" | "refundDays">): number | null {
  const from = firstDeliveredAt ?? completedAt;
  return from === null ? null : from + refundDays * day;
}
