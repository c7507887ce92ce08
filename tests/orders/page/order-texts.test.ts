import { describe, expect, it } from "vitest";
import { day, hour } from "#app/lib/dates.ts";
import { nextStep } from "#app/orders/next-step.ts";
import type { OrderState } from "#app/orders/order.ts";
import { deadlinesOf } from "#app/orders/page/deadline-texts.ts";
import { returnedPaymentText } from "#app/orders/page/order-view.ts";
import { moneyEffect, noticeAfter } from "#app/orders/page/transition-labels.ts";
import { start, withCredit } from "../order-states.ts";

describe("texts of an order page", () => {
  it("The toast after a transition names the new status, or says what was done", () => {
    expect(noticeAfter("start", "pending")).toBe("Order status updated to in progress");
    expect(noticeAfter("complete", "in progress")).toBe("Order status updated to completed");
    expect(noticeAfter("cancel", "pending")).toBe("Order status updated to cancelled");
    expect(noticeAfter("accept-cancel", "in progress")).toBe("Order status updated to cancelled");
    expect(noticeAfter("deliver", "in progress")).toBe("Delivered");
  });

  it("A cancellation says where the money goes", () => {
    expect(moneyEffect("cancel", withCredit({ status: "pending" }))).toContain(
      "$80.00 go back to the buyer at once: $10.00 as credit, the rest to the card",
    );
    expect(moneyEffect("cancel", withCredit({ status: "pending", paymentStatus: "pending" }))).toContain(
      "Nothing was charged",
    );
    expect(moneyEffect("start", withCredit())).toBeNull();
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
    expect(shown(true)).toBe("This order is completed. Bob would like to read a review.");
    expect(shown(false)).toBe("This order is completed. There is nothing to do.");
  });

  it("A returned payment says why it is refunded, and how far the refund is", () => {
    const late = { cents: 8000, differs: false, refund: "due" } as const;
    expect(returnedPaymentText(late)).toBe(
      "A payment of $80.00 came too late; it goes back to you. The refund is on its way.",
    );
    expect(returnedPaymentText({ ...late, refund: "failed" })).toContain("did not go through at once");
    expect(returnedPaymentText({ ...late, differs: true, refund: "confirmed" })).toBe(
      "A payment of $80.00 did not fit this order; it goes back to you. The refund was sent to your card.",
    );
  });

  it("Deadlines say when work is due, when an automatic transition happens, and when the refund window ends", () => {
    const shown = (state: Partial<OrderState>, at = start + hour) =>
      deadlinesOf(withCredit(state), at).map(({ before, at }) => [before, (at - start) / day]);
    expect(shown({})).toEqual([["Due on", 3]]);
    expect(shown({}, start + 4 * day)).toEqual([["It was due on", 3]]);
    expect(shown({ hold: "cancellation" })).toEqual([]);
    const delivered = {
      stage: "delivered",
      deliveredAt: start + day,
      firstDeliveredAt: start + day,
    } as const;
    expect(shown(delivered)).toEqual([
      ["Without an answer it is completed by itself on", 8],
      ["A refund can be requested until", 15],
    ]);
    const whole = { refundedCashCents: 7000, refundedCreditCents: 1000, stage: "closed" } as const;
    expect(shown({ ...whole, firstDeliveredAt: start })).toEqual([]);
    expect(shown({ ...whole, status: "pending" })).toEqual([]);
    expect(shown({ status: "pending", stage: "ready" })).toEqual([["If the work has not started by", 14]]);
  });
});
