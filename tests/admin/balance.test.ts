import { expect, test } from "vitest";
import { figuresOf } from "#app/admin/balance/balance-figures.ts";

const totals = {
  cash: 20_000,
  seller_payable: -9000,
  transfers: -1000,
  refunds: -500,
  disputes: 700,
  seller_debts: 300,
};

test("The balance belongs to sellers and buyers, and the rest to the owner", () => {
  expect(figuresOf(totals, { available: 15_000, pending: 5000 })).toEqual({
    sellers: 10_000,
    buyers: 500,
    disputed: 700,
    debts: 300,
    least: 10_500,
    owner: 9500,
  });
});

test("A shortfall is negative; without a balance nothing is the platform's own, and empty books owe nothing", () => {
  expect(figuresOf(totals, { available: 10_000, pending: 0 }).owner).toBe(-500);
  expect(figuresOf(totals, null)).toMatchObject({ least: 10_500, owner: null });
  expect(figuresOf({}, { available: 5, pending: 0 })).toEqual({
    sellers: 0,
    buyers: 0,
    disputed: 0,
    debts: 0,
    least: 0,
    owner: 5,
  });
});

test("What sellers owe does not reduce what buyers are owed", () => {
  expect(figuresOf({ seller_payable: 400, refunds: -100 }, null).least).toBe(100);
});
