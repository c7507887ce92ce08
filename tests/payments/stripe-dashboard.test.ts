import { expect, it } from "vitest";
import { dashboardAddress, isStripeId, modeOf } from "#app/payments/stripe-dashboard.ts";

it("Each id links to its page in the Stripe Dashboard, and to Stripe's search if it has none", () => {
  for (const [id, live] of [
    ["pi_1", "payments/pi_1"],
    ["ch_1", "payments/ch_1"],
    ["re_1", "refunds/re_1"],
    ["dp_1", "disputes/dp_1"],
    ["du_1", "disputes/du_1"],
    ["tr_1", "connect/transfers/tr_1"],
    ["po_1", "payouts/po_1"],
    ["acct_1", "connect/accounts/acct_1"],
    ["evt_1", "events/evt_1"],
    ["cs_test_1", "search?query=cs_test_1"],
    ["txn_1", "search?query=txn_1"],
    ["constructor_1", "search?query=constructor_1"],
    ["../x?y=_1", "search?query=..%2Fx%3Fy%3D_1"],
  ] as const) {
    expect(dashboardAddress("live", id)).toBe(`https://dashboard.stripe.com/${live}`);
    expect(dashboardAddress("test", id)).toBe(`https://dashboard.stripe.com/test/${live}`);
  }
  expect(dashboardAddress("test", "po_1", "acct_2")).toBe(
    "https://dashboard.stripe.com/acct_2/test/payouts/po_1",
  );
  expect(dashboardAddress("live", "po_1", "acct_2")).toBe("https://dashboard.stripe.com/acct_2/payouts/po_1");
});

it("The key says which dashboard has the objects", () => {
  for (const key of ["sk_test_1", "rk_test_1"]) expect(modeOf(key)).toBe("test");
  for (const key of ["sk_live_1", "rk_live_1"]) expect(modeOf(key)).toBe("live");
});

it("A Stripe id is a short prefix, and letters, digits and underscores", () => {
  for (const id of ["cs_test_a1B2", "acct_1Nx", "evt_1"]) expect([id, isStripeId(id)]).toEqual([id, true]);
  for (const id of ["pi", "pi_", "PI_1x", "pi_%%%", "91d0c4ee", "ann@x_y.test"])
    expect([id, isStripeId(id)]).toEqual([id, false]);
});
