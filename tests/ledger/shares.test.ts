import { describe, expect, it } from "vitest";
import { creditFor } from "#app/ledger/credit.ts";
import { cashOf, leftOf, netOf, returnOf } from "#app/ledger/shares.ts";

const order = (state = {}) => ({
  priceCents: 6000,
  creditCents: 1000,
  feeCents: 333,
  refundedCashCents: 0,
  refundedCreditCents: 0,
  ...state,
});

describe("The shares of an order", () => {
  it("card payment + credit = seller's net + platform's fee", () => {
    expect(cashOf(order()) + 1000).toBe(netOf(order()) + 333);
  });

  it("A refund goes to the card first, up to what it paid, the rest is returned as credit", () => {
    expect(returnOf(order(), 5000)).toMatchObject({ cashCents: 5000, creditCents: 0 });
    expect(returnOf(order(), 5500)).toMatchObject({ cashCents: 5000, creditCents: 500 });
    expect(returnOf(order({ refundedCashCents: 4900 }), 300)).toMatchObject({
      cashCents: 100,
      creditCents: 200,
    });
  });

  it("Several partial refunds together take from each share exactly what it had", () => {
    for (const parts of [[6000], [1, 5999], [1999, 2001, 2000], Array(60).fill(100)] as number[][]) {
      let current = order();
      const taken = { net: 0, fee: 0, cash: 0, credit: 0 };
      for (const cents of parts) {
        const back = returnOf(current, cents);
        expect(back.cashCents + back.creditCents).toBe(back.netCents + back.feeCents);
        expect(Math.min(...Object.values(back))).toBeGreaterThanOrEqual(0);
        taken.net += back.netCents;
        taken.fee += back.feeCents;
        taken.cash += back.cashCents;
        taken.credit += back.creditCents;
        current = order({ refundedCashCents: taken.cash, refundedCreditCents: taken.credit });
      }
      expect(taken).toEqual({ net: 5667, fee: 333, cash: 5000, credit: 1000 });
      expect(leftOf(current)).toBe(0);
    }
  });

  it("A refund of 0, of a fraction of a cent, or of more than was paid is rejected", () => {
    for (const cents of [0, -1, 0.5, 6001, Number.NaN])
      expect(() => returnOf(order(), cents)).toThrow("cannot go back");
    expect(() => returnOf(order({ refundedCashCents: 5000, refundedCreditCents: 1000 }), 1)).toThrow();
  });
});

describe("The credit of a new user", () => {
  it("is used for an order of $50 or more, up to the amount available", () => {
    expect([creditFor(4999, 1000), creditFor(5000, 1000), creditFor(9900, 400), creditFor(9900, 0)]).toEqual([
      0, 1000, 400, 0,
    ]);
  });
});
