import { describe, expect, it } from "vitest";
import { day, hour } from "#app/lib/dates.ts";
import { changesByDispute, isLate, remindersOf, withClocks } from "#app/orders/clocks.ts";
import type { OrderState } from "#app/orders/order.ts";
import { disputeOpen, refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import { apply, delivered, start, working } from "./order-states.ts";

/** Due in three days; the seller has asked for five more. */
const asked = (at = start + day) => apply(working(), "ask-time", "seller", at, 5);

describe("more time (docs/specification.md#more-time)", () => {
  it("A request stops no clock: only the buyer's answer moves the due date", () => {
    const open = asked();
    expect(open).toMatchObject({ askedDays: 5, hold: "none", clockStoppedAt: null, turn: "seller" });
    expect([open.deliveryDate, isLate(open, start + 3 * day + 1)]).toEqual([start + 3 * day, true]);
    const allowed = apply(open, "allow-time", "buyer", start + 2 * day);
    expect([allowed.deliveryDate, allowed.askedDays]).toEqual([start + 8 * day, null]);
    const kept = apply(open, "keep-date", "buyer", start + 2 * day);
    expect([kept.deliveryDate, kept.askedDays]).toEqual([start + 3 * day, null]);
    // The seller may ask again after either answer.
    for (const answered of [allowed, kept]) apply(answered, "ask-time", "seller", start + 2 * day, 30);
  });

  it("Time that is allowed when the work is late counts from the old date, and leaves at least a day", () => {
    const late = (at: number) => apply(asked(at), "allow-time", "buyer", at).deliveryDate;
    expect(late(start + 4 * day)).toBe(start + 8 * day);
    expect(late(start + 7 * day + hour)).toBe(start + 8 * day + hour);
    expect(late(start + 40 * day)).toBe(start + 41 * day);
  });

  it("Reminders and the late mark follow the new date", () => {
    const allowed = apply(asked(), "allow-time", "buyer", start + 2 * day);
    expect(remindersOf(allowed).map(({ kind, at }) => [kind, (at - start) / day])).toEqual([
      ["due_tomorrow", 7],
      ["late", 8],
      ["late", 8],
    ]);
    expect(withClocks(asked(), { deliveryDate: start + 8 * day }, start + 2 * day).reminderAt).toBe(
      start + 7 * day,
    );
    expect([isLate(allowed, start + 8 * day), isLate(allowed, start + 8 * day + 1)]).toEqual([false, true]);
  });

  it("A request lapses when the delivery clock stops or the order ends, and can't be answered then", () => {
    const open = asked();
    const at = start + 2 * day;
    const disputed: OrderState = { ...open, ...withClocks(open, changesByDispute(open), at) };
    const ended: [OrderState, string][] = [
      [apply(open, "deliver", "seller", at), "This order is already delivered"],
      [apply(open, "request-cancel", "seller", at), "A cancellation request is open on this order"],
      [apply(open, "request-refund", "buyer", at), "A refund request is open on this order"],
      [apply(open, "complete", "buyer", at), "This order is already completed"],
      [apply(open, "operator-cancel", "operator", at), "This order was cancelled"],
      [disputed, disputeOpen],
    ];
    for (const [order, sentence] of ended) {
      expect(order.askedDays).toBeNull();
      for (const name of ["allow-time", "keep-date"] as const)
        expect(refusalToTransition(name, order, "buyer", at)).toBe(sentence);
    }
    const resumed = apply(apply(open, "request-cancel", "seller", at), "decline-cancel", "buyer", at + day);
    expect(refusalToTransition("allow-time", resumed, "buyer", at + day)).toBe(
      "There is no request to answer",
    );
    expect(refusalToTransition("ask-time", resumed, "seller", at + day)).toBeNull();
  });

  it("One request is open at a time, and none before the start, after a delivery, or without a running clock", () => {
    const refusal = (order: OrderState) => refusalToTransition("ask-time", order, "seller", start + day);
    expect(refusal(asked())).toBe("You have already asked for more time, and the buyer has not answered yet");
    expect(refusal(working({ status: "pending", stage: "ready" }))).toBe(
      "Work on this order has not started yet",
    );
    expect(refusal(delivered())).toBe("This order is already delivered");
    expect(refusal(working({ hold: "refund", heldBy: "buyer" }))).toBe(
      "A refund request is open on this order",
    );
    expect(refusal(working({ status: "cancelled", stage: "closed" }))).toBe("This order was cancelled");
    expect(refusal(apply(delivered(), "revise", "buyer", start + day))).toBeNull();
    const answered = apply(asked(), "allow-time", "buyer", start + day);
    for (const name of ["allow-time", "keep-date"] as const)
      expect(refusalToTransition(name, answered, "buyer", start + day)).toBe("There is no request to answer");
  });
});
