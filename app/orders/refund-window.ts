import { day } from "#app/lib/dates.ts";
import type { OrderState } from "#app/orders/order.ts";

/**
 * Until when the buyer may request a refund, UTC ms; null: the first delivery is still to come (docs/specification.md#refund-requests). An order completed
 * without a delivery counts from its completion.
 */
export function refundUntil({
  firstDeliveredAt,
  completedAt,
  refundDays,
}: Pick<OrderState, "firstDeliveredAt" | "completedAt" | "refundDays">): number | null {
  const from = firstDeliveredAt ?? completedAt;
  return from === null ? null : from + refundDays * day;
}
