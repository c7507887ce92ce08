import { describe, expect, it } from "vitest";
import { feeOf } from "#app/checkout/new-order.ts";
import { withClocks } from "#app/orders/clocks.ts";
import { canPay, type OrderState, shortId, stageOncePaid, turnOf } from "#app/orders/order.ts";
import { delivered, paid, start, working } from "./order-states.ts";

describe("rules of an order", () => {
  it("The buyer can pay while the order is neither paid nor cancelled", () => {
    expect(canPay(paid({ paymentStatus: "pending" }), "ann")).toBe(true);
    expect(canPay(paid({ paymentStatus: "failed" }), "ann")).toBe(true);
    expect(canPay(paid({ paymentStatus: "paid" }), "ann")).toBe(false);
    expect(canPay(paid({ paymentStatus: "refunded" }), "ann")).toBe(false);
    expect(canPay(paid({ paymentStatus: "pending", status: "cancelled" }), "ann")).toBe(false);
    expect(canPay(paid({ paymentStatus: "pending" }), "bob")).toBe(false);
  });

  it("An id is shown as its first 8 characters", () => {
    expect(shortId("7f3c91ab-0000-4000-8000-000000000000")).toBe("7f3c91ab");
  });

  it("A paid order waits for answers only if the seller asks questions", () => {
    expect(stageOncePaid([])).toBe("ready");
    expect(stageOncePaid([{}])).toBe("awaiting_requirements");
  });

  it("The fee is 0 at 0 % and rounds half up", () => {
    expect(feeOf(12345, 0)).toBe(0);
    expect(feeOf(10050, 5)).toBe(503);
  });
});

describe("whose turn it is", () => {
  const turns: [string, OrderState, string | null][] = [
    ["unpaid", paid({ paymentStatus: "pending", stage: "awaiting_payment" }), "buyer"],
    ["unanswered", paid({ stage: "awaiting_requirements" }), "buyer"],
    ["to start", paid(), "seller"],
    ["at work", working(), "seller"],
    ["to revise", working({ stage: "in_revision" }), "seller"],
    ["delivered", delivered(), "buyer"],
    ["a cancellation requested by the buyer", working({ hold: "cancellation", heldBy: "buyer" }), "seller"],
    ["a cancellation requested by the seller", working({ hold: "cancellation", heldBy: "seller" }), "buyer"],
    ["a refund requested", delivered({ status: "completed", hold: "refund", heldBy: "buyer" }), "seller"],
    ["a refund declined by the seller", delivered({ hold: "refund", heldBy: "seller" }), null],
    ["a dispute", working({ hold: "dispute" }), null],
    ["returned", working({ refundedCashCents: 8000 }), null],
    ["completed", paid({ status: "completed", stage: "closed" }), null],
    ["cancelled", paid({ status: "cancelled", stage: "closed" }), null],
  ];

  it.each(turns)("%s", (_, state, turn) => expect(turnOf(state)).toBe(turn));

  it("Every change updates whose turn it is", () => {
    expect(withClocks(paid(), { status: "in progress", stage: "working" }, start).turn).toBe("seller");
    expect(withClocks(working(), { stage: "delivered" }, start).turn).toBe("buyer");
  });
});
