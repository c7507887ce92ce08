import { describe, expect, it } from "vitest";
import { day, hour } from "#app/lib/dates.ts";
import { nextStep } from "#app/orders/next-step.ts";
import type { OrderState } from "#app/orders/order.ts";
import { deadlinesOf } from "#app/orders/page/deadline-texts.ts";
import { returnedPaymentText } from "#app/orders/page/order-view.ts";
import { consequenceOf, noticeAfter } from "#app/orders/page/transition-labels.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { start, withCredit } from "../order-states.ts";

describe("texts of an order page", () => {
  it("The toast after a transition names the new status, or says what was done", () => {
    expect(noticeAfter("start", "pending")).toBe("Order status updated to in progress");
    expect(noticeAfter("complete", "in progress")).toBe("Order status updated to completed");
    expect(noticeAfter("cancel", "pending")).toBe("Order status updated to cancelled");
    expect(noticeAfter("accept-cancel", "in progress")).toBe("Order status updated to cancelled");
    expect(noticeAfter("deliver", "in progress")).toBe("Delivered");
  });

  it("A form begins with its result, in the viewer's words", () => {
    const names = { buyer: "Ann", seller: "Bob" };
    const said = (name: TransitionName, state: Partial<OrderState>, reader: "buyer" | "seller" = "buyer") =>
      consequenceOf(name, withCredit(state), reader, names);
    expect(said("cancel", { status: "pending" })).toBe(
      "We refund $80.00: $10.00 as credit now, $70.00 to your card in 5–10 days. A cancelled order cannot be reopened.",
    );
    expect(said("cancel", { status: "pending", paymentStatus: "pending" })).toBe(
      "Nothing was charged. A cancelled order cannot be reopened.",
    );
    expect(said("refuse", { status: "pending" }, "seller")).toBe(
      "We refund $80.00: $10.00 as credit now, $70.00 to Ann's card in 5–10 days. Ann will see your reason. The first two orders that you decline in a month don't affect your level. Each one after that counts as late. A declined order cannot be reopened.",
    );
    expect(said("ask-time", {}, "seller")).toBe(
      "Ann can allow the time or keep the date. Until then the date stays as it is.",
    );
    expect(said("start", {}, "seller")).toBeNull();
    expect(said("complete", { deliveredAt: start })).toBe(
      "Bob gets paid, and you can no longer ask for changes.",
    );
    expect(said("complete", {})).toContain("Bob has not delivered anything yet.");
    expect(said("revise", {})).toBe(
      "Bob will work on it again, and this is the last change that your package includes.",
    );
    expect(said("revise", { revisions: 3, revisionsUsed: 1 })).toContain("one of the 2 revisions");
    expect(said("revise", { revisions: -1 })).toContain("as often as you need");
    expect(said("accept-cancel", { hold: "cancellation" }, "seller")).toContain(
      "We refund $80.00: $10.00 as credit now, $70.00 to Ann's card in 5–10 days.",
    );
    expect(said("accept-cancel", { hold: "cancellation", creditCents: 0, refundedCashCents: 734 })).toContain(
      "We refund $72.66 to your card in 5–10 days.",
    );
    expect(said("request-refund", {})).toContain("At most $80.00 goes back to you");
    expect(said("withdraw-refund", { hold: "refund" })).toBe(
      "The order continues, and its deadlines run again. You can ask again while the refund window is open.",
    );
    expect(said("withdraw-refund", { hold: "refund", status: "completed" })).toContain("stays completed");
  });

  it("A completed order asks for a review only while one can be written", () => {
    const shown = (mayReview: boolean) =>
      nextStep(
        withCredit({ status: "completed", stage: "closed", completedAt: start }),
        "buyer",
        { buyer: "Ann", seller: "Bob" },
        start,
        mayReview,
      );
    expect(shown(true)).toBe("This order is completed. How did it go? Leave Bob a review.");
    expect(shown(false)).toBe("This order is completed. There is nothing left to do.");
  });

  it("A returned payment says why it is refunded and how far the refund has got", () => {
    const late = { cents: 8000, reason: "late", refund: "due" } as const;
    expect(returnedPaymentText(late)).toBe(
      "A payment of $80.00 arrived too late for this order. Your refund is on its way.",
    );
    expect(returnedPaymentText({ ...late, refund: "failed" })).toContain("did not go through");
    expect(returnedPaymentText({ ...late, reason: "differs", refund: "confirmed" })).toBe(
      "A payment of $80.00 did not match this order. We refunded it to your card.",
    );
    expect(returnedPaymentText({ ...late, reason: "credit", refund: "sent" })).toBe(
      "A payment of $80.00 was not accepted: its card has already used another account's credit, and credit works once per card. Your refund is on its way.",
    );
  });

  it("Deadlines say when work is due and when an automatic transition happens", () => {
    const shown = (state: Partial<OrderState>, at = start + hour) =>
      deadlinesOf(withCredit(state), "buyer", "Ann", at).map(({ before, at }) => [
        before,
        (at - start) / day,
      ]);
    expect(shown({})).toEqual([["Due on", 3]]);
    expect(shown({}, start + 4 * day)).toEqual([["It was due on", 3]]);
    expect(shown({ hold: "cancellation" })).toEqual([]);
    expect(shown({ askedDays: 1 })).toEqual([
      ["Due on", 3],
      ["With 1 more day it is due on", 4],
    ]);
    const delivered = {
      stage: "delivered",
      deliveredAt: start + day,
      firstDeliveredAt: start + day,
    } as const;
    expect(shown(delivered)).toEqual([["Without an answer, the order completes automatically on", 8]]);
    expect(shown({ ...delivered, hold: "refund" })).toEqual([]);
    const whole = { refundedCashCents: 7000, refundedCreditCents: 1000, stage: "closed" } as const;
    expect(shown({ ...whole, firstDeliveredAt: start })).toEqual([]);
    expect(shown({ ...whole, status: "pending" })).toEqual([]);
    expect(shown({ status: "pending", stage: "ready" })).toEqual([["If the work has not started by", 14]]);
  });
});
