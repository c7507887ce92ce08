import { describe, expect, it } from "vitest";
import { matches, orderSearchOf, ordersPath } from "#app/dashboard/order-search.ts";
import { day, hour } from "#app/lib/dates.ts";
import {
  changesByDispute,
  changesByDisputeEnd,
  deadlineOf,
  isLate,
  remindersOf,
  timeLimits,
  withClocks,
} from "#app/orders/clocks.ts";
import { nextStep } from "#app/orders/next-step.ts";
import {
  canPay,
  notAParty,
  type OrderState,
  type OrderStatus,
  type Stage,
  shortId,
  stageOncePaid,
  turnOf,
} from "#app/orders/order.ts";
import { feeOf } from "#app/orders/placing/new-order.ts";
import { disputeOpen, refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { changesBy } from "#app/orders/transition-changes.ts";
import { type Actor, type TransitionName, transitionOf, transitions } from "#app/orders/transitions.ts";

const start = Date.UTC(2026, 9, 1);

/** A paid order of $80 for three days with one revision, as far as it is told. */
const order = (state: Partial<OrderState> = {}): OrderState => ({
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

const working = (state: Partial<OrderState> = {}) =>
  order({ status: "in progress", stage: "working", deliveryDate: start + 3 * day, ...state });
const delivered = (state: Partial<OrderState> = {}) =>
  working({
    stage: "delivered",
    deliveredAt: start + day,
    firstDeliveredAt: start + day,
    clockStoppedAt: start + day,
    ...state,
  });

/** What an order becomes by a move. */
function make(before: OrderState, name: TransitionName, mover: Actor, at: number): OrderState {
  expect([name, refusalToTransition(name, before, mover, at)]).toEqual([name, null]);
  return { ...before, ...withClocks(before, changesBy(transitionOf(name), name, before, mover, at), at) };
}

const names = Object.keys(transitions) as TransitionName[];

describe("the moves of spec.md section 4", () => {
  it("the table has the specification's three rows", () => {
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

  // Whoever may make a move, in the state that it is made from: the same row is what the operator's twin is made from.
  const fitting: Record<TransitionName, OrderState> = {
    cancel: order(),
    complete: delivered(),
    start: order(),
    answer: order({ stage: "awaiting_requirements", questions: [{}] }),
    deliver: working(),
    revise: delivered(),
    "request-cancel": working(),
    "accept-cancel": working({ hold: "cancellation", heldBy: "buyer" }),
    "decline-cancel": working({ hold: "cancellation", heldBy: "buyer" }),
    "request-refund": delivered(),
    "accept-refund": delivered({ hold: "refund", heldBy: "buyer" }),
    "answer-refund": delivered({ hold: "refund", heldBy: "buyer" }),
    "decline-refund": delivered({ hold: "refund", heldBy: "buyer" }),
    "operator-cancel": working(),
    "payment-expired": order({ paymentStatus: "pending", stage: "awaiting_payment", paidAt: null }),
    "auto-cancel": order(),
    "auto-complete": delivered(),
  };
  const movers: Record<string, Actor[]> = {
    buyer: ["buyer", "operator"],
    seller: ["seller", "operator"],
    either: ["buyer", "seller", "operator"],
    other: ["seller", "operator"],
    operator: ["operator"],
    product: ["product"],
  };

  for (const name of names) {
    it(`${name}: by ${transitions[name].by}, from ${transitions[name].from.join(" or ")}, and by nobody else or from nowhere else`, () => {
      const { by, from, refusal } = transitionOf(name);
      for (const mover of ["buyer", "seller", "operator", "product"] as const) {
        const may = movers[by]?.includes(mover) ?? false;
        expect([mover, refusalToTransition(name, fitting[name], mover, start)]).toEqual([
          mover,
          may ? null : refusal,
        ]);
      }
      expect(refusalToTransition(name, fitting[name], null, start)).toBe(notAParty);
      const mover = movers[by]?.[0] ?? "product";
      for (const status of ["pending", "in progress", "completed", "cancelled"] as OrderStatus[]) {
        if (from.includes(status)) continue;
        expect(refusalToTransition(name, { ...fitting[name], status }, mover, start)).toBe(
          {
            pending: "Work on this order has not started yet",
            "in progress": "Work on this order has started already",
            completed: "This order is completed already",
            cancelled: "This order was cancelled",
          }[status],
        );
      }
    });
  }

  it("the other party reads the specification's sentence", () => {
    expect(refusalToTransition("cancel", order(), "seller", start)).toBe(
      "Only the buyer can cancel an order",
    );
    expect(refusalToTransition("complete", working(), "seller", start)).toBe(
      "Only the buyer can mark an order as completed",
    );
    expect(refusalToTransition("start", order(), "buyer", start)).toBe(
      "Only the seller can mark an order as in progress",
    );
  });

  it("without a request there is none to answer", () => {
    for (const name of ["accept-cancel", "decline-cancel", "accept-refund", "answer-refund"] as const)
      expect(refusalToTransition(name, working(), "seller", start)).toBe("There is no request to answer");
    expect(refusalToTransition("decline-refund", working(), "operator", start)).toBe(
      "There is no request to answer",
    );
  });

  it("under a dispute an answer reads of the dispute", () => {
    expect(refusalToTransition("accept-cancel", working({ hold: "dispute" }), "seller", start)).toBe(
      disputeOpen,
    );
  });

  it("an unpaid order is not started, by nobody", () => {
    for (const paymentStatus of ["pending", "failed"] as const)
      for (const mover of ["seller", "operator"] as const)
        expect(refusalToTransition("start", order({ paymentStatus }), mover, start)).toBe(
          "This order has not been paid yet",
        );
  });

  it("an unpaid order can be cancelled by its buyer", () => {
    expect(refusalToTransition("cancel", order({ paymentStatus: "pending" }), "buyer", start)).toBeNull();
  });

  it("marking as complete works from in progress whatever the stage", () => {
    for (const stage of ["working", "delivered", "in_revision"] as Stage[])
      expect(refusalToTransition("complete", working({ stage }), "buyer", start)).toBeNull();
  });

  it("a seller's refusal of a refund leaves it to the operator", () => {
    const asked = make(delivered(), "request-refund", "buyer", start + 2 * day);
    const answered = make(asked, "answer-refund", "seller", start + 3 * day);
    expect([answered.hold, answered.heldBy, turnOf(answered)]).toEqual(["refund", "seller", null]);
    for (const reader of ["buyer", "seller"] as const)
      expect(nextStep(answered, reader, { buyer: "Ann", seller: "Bob" }, start)).toContain(
        "An operator decides now",
      );
    for (const name of ["answer-refund", "accept-refund"] as const)
      expect(refusalToTransition(name, answered, "seller", start)).toBe(
        "The seller has answered this request; an operator decides now",
      );
    expect(refusalToTransition("decline-refund", answered, "operator", start)).toBeNull();
    expect(refusalToTransition("accept-refund", answered, "operator", start)).toBeNull();
  });

  it("a card dispute refuses every move of the parties, and the operator's that return money", () => {
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

  it("an operator's move leaves a card dispute's hold as it is", () => {
    const held = delivered({ hold: "dispute", heldSince: start + 2 * day });
    const done = make(held, "complete", "operator", start + 3 * day);
    expect([done.status, done.hold, done.heldSince]).toEqual(["completed", "dispute", start + 2 * day]);
    expect(refusalToTransition("request-cancel", held, "operator", start)).toBe(disputeOpen);
  });

  it("a request that was open before a card dispute is open again after it, where it can still be answered", () => {
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

  it("an order whose price goes back in full cannot be moved", () => {
    const back = delivered({ refundedCashCents: 8000 });
    for (const name of ["complete", "revise", "request-cancel", "request-refund"] as const)
      expect(refusalToTransition(name, back, "buyer", start)).toBe("This order was refunded");
  });
});

describe("revisions", () => {
  it("are counted against the package; -1 is unlimited, 0 is none", () => {
    expect(refusalToTransition("revise", delivered({ revisionsUsed: 1 }), "buyer", start)).toBe(
      "All 1 revisions of this order are used",
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
  it("is open before the first delivery, and 14 days from it", () => {
    expect(refusalToTransition("request-refund", working(), "buyer", start + 300 * day)).toBeNull();
    const last = start + day + 14 * day;
    expect(refusalToTransition("request-refund", delivered(), "buyer", last)).toBeNull();
    expect(refusalToTransition("request-refund", delivered(), "buyer", last + 1)).toBe(
      "A refund can be requested for 14 days from the first delivery",
    );
    const completed = make(working(), "complete", "buyer", start + day);
    expect(refusalToTransition("request-refund", completed, "buyer", last)).toBeNull();
    expect(refusalToTransition("request-refund", completed, "buyer", last + 1)).toBe(
      "A refund can be requested for 14 days from the completion",
    );
  });
});

describe("the clocks", () => {
  it("due = start + days + the time that the clock stood, through delivery, revision and a request", () => {
    let one = make(order(), "start", "seller", start);
    expect(one.deliveryDate).toBe(start + 3 * day);
    one = make(one, "deliver", "seller", start + 2 * day);
    expect([one.clockStoppedAt, isLate(one, start + 9 * day)]).toEqual([start + 2 * day, false]);
    one = make(one, "revise", "buyer", start + 6 * day);
    expect(one.deliveryDate).toBe(start + 7 * day);
    one = make(one, "request-cancel", "seller", start + 6 * day + hour);
    expect([one.hold, one.heldBy]).toEqual(["cancellation", "seller"]);
    one = make(one, "decline-cancel", "buyer", start + 8 * day + hour);
    expect([one.deliveryDate, one.heldBy, one.hold]).toEqual([start + 9 * day, null, "none"]);
  });

  it("a delivery under a request keeps the clock standing once", () => {
    let one = make(working(), "request-cancel", "buyer", start + day);
    one = make(one, "deliver", "seller", start + 2 * day);
    one = make(one, "decline-cancel", "seller", start + 3 * day);
    expect(deadlineOf(one)).toEqual({
      transition: "auto-complete",
      at: start + 2 * day + timeLimits.acceptance + day,
    });
    one = make(one, "revise", "buyer", start + 4 * day);
    expect(one.deliveryDate).toBe(start + 6 * day);
  });

  it("what an order does by itself: unpaid 24 h, not started 14 days, not answered 7 days; nothing under a hold", () => {
    const unpaid = order({ paymentStatus: "pending", stage: "awaiting_payment", paidAt: null });
    expect(deadlineOf(unpaid)).toEqual({ transition: "payment-expired", at: start + day });
    expect(deadlineOf(order())).toEqual({ transition: "auto-cancel", at: start + 14 * day });
    expect(deadlineOf(working())).toBeNull();
    expect(deadlineOf(delivered())).toEqual({ transition: "auto-complete", at: start + 8 * day });
    for (const hold of ["cancellation", "refund", "dispute"] as const)
      expect([deadlineOf(delivered({ hold })), remindersOf(delivered({ hold }))]).toEqual([null, []]);
  });

  it("reminders: the questions, the delivery after a day and a day before it completes, due tomorrow, late", () => {
    const kinds = (one: OrderState) =>
      remindersOf(one).map(({ kind, to, at }) => [kind, to, (at - start) / day]);
    expect(kinds(order({ stage: "awaiting_requirements" }))).toEqual([
      ["requirements_reminder", "buyer", 1],
      ["requirements_reminder", "buyer", 3],
    ]);
    expect(kinds(delivered())).toEqual([
      ["delivery_reminder", "buyer", 2],
      ["completes_tomorrow", "buyer", 7],
    ]);
    expect(kinds(working())).toEqual([
      ["due_tomorrow", "seller", 2],
      ["late", "seller", 3],
      ["late", "buyer", 3],
    ]);
    expect(kinds(order({ paymentStatus: "pending" }))).toEqual([]);
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

describe("whose turn it is", () => {
  const turns: [string, OrderState, string | null][] = [
    ["unpaid", order({ paymentStatus: "pending", stage: "awaiting_payment" }), "buyer"],
    ["unanswered", order({ stage: "awaiting_requirements" }), "buyer"],
    ["to start", order(), "seller"],
    ["at work", working(), "seller"],
    ["to revise", working({ stage: "in_revision" }), "seller"],
    ["delivered", delivered(), "buyer"],
    ["a cancellation asked by the buyer", working({ hold: "cancellation", heldBy: "buyer" }), "seller"],
    ["a cancellation asked by the seller", working({ hold: "cancellation", heldBy: "seller" }), "buyer"],
    ["a refund asked", delivered({ status: "completed", hold: "refund", heldBy: "buyer" }), "seller"],
    ["a refund declined by the seller", delivered({ hold: "refund", heldBy: "seller" }), null],
    ["a dispute", working({ hold: "dispute" }), null],
    ["returned", working({ refundedCashCents: 8000 }), null],
    ["completed", order({ status: "completed", stage: "closed" }), null],
    ["cancelled", order({ status: "cancelled", stage: "closed" }), null],
  ];

  it.each(turns)("%s", (_, state, turn) => expect(turnOf(state)).toBe(turn));

  it("is kept with every change", () => {
    expect(withClocks(order(), { status: "in progress", stage: "working" }, start).turn).toBe("seller");
    expect(withClocks(working(), { stage: "delivered" }, start).turn).toBe("buyer");
  });
});

describe("the dashboard's address", () => {
  it("says what it asks for and nothing else", () => {
    for (const path of ["/orders", "/orders?tab=selling&status=in+progress&q=%231a&before=x"])
      expect(ordersPath(orderSearchOf(new URL(path, "http://a").searchParams))).toBe(path);
    expect(ordersPath(orderSearchOf(new URLSearchParams("tab=x&status=y&q=+&before=")))).toBe("/orders");
  });

  it.each(["#1A2b", "1a2b3c4d-5", "ÖL", "bild auf"])("%s finds it", (q) =>
    expect(matches(q, { id: "1a2b3c4d-5e", title: "Ein Ölbild auf Holz" })).toBe(true),
  );
  it.each(["2b3c", "#Öl", "holz auf"])("%s does not", (q) =>
    expect(matches(q, { id: "1a2b3c4d-5e", title: "Ein Ölbild auf Holz" })).toBe(false),
  );
});
