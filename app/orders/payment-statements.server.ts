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

// What payments, refunds and disputes write to an order. In each: `order` as it was read, `at` in UTC ms.

/** Statements: a payment has come in, and the order takes it. */
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
 * Statements: the bank has refused a delayed payment. The order can be paid again, for as long as a new
 * order.
 */
export function paymentFailed(db: Db, order: OrderRow, at: number) {
  return [
    ...eventClaimed(db, order, "payment_failed", null, at),
    columnsChanged(db, order, at, { paymentStatus: "failed", heldMs: at - order.createdAt }),
    outbox.mail(db, "payment_failed", order.buyerId, order.id, at),
  ] as const;
}

/**
 * Statements: a payment has come in whose card has used the credit of another account. The order loses its
 * credit, which the buyer can use for another order. It can be paid in full, for as long as a new order.
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

/**
 * Statements: a refund that Stripe had confirmed has failed after all, and the platform has the money again.
 */
export function refundFailed(db: Db, order: OrderRow, cents: number, at: number) {
  return [
    ...eventClaimed(db, order, "refund_failed", null, at, { cents }),
    columnsChanged(db, order, at, { paymentStatus: "paid" }),
  ] as const;
}

/**
 * Statements: an operator refunds an amount (docs/specification.md#refunds). That ends an open refund
 * request; a refund of all that is left ends a cancellation request, too.
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
 * Statements: a dispute is opened and holds the order, or is closed and releases it; a request that was
 * suspended for it is then open again (docs/specification.md#disputes).
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
