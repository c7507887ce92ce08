import { expect, it } from "vitest";
import { age, cappedCount } from "#app/admin/health/health.ts";
import { retryForm } from "#app/admin/health/retry.form.ts";
import { isOperatorAction, operatorActions } from "#app/admin/orders/operator-action.ts";
import { canResend, parseDollars, previewRefund } from "#app/admin/orders/operator-refund.ts";
import { adminOrdersPath, parseOrderSearch } from "#app/admin/orders/order-search.ts";
import { refusalToResolve } from "#app/admin/payments/mismatch.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import type { OrderState } from "#app/orders/order.ts";
import { transitionOf, transitions } from "#app/orders/transitions.ts";

it("every move that people make has its operator's twin, and no other has", () => {
  const byPeople = Object.keys(transitions).filter(
    (name) => transitionOf(name as keyof typeof transitions).by !== "product",
  );
  expect(Object.keys(operatorActions).toSorted()).toEqual(byPeople.toSorted());
  expect(["auto-complete", "toString", "", null, "refund"].filter(isOperatorAction)).toEqual([]);
});

it("reads amounts as people type them, and nothing else", () => {
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

it("shows how an amount is divided: the card first, the rest as credit, from both shares", () => {
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
  expect(previewRefund(order, "0")).toEqual({ amount: "0", refusal: "Please give an amount above $0.00" });
  expect(previewRefund(order, "ten")).toMatchObject({
    refusal: "Please give an amount in dollars, such as 12.50",
  });
});

it("only a refund that Stripe had taken, that failed and was not sent again is sent again", () => {
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

it("a mismatch is resolved by nobody who is a party, and given back only in dollars", () => {
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

it("the address of a list keeps what it can read, and nothing else", () => {
  const search = parseOrderSearch(
    new URLSearchParams("q=%23ab12&show=late&status=in+progress&payment=paid&stage=working&before=12"),
  );
  expect(search).toEqual({
    q: "ab12",
    show: "late",
    status: "in progress",
    payment: "paid",
    stage: "working",
    before: 12,
  });
  expect(parseOrderSearch(new URL(adminOrdersPath(search), "http://x").searchParams)).toEqual(search);
  const wrong = parseOrderSearch(new URLSearchParams("show=all&status=x&payment=1&stage=toString&before=-1"));
  expect(adminOrdersPath(wrong)).toBe("/admin/orders");
});

it("says for how long, and how many", () => {
  expect([5 * minute, 59 * minute, hour, 47 * hour, 48 * hour, 9 * day].map((ms) => age(0, ms))).toEqual([
    "5 min",
    "59 min",
    "1 h",
    "47 h",
    "2 d",
    "9 d",
  ]);
  expect([age(9, 3), cappedCount(100), cappedCount(101)]).toEqual(["0 min", "100", "100+"]);
});

it("a retry names a mail, a webhook or a money call, whatever its id is made of", () => {
  const read = (again: unknown) => retryForm.safeParse({ again, reason: "a long enough reason" }).data?.again;
  expect(read("mail:a:b")).toEqual({ kind: "mail", id: "a:b" });
  expect(read("webhook:evt_1")).toEqual({ kind: "webhook", id: "evt_1" });
  expect(read("money:1")).toEqual({ kind: "money", id: "1" });
  expect([read("mail:"), read("gold:1"), read(undefined)]).toEqual([undefined, undefined, undefined]);
});
