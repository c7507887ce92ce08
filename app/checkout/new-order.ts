import type { Gig } from "#app/gigs/gigs.server.ts";
import type { Chosen } from "#app/gigs/packages/extras.ts";
import type { Package } from "#app/gigs/packages/package.ts";
import { dollars } from "#app/lib/money.ts";
import { deadlineOf, nextReminderAt } from "#app/orders/clocks.ts";
import { turnOf } from "#app/orders/order.ts";
import type { Order, OrderRow } from "#app/orders/orders.server.ts";

/** What an order copies from the gig, or from an offer, when it is placed, and the buyer's requirements. */
export type Agreement = Pick<
  Order,
  | "gigId"
  | "sellerId"
  | "buyerId"
  | "priceCents"
  | "title"
  | "packageId"
  | "packageTitle"
  | "offerId"
  | "lines"
  | "deliveryDays"
  | "revisions"
  | "questions"
  | "requirements"
>;

/**
 * What buyer and seller agree on: a snapshot, so that later changes of the gig do not change the order.
 * @param chosen the total of the package and extras that are ordered: price, days and lines
 * @param requirements what the buyer wrote for the seller
 */
export function agreementOf(
  gig: Pick<Gig, "id" | "sellerId" | "title" | "questions">,
  offered: Package,
  chosen: Chosen,
  buyerId: string,
  requirements: string,
): Agreement {
  return {
    gigId: gig.id,
    sellerId: gig.sellerId,
    buyerId,
    priceCents: chosen.priceCents,
    title: gig.title,
    packageId: offered.key,
    packageTitle: offered.title,
    offerId: null,
    lines: chosen.lines,
    deliveryDays: chosen.deliveryDays,
    revisions: offered.revisions,
    questions: gig.questions,
    requirements,
  };
}

/** A new order, pending / pending. @param at UTC ms */
export function newOrder(
  agreed: Agreement & Pick<Order, "id" | "formToken" | "feeCents" | "creditCents" | "refundDays">,
  at: number,
): OrderRow {
  const state = {
    ...agreed,
    status: "pending",
    paymentStatus: "pending",
    stage: "awaiting_payment",
    hold: "none",
    heldBy: null,
    suspendedHold: null,
    suspendedBy: null,
    refundedCashCents: 0,
    refundedCreditCents: 0,
    answers: null,
    buyerCompany: null,
    buyerTaxNumber: null,
    revisionsUsed: 0,
    askedDays: null,
    paidAt: null,
    deliveryDate: null,
    deliveredAt: null,
    firstDeliveredAt: null,
    firstDueAt: null,
    completedAt: null,
    clockStoppedAt: null,
    heldSince: null,
    heldMs: 0,
    triedAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  } as const;
  return {
    ...state,
    deadlineAt: deadlineOf(state)?.at ?? null,
    reminderAt: nextReminderAt(state, at),
    turn: turnOf(state),
  };
}

/**
 * Why the price is not the one that the page showed (docs/specification.md#shown-price); null if it is.
 * Cents; undefined: not checked.
 */
export function refusalToPrice(priceCents: number, shownPrice: number | undefined): string | null {
  const isAsShown = shownPrice === undefined || shownPrice === priceCents;
  return isAsShown ? null : `The price has changed to ${dollars(priceCents)}`;
}

/** Asks a buyer to confirm a price that the page did not show, because extras were ticked since. In cents. */
export function confirmSentence(priceCents: number): string {
  return `With everything you chose, the price is ${dollars(priceCents)}. Order again to confirm`;
}

/**
 * The platform's fee in cents, rounded half up. @param percent the rate when the order is placed
 * (docs/specification.md#fee)
 */
export function feeOf(priceCents: number, percent: number): number {
  return Math.round((priceCents * percent) / 100);
}
