import { expect, it } from "vitest";
import { refusalToResolve } from "#app/admin/payments/mismatch.ts";

it("A party cannot resolve a mismatch, and only a payment in dollars can be refunded", () => {
  const order = { buyerId: "ann", sellerId: "bob" };
  const paid = { currency: "usd", amountCents: 500 };
  expect(refusalToResolve("refund", paid, order, "cleo")).toBeNull();
  expect(refusalToResolve("look-into", paid, order, "bob")).toBe("You are a party of this order");
  expect(refusalToResolve("refund", { ...paid, currency: "eur" }, order, "cleo")).toBe(
    "Paid in eur: refund it at Stripe, then mark it as looked into",
  );
  expect(refusalToResolve("refund", null, null, "cleo")).toContain("Refund this at Stripe");
  expect(refusalToResolve("look-into", null, null, "cleo")).toBeNull();
});
