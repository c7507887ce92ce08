import { expect, it } from "vitest";
import { amountText, refusalToResolve } from "#app/admin/payments/mismatch.ts";

it("Only a payment in dollars can be refunded; every mismatch can be marked as looked into", () => {
  const paid = { currency: "usd", amountCents: 500 };
  expect(refusalToResolve("refund", paid)).toBeNull();
  expect(refusalToResolve("refund", { ...paid, currency: "eur" })).toBe(
    "Paid in eur: refund it in Stripe, then mark it as resolved",
  );
  expect(refusalToResolve("refund", null)).toContain("Refund this in Stripe");
  expect(refusalToResolve("look-into", null)).toBeNull();
});

it.each([
  ["usd", 8000, "$80.00"],
  ["eur", 8000, "80.00 eur"],
  ["jpy", 12_000, "12000 jpy"],
])("The amount of a mismatch in %s has the decimals of its currency", (currency, amountCents, text) => {
  expect(amountText({ currency, amountCents })).toBe(text);
});
