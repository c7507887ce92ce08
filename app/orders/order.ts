import { type Gig, refusalToOrder } from "#app/gigs/gig.ts";
import type { Package } from "#app/gigs/package.ts";
import { dollars } from "#app/lib/money.ts";

/** docs/specification.md#order-status. */
export type OrderStatus = "pending" | "in progress" | "completed" | "cancelled";
/** docs/specification.md#payment-status. */
export type PaymentStatus = "pending" | "paid" | "refunded" | "failed";
/** The finer step (docs/specification.md#order-stages). */
export type Stage =
  | "awaiting_payment"
  | "awaiting_requirements"
  | "ready"
  | "working"
  | "delivered"
  | "in_revision"
  | "closed";
export type Party = "buyer" | "seller";

/** What a seller asks of who orders, as it was asked then. */
export type OrderQuestion = {
  question: string;
  type: "text" | "choice" | "file";
  required: boolean;
  options?: string[];
};

/** What happened to an order; each is a row of `order_event_kinds`. */
export type OrderEventKind =
  | "placed"
  | "paid"
  | "payment_failed"
  | "answered"
  | "started"
  | "delivered"
  | "revision_requested"
  | "completed"
  | "cancelled"
  | "cancellation_requested"
  | "cancellation_declined"
  | "refund_requested"
  | "refund_answered"
  | "refund_granted"
  | "refund_declined"
  | "refunded"
  | "refund_failed"
  | "disputed"
  | "dispute_won"
  | "dispute_lost";

/** What the rules look at: an order's columns, without what was agreed in words. Cents, days, UTC ms. */
export type OrderState = {
  buyerId: string;
  sellerId: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  stage: Stage;
  /** Why the timers stand (docs/specification.md#order-holds), and which side asked for it; null: nobody of the two. */
  hold: "none" | "cancellation" | "refund" | "dispute";
  heldBy: Party | null;
  /** The request that a bank's dispute keeps waiting, and whose it is; null: none. */
  suspendedHold: "cancellation" | "refund" | null;
  suspendedBy: Party | null;
  /** What was agreed, and how much of it the buyer's credit pays. */
  priceCents: number;
  creditCents: number;
  /** What was decided to go back, to the card and as credit. */
  refundedCashCents: number;
  refundedCreditCents: number;
  deliveryDays: number;
  /** -1: unlimited. */
  revisions: number;
  revisionsUsed: number;
  questions: readonly unknown[];
  answers: readonly string[] | null;
  /** How long after the first delivery a refund can be requested, in days. */
  refundDays: number;
  createdAt: number;
  paidAt: number | null;
  /** When the work is due; null until the seller starts. */
  deliveryDate: number | null;
  deliveredAt: number | null;
  firstDeliveredAt: number | null;
  completedAt: number | null;
  /** Since when the delivery clock stands; null: it runs, or has not begun. */
  clockStoppedAt: number | null;
  heldSince: number | null;
  /** How long holds, or a bank that refused in the end, have kept back what the order does by itself, since its placing, payment or last delivery, in ms. */
  heldMs: number;
};

/** Which party somebody is; null for a stranger. */
export function partyOf(order: Pick<OrderState, "buyerId" | "sellerId">, userId: string): Party | null {
  if (userId === order.buyerId) return "buyer";
  return userId === order.sellerId ? "seller" : null;
}

/** Whose turn it is: who of the two must act, so that the order goes on; null: nobody, or an operator. */
export function turnOf(order: OrderState): Party | null {
  const { hold, heldBy, status, stage, paymentStatus } = order;
  if (hold === "dispute" || isReturned(order)) return null;
  if (hold === "cancellation") return heldBy === "seller" ? "buyer" : "seller";
  // Once the seller has declined, an operator decides.
  if (hold === "refund") return heldBy === "seller" ? null : "seller";
  if (status === "pending")
    return paymentStatus !== "paid" || stage === "awaiting_requirements" ? "buyer" : "seller";
  if (status !== "in progress") return null;
  return stage === "delivered" ? "buyer" : "seller";
}

/** True when all of the price was decided to go back. */
export function isReturned(
  order: Pick<OrderState, "priceCents" | "refundedCashCents" | "refundedCreditCents">,
): boolean {
  return order.refundedCashCents + order.refundedCreditCents >= order.priceCents;
}

/** Told to a stranger, for any id, existing or not (docs/specification.md#order-permissions). */
export const notAParty = "You are not authorized to update this order";

/**
 * Why this buyer may not have this package of the gig as it is now (docs/specification.md#purchase-rules; product.md section 2, a cached page
 * shows an old price); null: they may.
 * @param shownPrice cents that the page showed; undefined: no check
 */
export function refusalToPlace(
  gig: Gig,
  chosen: Package,
  buyerId: string,
  shownPrice: number | undefined,
): string | null {
  const refusal = refusalToOrder(buyerId, gig);
  if (refusal) return refusal;
  const isAsShown = shownPrice === undefined || shownPrice === chosen.priceCents;
  return isAsShown ? null : `The price has changed to ${dollars(chosen.priceCents)}`;
}

/** What somebody reads whose move came second. */
export function changedMeanwhile(status: OrderStatus): string {
  return `This order changed in the meantime: it is ${status} now`;
}

/** 'Complete Payment' stands on orders that are not cancelled and not paid (docs/specification.md#complete-payment), for the buyer. */
export function canPay(
  order: Pick<OrderState, "buyerId" | "status" | "paymentStatus">,
  userId: string,
): boolean {
  return (
    order.buyerId === userId &&
    order.status !== "cancelled" &&
    (order.paymentStatus === "pending" || order.paymentStatus === "failed")
  );
}

/** An order's id as people see it: its first 8 characters (docs/specification.md#orders-dashboard). */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

export function orderPath(id: string): string {
  return `/orders/${id}`;
}

/** Where a paid order goes: to the seller's questions when there are any. */
export function stageOncePaid(questions: readonly unknown[]): Stage {
  return questions.length > 0 ? "awaiting_requirements" : "ready";
}

/** The platform's share in cents, rounded half up. @param percent the setting of the day, 0 by default (docs/specification.md#fee) */
export function feeOf(priceCents: number, percent: number): number {
  return Math.round((priceCents * percent) / 100);
}
