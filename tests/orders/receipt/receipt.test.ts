import { describe, expect, it } from "vitest";
import { receiptOf, refundsOf } from "#app/orders/receipt/receipt.ts";
import { withCredit } from "../order-states.ts";

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

describe("the refunds of an order", () => {
  it("Each decided refund has its date, goes to the card first, and is not counted again when it is confirmed", () => {
    const events = [
      { kind: "paid", at: 1, cents: null },
      { kind: "refund_granted", at: 2, cents: 6500 },
      { kind: "refunded", at: 3, cents: 6500 },
      { kind: "cancelled", at: 4, cents: 1500 },
      { kind: "refund_failed", at: 5, cents: 500 },
    ];
    expect(refundsOf(withCredit(), events)).toEqual([
      { at: 2, cardCents: 6500, creditCents: 0 },
      { at: 4, cardCents: 500, creditCents: 1000 },
    ]);
    expect(refundsOf(withCredit(), [{ kind: "cancelled", at: 1, cents: null }])).toEqual([]);
  });

  it("A lost dispute refunds what the bank took, and all of the rest if that is the whole card payment", () => {
    const lost = (cents: number) => refundsOf(withCredit(), [{ kind: "dispute_lost", at: 1, cents }]);
    expect(lost(2000)).toEqual([{ at: 1, cardCents: 2000, creditCents: 0 }]);
    expect(lost(7000)).toEqual([{ at: 1, cardCents: 7000, creditCents: 1000 }]);
    const granted = { kind: "refund_granted", at: 1, cents: 8000 };
    expect(refundsOf(withCredit(), [granted, { kind: "dispute_lost", at: 2, cents: 7000 }])).toHaveLength(1);
  });
});
