import { expect, test } from "vitest";
import { nextToClear } from "#app/payouts/earnings.ts";

test("The next amount that clears is that of a whole day, in the seller's time zone", () => {
  const none = { pendingCents: 0, waitingCents: 0, underWayCents: 0, paidCents: 0, owedCents: 0, bank: null };
  const sums = { ...none, clearingCents: 20000 };
  const late = { clearsAt: Date.UTC(2026, 11, 3, 22), cents: 8640 };
  const midnight = { clearsAt: Date.UTC(2026, 11, 3, 23), cents: 1000 };
  const soonest = [late, midnight];
  expect(nextToClear({ ...sums, soonest }, null)).toBe("$96.40 clears on 3 Dec");
  expect(nextToClear({ ...sums, soonest }, "Europe/Berlin")).toBe("$86.40 clears on 3 Dec");
  expect(nextToClear({ ...sums, soonest: [midnight] }, "Europe/Berlin")).toBe("$10.00 clears on 4 Dec");
  expect(nextToClear({ ...sums, soonest: [] }, null)).toBeNull();
});

test("The page names where the money goes, and about when it arrives", () => {
  const clearsAt = Date.UTC(2025, 11, 3, 12);
  const bank = { last4: "6789", interval: "weekly" as const, from: 0 };
  const sums = {
    pendingCents: 0,
    clearingCents: 8640,
    waitingCents: 0,
    underWayCents: 0,
    paidCents: 0,
    owedCents: 0,
    soonest: [{ clearsAt, cents: 8640 }],
  };
  expect(nextToClear({ ...sums, bank }, null)).toBe(
    "$86.40 clears on 3 Dec, in your bank ••6789 about 11 Dec",
  );
  // It is not sent before the bank account is a few days old.
  const from = Date.UTC(2025, 11, 9, 12);
  expect(nextToClear({ ...sums, bank: { ...bank, from } }, null)).toContain("about 18 Dec");
});
