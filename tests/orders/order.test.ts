import { describe, expect, it } from "vitest";
import {
  canPay,
  changedMeanwhile,
  feeOf,
  type MoveName,
  moves,
  notAParty,
  type OrderState,
  refusalToMove,
  shortId,
  stageOncePaid,
} from "#app/orders/order.ts";

const order = (state: Partial<OrderState> = {}): OrderState => ({
  buyerId: "ann",
  sellerId: "bob",
  status: "pending",
  paymentStatus: "paid",
  ...state,
});

describe("the moves of spec.md section 4", () => {
  it("the table has the specification's three rows", () => {
    const rows = Object.values(moves).map(({ by, from, to }) => [by, from, to]);
    expect(rows).toEqual([
      ["buyer", "pending", "cancelled"],
      ["buyer", "in progress", "completed"],
      ["seller", "pending", "in progress"],
    ]);
  });

  const statuses = ["pending", "in progress", "completed", "cancelled"] as const;
  for (const name of Object.keys(moves) as MoveName[]) {
    for (const status of statuses) {
      const { from, by } = moves[name];
      it(`${name} from ${status} is ${status === from ? "allowed to" : "refused even to"} the ${by}`, () => {
        const refusal = refusalToMove(name, order({ status }), by === "buyer" ? "ann" : "bob");
        expect(refusal).toBe(status === from ? null : changedMeanwhile(status));
      });
    }
  }

  it("the other party reads the specification's sentence", () => {
    expect(refusalToMove("cancel", order(), "bob")).toBe("Only the buyer can cancel an order");
    expect(refusalToMove("complete", order({ status: "in progress" }), "bob")).toBe(
      "Only the buyer can mark an order as completed",
    );
    expect(refusalToMove("start", order(), "ann")).toBe("Only the seller can mark an order as in progress");
  });

  it("a stranger reads that they are not authorized, whatever the move", () => {
    for (const name of Object.keys(moves) as MoveName[])
      expect(refusalToMove(name, order(), "eve")).toBe(notAParty);
  });

  it("an unpaid order is not started", () => {
    for (const paymentStatus of ["pending", "failed", "refunded"] as const) {
      expect(refusalToMove("start", order({ paymentStatus }), "bob")).toBe(
        "This order has not been paid yet",
      );
    }
  });

  it("an unpaid order can be cancelled by its buyer", () => {
    expect(refusalToMove("cancel", order({ paymentStatus: "pending" }), "ann")).toBeNull();
  });
});

describe("an order's small rules", () => {
  it("Complete Payment stands for the buyer while the order is neither paid nor cancelled", () => {
    expect(canPay(order({ paymentStatus: "pending" }), "ann")).toBe(true);
    expect(canPay(order({ paymentStatus: "failed" }), "ann")).toBe(true);
    expect(canPay(order({ paymentStatus: "paid" }), "ann")).toBe(false);
    expect(canPay(order({ paymentStatus: "refunded" }), "ann")).toBe(false);
    expect(canPay(order({ paymentStatus: "pending", status: "cancelled" }), "ann")).toBe(false);
    expect(canPay(order({ paymentStatus: "pending" }), "bob")).toBe(false);
  });

  it("an id is shown as its first 8 characters", () => {
    expect(shortId("7f3c91ab-0000-4000-8000-000000000000")).toBe("7f3c91ab");
  });

  it("a paid order waits for answers only where the seller asks", () => {
    expect(stageOncePaid([])).toBe("ready");
    expect(stageOncePaid([{}])).toBe("awaiting_requirements");
  });

  it("the fee is nothing at 0 % and rounds half up", () => {
    expect(feeOf(12345, 0)).toBe(0);
    expect(feeOf(10050, 5)).toBe(503);
  });
});
