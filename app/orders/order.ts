import { type Gig, refusalToOrder } from "#app/gigs/gig.ts";
import type { Package } from "#app/gigs/package.ts";
import { dollars } from "#app/lib/money.ts";

/** spec.md section 4, order status. */
export type OrderStatus = "pending" | "in progress" | "completed" | "cancelled";
/** spec.md section 4, payment status. */
export type PaymentStatus = "pending" | "paid" | "refunded" | "failed";
/** The finer step (product.md section 3). */
export type Stage =
  | "awaiting_payment"
  | "awaiting_requirements"
  | "ready"
  | "working"
  | "delivered"
  | "in_revision"
  | "closed";
export type Party = "buyer" | "seller";

/** What the rules look at. */
export type OrderState = {
  buyerId: string;
  sellerId: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
};

type Move = {
  by: Party;
  from: OrderStatus;
  to: OrderStatus;
  stage: Stage;
  event: "started" | "completed" | "cancelled";
  /** What the other party is told when they try it (spec.md section 6). */
  refusal: string;
};

/** spec.md section 4: who may move an order, from where, to where. */
export const moves = {
  cancel: {
    by: "buyer",
    from: "pending",
    to: "cancelled",
    stage: "closed",
    event: "cancelled",
    refusal: "Only the buyer can cancel an order",
  },
  complete: {
    by: "buyer",
    from: "in progress",
    to: "completed",
    stage: "closed",
    event: "completed",
    refusal: "Only the buyer can mark an order as completed",
  },
  start: {
    by: "seller",
    from: "pending",
    to: "in progress",
    stage: "working",
    event: "started",
    refusal: "Only the seller can mark an order as in progress",
  },
} as const satisfies Record<string, Move>;

export type MoveName = keyof typeof moves;

export function isMove(text: unknown): text is MoveName {
  return typeof text === "string" && Object.hasOwn(moves, text);
}

/** Which party somebody is; null for a stranger. */
export function partyOf(order: Pick<OrderState, "buyerId" | "sellerId">, userId: string): Party | null {
  if (userId === order.buyerId) return "buyer";
  return userId === order.sellerId ? "seller" : null;
}

/** Told to a stranger, for any id, existing or not (product.md section 2). */
export const notAParty = "You are not authorized to update this order";

/** Why this person may not make this move now: a sentence, or null when they may. */
export function refusalToMove(name: MoveName, order: OrderState, userId: string): string | null {
  const move = moves[name];
  const party = partyOf(order, userId);
  if (!party) return notAParty;
  if (party !== move.by) return move.refusal;
  if (order.status !== move.from) return changedMeanwhile(order.status);
  if (name === "start" && order.paymentStatus !== "paid") return "This order has not been paid yet";
  return null;
}

/**
 * Why this buyer may not have this package of the gig as it is now (spec.md section 5, purchase; product.md section 2, a cached page
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

/** 'Complete Payment' stands on orders that are not cancelled and not paid (product.md section 2), for the buyer. */
export function canPay(order: OrderState, userId: string): boolean {
  return (
    order.buyerId === userId &&
    order.status !== "cancelled" &&
    (order.paymentStatus === "pending" || order.paymentStatus === "failed")
  );
}

/** An order's id as people see it: its first 8 characters (spec.md section 9). */
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

/** The platform's share in cents, rounded half up. @param percent the setting of the day, 0 by default (product.md section 2) */
export function feeOf(priceCents: number, percent: number): number {
  return Math.round((priceCents * percent) / 100);
}

/**
 * What happens next and who must act, in one sentence for the reader.
 * @param names how the two are called
 */
export function nextStep(order: OrderState, party: Party, names: { buyer: string; seller: string }): string {
  const mine = party === "buyer";
  if (order.status === "cancelled") {
    if (order.paymentStatus === "refunded")
      return mine ? "Cancelled. Your payment was returned." : "Cancelled. The payment was returned.";
    if (order.paymentStatus === "paid") return "Cancelled. The refund is on its way to the card that paid.";
    return "Cancelled. Nothing was charged.";
  }
  if (order.status === "completed")
    return mine
      ? `You completed this order. ${names.seller} has been told.`
      : `${names.buyer} accepted your work. This order is completed.`;
  if (order.status === "in progress") {
    return mine
      ? `${names.seller} is working. When you have what you ordered, mark the order as complete.`
      : `You are working for ${names.buyer}. They mark the order as complete when they have your work.`;
  }
  if (order.paymentStatus !== "paid")
    return mine
      ? `Complete your payment, so that ${names.seller} can begin.`
      : `${names.buyer} has not paid yet. There is nothing to do.`;
  return mine
    ? `You have paid. ${names.seller} starts next.`
    : `${names.buyer} has paid. Start working when you are ready.`;
}
