import { expect, it } from "vitest";
import { canResend, parseDollars, previewRefund } from "#app/admin/orders/operator-refund.ts";
import type { OrderState } from "#app/orders/order.ts";

it("Amounts are accepted in the usual spellings, and anything else is refused", () => {
  for (const [text, cents] of [
    ["12", 1200],
    ["12.5", 1250],
    ["12.50", 1250],
    ["$12.50", 1250],
    [" $ 1,234.56 ", 123456],
    ["0.29", 29],
    ["0", 0],
  ] as const)
    expect([text, parseDollars(text)]).toEqual([text, cents]);
  for (const text of ["", "-5", "1e3", "12.345", "12,5", "1,2345", "NaN", "12 50", "99999999", ".5", "5."])
    expect([text, parseDollars(text)]).toEqual([text, null]);
});

it("A refund goes to the card first and then to credit, from the shares of the seller and the platform", () => {
  const order = {
    priceCents: 8000,
    creditCents: 1000,
    feeCents: 800,
    refundedCashCents: 6000,
    refundedCreditCents: 0,
  } as OrderState & { feeCents: number };
  expect(previewRefund(order, "15")).toEqual({
    amount: "15",
    back: { cashCents: 1000, creditCents: 500, netCents: 1350, feeCents: 150 },
  });
  expect(previewRefund(order, "20.01")).toEqual({
    amount: "20.01",
    refusal: "At most $20.00 can be refunded",
  });
  expect(previewRefund(order, "0")).toEqual({ amount: "0", refusal: "Please enter an amount above $0.00" });
  expect(previewRefund(order, "ten")).toMatchObject({
    refusal: "Please enter an amount in dollars, such as 12.50",
  });
});

it("Only a refund that failed after Stripe had accepted it can be sent again, and only once", () => {
  const failed = { kind: "refund", state: "failed", stripeId: "re_1", isReplaced: false };
  expect(canResend(failed)).toBe(true);
  for (const other of [
    { kind: "checkout_session" },
    { state: "confirmed" },
    { state: "sent" },
    { stripeId: null },
    { isReplaced: true },
  ])
    expect(canResend({ ...failed, ...other })).toBe(false);
});
