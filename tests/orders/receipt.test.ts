import { describe, expect, it } from "vitest";
import { receiptOf } from "#app/orders/receipt.ts";
import { withCredit } from "./order-states.ts";

describe("the amounts of an order", () => {
  it("Card and credit together are the shares of seller and platform", () => {
    expect(receiptOf(withCredit())).toMatchObject({
      cardCents: 7000,
      creditCents: 1000,
      netCents: 6400,
      feeCents: 1600,
    });
  });

  it.each([1, 333, 6999, 7000, 7001, 7999, 8000])(
    "After a refund of %i cents all parts still add up to the price",
    (cents) => {
      const refundedCashCents = Math.min(cents, 7000);
      const amounts = receiptOf(
        withCredit({ refundedCashCents, refundedCreditCents: cents - refundedCashCents }),
      );
      expect(amounts.netCents + amounts.feeCents + amounts.refundedCents).toBe(8000);
      expect([amounts.cardCents + amounts.creditCents, amounts.refundedCents]).toEqual([8000, cents]);
      expect(Math.min(amounts.netCents, amounts.feeCents)).toBeGreaterThanOrEqual(0);
    },
  );
});
