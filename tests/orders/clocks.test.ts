import { describe, expect, it } from "vitest";
import { day, hour } from "#app/lib/dates.ts";
import {
  deadlineOf,
  isLate,
  isReminderTrue,
  type ReminderKind,
  remindersOf,
  timeLimits,
} from "#app/orders/clocks.ts";
import type { OrderState } from "#app/orders/order.ts";
import { apply, delivered, paid, start, working } from "./order-states.ts";

describe("the clocks", () => {
  it("The due date is start + days + the time that the clock was stopped by a delivery or a request", () => {
    let one = apply(paid(), "start", "seller", start);
    expect(one.deliveryDate).toBe(start + 3 * day);
    one = apply(one, "deliver", "seller", start + 2 * day);
    expect([one.clockStoppedAt, isLate(one, start + 9 * day)]).toEqual([start + 2 * day, false]);
    one = apply(one, "revise", "buyer", start + 6 * day);
    expect(one.deliveryDate).toBe(start + 7 * day);
    one = apply(one, "request-cancel", "seller", start + 6 * day + hour);
    expect([one.hold, one.heldBy]).toEqual(["cancellation", "seller"]);
    one = apply(one, "decline-cancel", "buyer", start + 8 * day + hour);
    expect([one.deliveryDate, one.heldBy, one.hold]).toEqual([start + 9 * day, null, "none"]);
  });

  it("A revision of a late delivery, and the next one too, leaves a day, and is not late immediately", () => {
    let one = apply(working({ revisions: 2 }), "deliver", "seller", start + 5 * day);
    one = apply(one, "revise", "buyer", start + 6 * day);
    expect([one.deliveryDate, isLate(one, start + 6 * day + 1)]).toEqual([start + 7 * day, false]);
    one = apply(one, "deliver", "seller", start + 8 * day);
    one = apply(one, "revise", "buyer", start + 9 * day);
    expect([one.deliveryDate, isLate(one, start + 10 * day + 1)]).toEqual([start + 10 * day, true]);
    // A last-minute delivery leaves less than a day.
    one = apply(working(), "deliver", "seller", start + 3 * day - hour);
    one = apply(one, "revise", "buyer", start + 4 * day);
    expect(one.deliveryDate).toBe(start + 5 * day);
  });

  it("A revision of a late delivery during a request leaves a day from the answer to the request", () => {
    let one = apply(working(), "deliver", "seller", start + 5 * day);
    one = apply(one, "request-cancel", "buyer", start + 6 * day);
    one = apply(one, "revise", "buyer", start + 7 * day);
    one = apply(one, "decline-cancel", "seller", start + 9 * day);
    expect(one.deliveryDate).toBe(start + 10 * day);
  });

  it("A delivery during a request counts the stopped time once", () => {
    let one = apply(working(), "request-cancel", "buyer", start + day);
    one = apply(one, "deliver", "seller", start + 2 * day);
    one = apply(one, "decline-cancel", "seller", start + 3 * day);
    expect(deadlineOf(one)).toEqual({
      transition: "auto-complete",
      at: start + 2 * day + timeLimits.acceptance + day,
    });
    one = apply(one, "revise", "buyer", start + 4 * day);
    expect(one.deliveryDate).toBe(start + 6 * day);
  });

  it("Automatic transitions come after 24 h unpaid, 14 days not started, 7 days not accepted, and never during a hold", () => {
    const unpaid = paid({ paymentStatus: "pending", stage: "awaiting_payment", paidAt: null });
    expect(deadlineOf(unpaid)).toEqual({ transition: "payment-expired", at: start + day });
    expect(deadlineOf(paid())).toEqual({ transition: "auto-cancel", at: start + 14 * day });
    expect(deadlineOf(working())).toBeNull();
    expect(deadlineOf(delivered())).toEqual({ transition: "auto-complete", at: start + 8 * day });
    for (const hold of ["cancellation", "refund", "dispute"] as const)
      expect([deadlineOf(delivered({ hold })), remindersOf(delivered({ hold }))]).toEqual([null, []]);
  });

  it("Reminders are sent for questions, for a delivery after a day and a day before completion, a day before the due date, and when late", () => {
    const kinds = (one: OrderState) =>
      remindersOf(one).map(({ kind, to, at }) => [kind, to, (at - start) / day]);
    expect(kinds(paid({ stage: "awaiting_requirements" }))).toEqual([
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
    expect(kinds(paid({ paymentStatus: "pending" }))).toEqual([]);
  });

  it("A reminder that waits to be sent is true until something is done, a later one is due, or the order ends", () => {
    const isTrue = (one: OrderState, kind: ReminderKind, days: number) =>
      isReminderTrue(one, kind, kind === "due_tomorrow" ? "seller" : "buyer", start + days * day);
    expect([2, 2.9, 3].map((days) => isTrue(working(), "due_tomorrow", days))).toEqual([true, true, false]);
    expect([2.9, 3, 9].map((days) => isTrue(working(), "late", days))).toEqual([false, true, true]);
    expect(isTrue(delivered(), "late", 3)).toBe(false);
    expect(isTrue(delivered({ hold: "refund" }), "delivery_reminder", 2)).toBe(false);
    const completes = (days: number) => isTrue(delivered(), "completes_tomorrow", days);
    expect([7, 7.9, 8].map(completes)).toEqual([true, true, false]);
    expect(isTrue(delivered({ status: "completed" }), "completes_tomorrow", 7)).toBe(false);
  });
});
