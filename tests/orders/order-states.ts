import { expect } from "vitest";
import { day } from "#app/lib/dates.ts";
import { withClocks } from "#app/orders/clocks.ts";
import type { OrderState } from "#app/orders/order.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { changesBy } from "#app/orders/transition-changes.ts";
import { type Actor, type TransitionName, transitionOf } from "#app/orders/transitions.ts";

/** UTC ms. */
export const start = Date.UTC(2026, 9, 1);

/** A paid order of $80, without credit: three days, one revision, not started. */
export const paid = (state: Partial<OrderState> = {}): OrderState => ({
  buyerId: "ann",
  sellerId: "bob",
  status: "pending",
  paymentStatus: "paid",
  stage: "ready",
  hold: "none",
  heldBy: null,
  suspendedHold: null,
  suspendedBy: null,
  priceCents: 8000,
  creditCents: 0,
  refundedCashCents: 0,
  refundedCreditCents: 0,
  deliveryDays: 3,
  revisions: 1,
  revisionsUsed: 0,
  askedDays: null,
  questions: [],
  answers: null,
  refundDays: 14,
  createdAt: start,
  paidAt: start,
  deliveryDate: null,
  deliveredAt: null,
  firstDeliveredAt: null,
  completedAt: null,
  clockStoppedAt: null,
  heldSince: null,
  heldMs: 0,
  ...state,
});

/** The seller works on it. */
export const working = (state: Partial<OrderState> = {}) =>
  paid({ status: "in progress", stage: "working", deliveryDate: start + 3 * day, ...state });
/** Delivered after a day. */
export const delivered = (state: Partial<OrderState> = {}) =>
  working({
    stage: "delivered",
    deliveredAt: start + day,
    firstDeliveredAt: start + day,
    clockStoppedAt: start + day,
    ...state,
  });

/** The order after a transition, which must be allowed. @param days for `ask-time` */
export function apply(
  before: OrderState,
  name: TransitionName,
  actor: Actor,
  at: number,
  days?: number,
): OrderState {
  expect([name, refusalToTransition(name, before, actor, at)]).toEqual([name, null]);
  return {
    ...before,
    ...withClocks(before, changesBy(transitionOf(name), name, before, actor, at, days), at),
  };
}

/** In work, with $10 of the buyer's credit and a fee of 20 %. */
export const withCredit = (state: Partial<OrderState> = {}) => ({
  ...working({ creditCents: 1000, ...state }),
  feeCents: 1600,
});
