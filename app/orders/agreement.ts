import type { Gig } from "#app/gigs/gig.ts";
import type { Package } from "#app/gigs/package.ts";
import { deadlineOf, nextReminderAt } from "#app/orders/clocks.ts";
import { turnOf } from "#app/orders/order.ts";
import type { orders } from "#drizzle/schema.ts";

type Order = typeof orders.$inferSelect;

/** What is agreed when an order is placed; all of it comes from the database. */
export type Agreement = Pick<
  Order,
  | "gigId"
  | "sellerId"
  | "buyerId"
  | "priceCents"
  | "title"
  | "packageId"
  | "packageTitle"
  | "deliveryDays"
  | "revisions"
  | "questions"
  | "requirements"
>;

/**
 * What a buyer and a seller agree on when a package is ordered: copied from the gig, so that it stays when the gig changes.
 * @param requirements what the buyer wrote for the seller
 */
export function agreement(
  gig: Pick<Gig, "id" | "sellerId" | "title" | "questions">,
  chosen: Package,
  buyerId: string,
  requirements: string,
): Agreement {
  return {
    gigId: gig.id,
    sellerId: gig.sellerId,
    buyerId,
    priceCents: chosen.priceCents,
    title: gig.title,
    packageId: chosen.key,
    packageTitle: chosen.title,
    deliveryDays: chosen.deliveryDays,
    revisions: chosen.revisions,
    questions: gig.questions,
    requirements,
  };
}

/** An order, whether or not the database has numbered it yet. */
export type OrderRow = Omit<Order, "n">;

/** A new order, pending / pending. @param at UTC ms */
export function opened(
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
    revisionsUsed: 0,
    paidAt: null,
    deliveryDate: null,
    deliveredAt: null,
    firstDeliveredAt: null,
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
