import { day } from "#app/lib/dates.ts";
import type { OrderState } from "#app/orders/order.ts";
import { refundUntil } from "#app/orders/refund-window.ts";

/**
 * The shortest time in which earnings clear, in days after completion: the settings `clear_days` and
 * `clear_days_top_rated`, and their defaults.
 */
export const clearDays = { clear_days: 14, clear_days_top_rated: 7 };

/** What decides when an order's earnings clear. Times are UTC ms. */
export type CompletedOrder = Pick<OrderState, "firstDeliveredAt" | "refundDays"> & {
  completedAt: number;
  /** The seller was Top Rated when the order was completed. */
  wasTopRated: boolean;
  /** When the last hold ended; null: there was none. */
  heldUntil: number | null;
};

/**
 * When the earnings of a completed order clear (docs/specification.md#clearing), UTC ms: once the buyer's
 * refund period, the days after the completion and every hold are over. The triggers of `earnings` write this
 * time (drizzle/migrations/0043_payouts.sql).
 * @param days the settings when the order was completed
 */
export function clearsAt(order: CompletedOrder, days: typeof clearDays = clearDays): number {
  const { completedAt, wasTopRated, heldUntil } = order;
  const least = wasTopRated ? days.clear_days_top_rated : days.clear_days;
  return Math.max(refundUntil(order) ?? 0, completedAt + least * day, heldUntil ?? 0);
}

/** What keeps a completed order's earnings from clearing. `examined`: a payment that does not match. */
export type Held = "refund" | "cancellation" | "dispute" | "examined";

/** The state of a completed order. `clearsAt`: UTC ms. */
export type Clearing = {
  clearsAt: number;
  hold: OrderState["hold"];
  /** A bank's dispute about the order is open. */
  isDisputed: boolean;
  /** A mismatch of the order is open: an operator is looking into its payment. */
  isExamined: boolean;
};

/** What holds the earnings of a completed order, regardless of the time; null: nothing. */
export function heldBy({ hold, isDisputed, isExamined }: Clearing): Held | null {
  if (isDisputed) return "dispute";
  if (hold !== "none") return hold;
  return isExamined ? "examined" : null;
}

/** True if the earnings of a completed order have cleared. @param at UTC ms */
export function hasCleared(order: Clearing, at: number): boolean {
  return heldBy(order) === null && at >= order.clearsAt;
}
