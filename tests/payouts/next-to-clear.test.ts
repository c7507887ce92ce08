import { expect, test } from "vitest";
import { nextToClear } from "#app/payouts/earnings.ts";

test("The next amount that clears is that of a whole day, in the seller's time zone", () => {
  const none = { pendingCents: 0, waitingCents: 0, underWayCents: 0, sentCents: 0, owedCents: 0 };
  const sums = { ...none, clearingCents: 20000 };
  const late = { clearsAt: Date.UTC(2026, 11, 3, 22), cents: 8640 };
  const midnight = { clearsAt: Date.UTC(2026, 11, 3, 23), cents: 1000 };
  const soonest = [late, midnight];
  expect(nextToClear({ ...sums, soonest }, null)).toBe("$96.40 clears on 3 Dec");
  expect(nextToClear({ ...sums, soonest }, "Europe/Berlin")).toBe("$86.40 clears on 3 Dec");
  expect(nextToClear({ ...sums, soonest: [midnight] }, "Europe/Berlin")).toBe("$10.00 clears on 4 Dec");
  expect(nextToClear({ ...sums, soonest: [] }, null)).toBeNull();
});
