import type { Db } from "#app/context.ts";
import * as credit from "#app/ledger/credit.server.ts";
import { changesByDispute, changesByDisputeEnd } from "#app/orders/clocks.ts";
import { stageOncePaid } from "#app/orders/order.ts";
import {
  type ActingUser,
  columnsChanged,
  eventClaimed,
  mailsAbout,
  type Order,
  type OrderRow,
} from "#app/orders/order-writes.server.ts";
import * as outbox from "#app/outbox/outbox.server.ts";

// What payments, refunds and disputes write to an order. In each, `order` is the order as it was read, and
// `at` is in UTC ms.

/** Statements: a payment arrived, and the order accepts it. */
export function paid(db: Db, order: OrderRow, at: number) {
  return [
    ...eventClaimed(db, order, "paid", null, at),
    columnsChanged(db, order, at, {
      paymentStatus: "paid",
      paidAt: at,
      heldMs: 0,
      stage: stageOncePaid(order.questions),
    }),
    ...(order.creditCents > 0 ? [credit.spent(db, order)] : []),
    outbox.mail(db, "receipt", order.buyerId, order.id, at),
    outbox.mail(db, "new_order", order.sellerId, order.id, at),
  ] as const;
}

/**
 * Statements: the bank has refused a delayed payment. The order can be paid again, within the same time as a
 * new order.
 */
export function paymentFailed(db: Db, order: OrderRow, at: number) {
  return [
    ...eventClaimed(db, order, "payment_failed", null, at),
    columnsChanged(db, order, at, { paymentStatus: "failed", heldMs: at - order.createdAt }),
    outbox.mail(db, "payment_failed", order.buyerId, order.id, at),
  ] as const;
}

/**
 * Statements: a payment arrived whose card has used another account's credit. The order loses its credit,
 * which the buyer can use for another order. It can be paid in full, within the same time as a new order.
 * @param order with credit
 */
export function creditRefused(db: Db, order: OrderRow, at: number) {
  return [
    ...eventClaimed(db, order, "credit_refused", null, at, { cents: order.creditCents }),
    columnsChanged(db, order, at, { creditCents: 0, heldMs: at - order.createdAt }),
    credit.released(db, order),
    outbox.mail(db, "credit_refused", order.buyerId, order.id, at),
  ] as const;
}

/**
 * Statements: Stripe has confirmed a refund. @param isComplete true if no other refund of the order is
 * outstanding
 */
export function refunded(db: Db, order: OrderRow, cents: number, isComplete: boolean, at: number) {
  return [
    ...eventClaimed(db, order, "refunded", null, at, { cents }),
    columnsChanged(db, order, at, isComplete ? { paymentStatus: "refunded" } : {}),
    outbox.mail(db, "refunded", order.buyerId, order.id, at),
  ] as const;
}

/** Statements: a refund failed after Stripe had confirmed it, and the platform has the money again. */
export function refundFailed(db: Db, order: OrderRow, cents: number, at: number) {
  return [
    ...eventClaimed(db, order, "refund_failed", null, at, { cents }),
    columnsChanged(db, order, at, { paymentStatus: "paid" }),
  ] as const;
}

/**
 * Statements: an operator refunds an amount (docs/specification.md#refunds). This ends an open refund
 * request. A refund of everything that is left also ends a cancellation request.
 * @param to the order's amounts after this decision
 */
export function refundGranted(
  db: Db,
  order: OrderRow,
  user: ActingUser,
  { cents, note }: { cents: number; note: string },
  to: Partial<Order>,
  at: number,
) {
  const endsRequest = order.hold === "refund" || to.stage === "closed";
  return [
    ...eventClaimed(db, order, "refund_granted", user, at, { cents, note }),
    columnsChanged(db, order, at, {
      ...(endsRequest && order.hold !== "dispute" ? { hold: "none" as const } : {}),
      ...to,
    }),
    ...mailsAbout(db, order, "refund_granted", "operator", at),
  ] as const;
}

/**
 * Statements: a dispute is opened and holds the order, or is closed and releases it, which reopens a
 * suspended request (docs/specification.md#disputes).
 * @param to what the bank's decision changes; `hold` "dispute": another dispute is still open
 */
export function disputed(
  db: Db,
  order: OrderRow,
  kind: "disputed" | "dispute_won" | "dispute_lost",
  cents: number,
  to: Partial<Order>,
  at: number,
) {
  return [
    ...eventClaimed(db, order, kind, null, at, { cents }),
    columnsChanged(db, order, at, {
      ...to,
      ...(kind === "disputed" || to.hold === "dispute"
        ? changesByDispute(order)
        : changesByDisputeEnd({ ...order, ...to })),
    }),
    ...mailsAbout(db, order, kind, "product", at),
  ] as const;
}

/**
 * Statements: the earnings of a completed order are sent to its seller, the only party that this concerns.
 */
export function transferred(db: Db, order: OrderRow, cents: number, at: number) {
  return [
    ...eventClaimed(db, order, "transferred", null, at, { cents }),
    columnsChanged(db, order, at, {}),
  ] as const;
}
