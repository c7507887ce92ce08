import { expect, it } from "vitest";
import { refusalToResolve } from "#app/admin/payments/mismatch.ts";

it("Only a payment in dollars can be refunded; every mismatch can be looked into", () => {
  const paid = { currency: "usd", amountCents: 500 };
  expect(refusalToResolve("refund", paid)).toBeNull();
  expect(refusalToResolve("refund", { ...paid, currency: "eur" })).toBe(
    "Paid in eur: refund it at Stripe, then mark it as looked into",
  );
  expect(refusalToResolve("refund", null)).toContain("Refund this at Stripe");
  expect(refusalToResolve("look-into", null)).toBeNull();
});
