import { describe, expect, it } from "vitest";
import { creditFor } from "#app/ledger/credit.ts";
import { cashOf, feeAtRateOf, leftOf, lostBy, netOf, returnOf, takenFrom } from "#app/ledger/shares.ts";

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

describe("An order with several payments", () => {
  const charge = (extraId: string | null, leftCents: number) => ({
    extraId,
    paymentIntentId: `pi_${extraId}`,
    leftCents,
  });
  const charges = [charge(null, 5000), charge("frame", 0), charge("mount", 2000)];

  it("A refund takes from the newest payment first, at most what each has left, and nothing from an empty one", () => {
    const taken = (cents: number) => takenFrom(charges, cents).map((one) => [one.extraId, one.cents]);
    expect(taken(1)).toEqual([["mount", 1]]);
    expect(taken(2000)).toEqual([["mount", 2000]]);
    expect(taken(2001)).toEqual([
      ["mount", 2000],
      [null, 1],
    ]);
    expect(taken(7000)).toEqual([
      ["mount", 2000],
      [null, 5000],
    ]);
    expect(taken(0)).toEqual([]);
  });

  it("A lost dispute refunds what its payment has left; everything, once no other payment has any", () => {
    const paid = order({ priceCents: 8000, refundedCashCents: 1000 });
    // The card paid $70, $60 of it is left: $20 of the extra, $40 of the order.
    expect(lostBy(paid, 2000, 2000)).toEqual({ cents: 2000, isWhole: false });
    expect(lostBy(paid, 2500, 2000)).toEqual({ cents: 2000, isWhole: false });
    expect(lostBy(paid, 500, 2000)).toEqual({ cents: 500, isWhole: false });
    expect(lostBy(paid, 2000, 0)).toEqual({ cents: 0, isWhole: false });
    expect(lostBy(paid, 6000, 6000)).toEqual({ cents: 7000, isWhole: true });
    expect(lostBy(paid, 5999, 6000)).toEqual({ cents: 5999, isWhole: false });
  });

  it("The fee of an extra has the rate of its order, even a half percent, whatever was rounded before", () => {
    for (const percent of [0, 0.5, 7, 12.5, 20, 30])
      for (const priceCents of [500, 505, 999, 12_345, 1_000_000]) {
        const feeCents = Math.round((priceCents * percent) / 100);
        expect(feeAtRateOf({ priceCents, feeCents }, 4550)).toBe(Math.round((4550 * percent) / 100));
      }
  });
});

describe("The credit of a new user", () => {
  it("is used for an order of $50 or more, up to the amount available", () => {
    expect([creditFor(4999, 1000), creditFor(5000, 1000), creditFor(9900, 400), creditFor(9900, 0)]).toEqual([
      0, 1000, 400, 0,
    ]);
  });
});
