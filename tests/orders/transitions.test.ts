import { describe, expect, it } from "vitest";
import { day } from "#app/lib/dates.ts";
import { changesByDispute, changesByDisputeEnd, withClocks } from "#app/orders/clocks.ts";
import { nextStep } from "#app/orders/next-step.ts";
import { notAParty, type OrderState, type OrderStatus, type Stage, turnOf } from "#app/orders/order.ts";
import { disputeOpen, refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { type Actor, type TransitionName, transitionOf, transitions } from "#app/orders/transitions.ts";
import { apply, delivered, paid, start, working } from "./order-states.ts";

const names = Object.keys(transitions) as TransitionName[];

describe("transitions (docs/specification.md#order-transitions)", () => {
  it("Cancel, complete and start are as the specification says", () => {
    const rows = [transitions.cancel, transitions.complete, transitions.start].map(({ by, from, to }) => [
      by,
      from,
      to,
    ]);
    expect(rows).toEqual([
      ["buyer", ["pending"], "cancelled"],
      ["buyer", ["in progress"], "completed"],
      ["seller", ["pending"], "in progress"],
    ]);
  });

  // For each transition a state in which it is possible.
  const fitting: Record<TransitionName, OrderState> = {
    cancel: paid(),
    refuse: paid(),
    complete: delivered(),
    start: paid(),
    answer: paid({ stage: "awaiting_requirements", questions: [{}] }),
    deliver: working(),
    revise: delivered(),
    "ask-time": working(),
    "allow-time": working({ askedDays: 5 }),
    "keep-date": working({ askedDays: 5 }),
    "request-cancel": working(),
    "accept-cancel": working({ hold: "cancellation", heldBy: "buyer" }),
    "decline-cancel": working({ hold: "cancellation", heldBy: "buyer" }),
    "request-refund": delivered(),
    "accept-refund": delivered({ hold: "refund", heldBy: "buyer" }),
    "answer-refund": delivered({ hold: "refund", heldBy: "buyer" }),
    "decline-refund": delivered({ hold: "refund", heldBy: "buyer" }),
    "withdraw-refund": delivered({ hold: "refund", heldBy: "buyer" }),
    "operator-cancel": working(),
    "payment-expired": paid({ paymentStatus: "pending", stage: "awaiting_payment", paidAt: null }),
    "auto-cancel": paid(),
    "auto-complete": delivered(),
  };
  const actors: Record<string, Actor[]> = {
    buyer: ["buyer", "operator"],
    seller: ["seller", "operator"],
    either: ["buyer", "seller", "operator"],
    other: ["seller", "operator"],
    operator: ["operator"],
    product: ["product"],
  };

  for (const name of names) {
    it(`${name}: by ${transitions[name].by}, from ${transitions[name].from.join(" or ")}, and by no other actor and from no other status`, () => {
      const { by, from, refusal } = transitionOf(name);
      for (const actor of ["buyer", "seller", "operator", "product"] as const) {
        const may = actors[by]?.includes(actor) ?? false;
        expect([actor, refusalToTransition(name, fitting[name], actor, start)]).toEqual([
          actor,
          may ? null : refusal,
        ]);
      }
      expect(refusalToTransition(name, fitting[name], null, start)).toBe(notAParty);
      const actor = actors[by]?.[0] ?? "product";
      for (const status of ["pending", "in progress", "completed", "cancelled"] as OrderStatus[]) {
        if (from.includes(status)) continue;
        expect(refusalToTransition(name, { ...fitting[name], status }, actor, start)).toBe(
          {
            pending: "Work on this order has not started yet",
            "in progress": "Work on this order has already started",
            completed: "This order is already completed",
            cancelled: "This order was cancelled",
          }[status],
        );
      }
    });
  }

  it("The other party is refused with the specification's sentence", () => {
    expect(refusalToTransition("cancel", paid(), "seller", start)).toBe("Only the buyer can cancel an order");
    expect(refusalToTransition("complete", working(), "seller", start)).toBe(
      "Only the buyer can mark an order as completed",
    );
    expect(refusalToTransition("start", paid(), "buyer", start)).toBe(
      "Only the seller can mark an order as in progress",
    );
  });

  it("A seller may start a paid order before the questions are answered", () => {
    expect(
      refusalToTransition("start", paid({ stage: "awaiting_requirements" }), "seller", start),
    ).toBeNull();
  });

  it("An answer needs an open request", () => {
    for (const name of ["accept-cancel", "decline-cancel", "accept-refund", "answer-refund"] as const)
      expect(refusalToTransition(name, working(), "seller", start)).toBe("There is no request to answer");
    expect(refusalToTransition("decline-refund", working(), "operator", start)).toBe(
      "There is no request to answer",
    );
    expect(refusalToTransition("withdraw-refund", working(), "buyer", start)).toBe(
      "There is no request to withdraw",
    );
  });

  it("During a dispute an answer is refused because of the dispute", () => {
    expect(refusalToTransition("accept-cancel", working({ hold: "dispute" }), "seller", start)).toBe(
      disputeOpen,
    );
  });

  it("An unpaid order cannot be started by anyone", () => {
    for (const paymentStatus of ["pending", "failed"] as const)
      for (const actor of ["seller", "operator"] as const)
        expect(refusalToTransition("start", paid({ paymentStatus }), actor, start)).toBe(
          "This order has not been paid yet",
        );
  });

  it("An unpaid order can be cancelled by its buyer", () => {
    expect(refusalToTransition("cancel", paid({ paymentStatus: "pending" }), "buyer", start)).toBeNull();
  });

  it("An order in progress can be completed in any stage", () => {
    for (const stage of ["working", "delivered", "in_revision"] as Stage[])
      expect(refusalToTransition("complete", working({ stage }), "buyer", start)).toBeNull();
  });

  it("Once the seller has declined a refund, an operator decides", () => {
    const asked = apply(delivered(), "request-refund", "buyer", start + 2 * day);
    const answered = apply(asked, "answer-refund", "seller", start + 3 * day);
    expect([answered.hold, answered.heldBy, turnOf(answered)]).toEqual(["refund", "seller", null]);
    for (const reader of ["buyer", "seller"] as const)
      expect(nextStep(answered, reader, { buyer: "Ann", seller: "Bob" }, start)).toContain(
        "Handiwork support is reviewing this",
      );
    for (const [name, actor] of [
      ["answer-refund", "seller"],
      ["accept-refund", "seller"],
      ["withdraw-refund", "buyer"],
    ] as const)
      expect(refusalToTransition(name, answered, actor, start)).toBe(
        "The seller declined this request, and Handiwork support is reviewing it",
      );
    expect(refusalToTransition("decline-refund", answered, "operator", start)).toBeNull();
    expect(refusalToTransition("accept-refund", answered, "operator", start)).toBeNull();
  });

  it("A buyer who withdraws a refund request gets the order back as it was, and may ask again", () => {
    const asked = apply(delivered(), "request-refund", "buyer", start + 2 * day);
    const withdrawn = apply(asked, "withdraw-refund", "buyer", start + 4 * day);
    expect(withdrawn).toMatchObject({ hold: "none", heldBy: null, heldMs: 2 * day, stage: "delivered" });
    expect(turnOf(withdrawn)).toBe("buyer");
    apply(withdrawn, "request-refund", "buyer", start + 5 * day);
  });

  it("During a dispute the parties can do nothing, and the operator can refund nothing", () => {
    for (const name of names) {
      const { by, refunds } = transitionOf(name);
      const held = { ...fitting[name], hold: "dispute", heldBy: null } as OrderState;
      if (by === "buyer" || by === "seller" || by === "either")
        expect(refusalToTransition(name, held, by === "seller" ? "seller" : "buyer", start)).toBe(
          disputeOpen,
        );
      if (by !== "product" && refunds)
        expect(refusalToTransition(name, held, "operator", start)).toContain("The bank decides");
    }
  });

  it("A transition by an operator does not release the hold of a dispute", () => {
    const held = delivered({ hold: "dispute", heldSince: start + 2 * day });
    const done = apply(held, "complete", "operator", start + 3 * day);
    expect([done.status, done.hold, done.heldSince]).toEqual(["completed", "dispute", start + 2 * day]);
    expect(refusalToTransition("request-cancel", held, "operator", start)).toBe(disputeOpen);
  });

  it("A request that was open before a dispute is open again after it, if it can still be answered", () => {
    const asked = (state: Partial<OrderState>) => delivered({ heldSince: start + 2 * day, ...state });
    const dispute = (one: OrderState) => ({
      ...one,
      ...withClocks(one, changesByDispute(one), start + 3 * day),
    });
    const won = (one: OrderState) => ({
      ...one,
      ...withClocks(one, changesByDisputeEnd(one), start + 5 * day),
    });
    for (const [hold, heldBy] of [
      ["refund", "buyer"],
      ["cancellation", "seller"],
    ] as const) {
      const held = dispute(asked({ hold, heldBy }));
      expect([held.hold, held.heldBy]).toEqual(["dispute", null]);
      // A second dispute about the same payment.
      const after = won(dispute(held));
      expect(after).toMatchObject({
        hold,
        heldBy,
        suspendedHold: null,
        heldSince: start + 2 * day,
        turn: hold === "refund" ? "seller" : "buyer",
      });
      const completed = won({ ...held, status: "completed", stage: "closed" });
      expect(completed.hold).toBe(hold === "refund" ? "refund" : "none");
      expect(won({ ...held, refundedCashCents: 8000 })).toMatchObject({ hold: "none", heldBy: null });
    }
    expect(won(dispute(delivered()))).toMatchObject({ hold: "none", heldMs: 2 * day });
  });

  it("An order that was refunded in full allows no transition", () => {
    const back = delivered({ refundedCashCents: 8000 });
    for (const name of ["complete", "revise", "request-cancel", "request-refund"] as const)
      expect(refusalToTransition(name, back, "buyer", start)).toBe("This order was refunded");
  });
});

describe("revisions", () => {
  it("Revisions are counted against the package: -1 is unlimited, 0 is none", () => {
    expect(refusalToTransition("revise", delivered({ revisionsUsed: 1 }), "buyer", start)).toBe(
      "You have used the one revision of this order",
    );
    expect(refusalToTransition("revise", delivered({ revisions: 0 }), "buyer", start)).toBe(
      "This package has no revisions",
    );
    expect(
      refusalToTransition("revise", delivered({ revisions: -1, revisionsUsed: 99 }), "buyer", start),
    ).toBeNull();
  });
});

describe("the refund window", () => {
  it("The refund window is open before the first delivery and for 14 days after it, or after a completion without one", () => {
    expect(refusalToTransition("request-refund", working(), "buyer", start + 300 * day)).toBeNull();
    const last = start + day + 14 * day;
    expect(refusalToTransition("request-refund", delivered(), "buyer", last)).toBeNull();
    expect(refusalToTransition("request-refund", delivered(), "buyer", last + 1)).toBe(
      "You can request a refund for 14 days from the first delivery",
    );
    const completed = apply(working(), "complete", "buyer", start + day);
    expect(refusalToTransition("request-refund", completed, "buyer", last)).toBeNull();
    expect(refusalToTransition("request-refund", completed, "buyer", last + 1)).toBe(
      "You can request a refund for 14 days from the completion",
    );
  });
});
