/** docs/specification.md#order-status. */
export type OrderStatus = "pending" | "in progress" | "completed" | "cancelled";
/** docs/specification.md#payment-status. */
export type PaymentStatus = "pending" | "paid" | "refunded" | "failed";
/** Where the order is within its status (docs/specification.md#order-stages). */
export type Stage =
  | "awaiting_payment"
  | "awaiting_requirements"
  | "ready"
  | "working"
  | "delivered"
  | "in_revision"
  | "closed";
export type Party = "buyer" | "seller";

/** One of the seller's questions, as it was when the order was placed. */
export type OrderQuestion = {
  question: string;
  type: "text" | "choice" | "file";
  required: boolean;
  options?: string[];
};

/** The kinds of order events. Each is a row of `order_event_kinds`. */
export type OrderEventKind =
  | "placed"
  | "paid"
  | "payment_failed"
  | "credit_refused"
  | "answered"
  | "started"
  | "delivered"
  | "revision_requested"
  | "completed"
  | "cancelled"
  | "declined"
  | "time_requested"
  | "time_allowed"
  | "date_kept"
  | "extra_offered"
  | "extra_withdrawn"
  | "extra_declined"
  | "extra_added"
  | "cancellation_requested"
  | "cancellation_declined"
  | "refund_requested"
  | "refund_answered"
  | "refund_granted"
  | "refund_declined"
  | "refund_withdrawn"
  | "refunded"
  | "refund_failed"
  | "disputed"
  | "dispute_won"
  | "dispute_lost"
  | "transferred";

/** The columns of an order that the rules read. Cents, days, UTC ms. */
export type OrderState = {
  buyerId: string;
  sellerId: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  stage: Stage;
  /**
   * Why the timers are stopped (docs/specification.md#order-holds), and the party that requested it; null:
   * neither party.
   */
  hold: "none" | "cancellation" | "refund" | "dispute";
  heldBy: Party | null;
  /** The request that a dispute has suspended, and the party that made it; null if there is none. */
  suspendedHold: "cancellation" | "refund" | null;
  suspendedBy: Party | null;
  /** The agreed price, and how much of it the buyer's credit pays. */
  priceCents: number;
  creditCents: number;
  /** The total that was decided to be refunded, to the card and as credit. */
  refundedCashCents: number;
  refundedCreditCents: number;
  deliveryDays: number;
  /** -1: unlimited. */
  revisions: number;
  revisionsUsed: number;
  /** The days in the seller's open request for more time; null: there is none. */
  askedDays: number | null;
  questions: readonly unknown[];
  answers: readonly string[] | null;
  /** The refund window: days after the first delivery. */
  refundDays: number;
  createdAt: number;
  paidAt: number | null;
  /** When the work is due; null until the seller starts. */
  deliveryDate: number | null;
  deliveredAt: number | null;
  firstDeliveredAt: number | null;
  completedAt: number | null;
  /** When the delivery clock was stopped; null if it runs or has not started. */
  clockStoppedAt: number | null;
  heldSince: number | null;
  /**
   * How far the automatic deadlines have moved, in ms: because of holds, and of a payment that failed because
   * the bank or the credit was refused. Counted from the order's placement, payment or last delivery.
   */
  heldMs: number;
};

/** Which party of the order a user is; null if neither. */
export function partyOf(order: Pick<OrderState, "buyerId" | "sellerId">, userId: string): Party | null {
  if (userId === order.buyerId) return "buyer";
  return userId === order.sellerId ? "seller" : null;
}

/**
 * The party that must act next (docs/specification.md#order-turn); null if neither, for example while an
 * operator decides.
 */
export function turnOf(order: OrderState): Party | null {
  const { hold, heldBy, status, stage, paymentStatus } = order;
  if (hold === "dispute" || isReturned(order)) return null;
  if (hold === "cancellation") return heldBy === "seller" ? "buyer" : "seller";
  // Once the seller has declined, the operator decides.
  if (hold === "refund") return heldBy === "seller" ? null : "seller";
  if (status === "pending")
    return paymentStatus !== "paid" || stage === "awaiting_requirements" ? "buyer" : "seller";
  if (status !== "in progress") return null;
  return stage === "delivered" ? "buyer" : "seller";
}

/** True if a refund of the whole price was decided. */
export function isReturned(
  order: Pick<OrderState, "priceCents" | "refundedCashCents" | "refundedCreditCents">,
): boolean {
  return order.refundedCashCents + order.refundedCreditCents >= order.priceCents;
}

/**
 * Shown to a user who is not a party, whether or not the id exists (docs/specification.md#order-permissions).
 */
export const notAParty = "You are not authorized to update this order";

/** Shown if the order changed after its page was loaded, and nothing explains how. */
export function changedSince(status: OrderStatus): string {
  return `This order has changed: it is now ${status}`;
}

/** Why an unpaid order cannot be cancelled now: Stripe could not close its card page. */
export const notClosed = {
  processing:
    "The bank has not confirmed the payment for this order yet, so we didn't cancel it. Please try again later.",
  unreachable: "We couldn't close the payment page of this order, so we didn't cancel it. Please try again.",
} as const;

/** Why nothing could be changed: like `notClosed`, for the card page of an extra. */
export const extraNotClosed = {
  processing: "The bank has not confirmed the payment of an extra yet. Please try again later.",
  unreachable: "We couldn't close the payment page of an extra, so nothing was changed. Please try again.",
} as const;

/** True if the order can take a payment: neither cancelled nor paid. */
export function isPayable({ status, paymentStatus }: Pick<OrderState, "status" | "paymentStatus">): boolean {
  return status !== "cancelled" && (paymentStatus === "pending" || paymentStatus === "failed");
}

/**
 * True if this user is the buyer and can pay now: 'Complete Payment'
 * (docs/specification.md#complete-payment).
 */
export function canPay(
  order: Pick<OrderState, "buyerId" | "status" | "paymentStatus">,
  userId: string,
): boolean {
  return order.buyerId === userId && isPayable(order);
}

/** An order's id as people see it: the first 8 characters (docs/specification.md#orders-dashboard). */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/**
 * The stage of an order that has just been paid: the buyer answers the seller's questions first, if there are
 * any.
 */
export function stageOncePaid(questions: readonly unknown[]): Stage {
  return questions.length > 0 ? "awaiting_requirements" : "ready";
}
