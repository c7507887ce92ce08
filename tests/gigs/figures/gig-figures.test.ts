import { expect, it } from "vitest";
import { conversionText, dayNumber, sumOfShownDays } from "#app/gigs/figures/gig-figures.ts";
import { day } from "#app/lib/dates.ts";

it("The days shown are the last thirty in UTC, including today", () => {
  const at = Date.UTC(2026, 10, 23, 23, 59);
  const today = dayNumber(at);
  const counts = { [today]: 1, [today - 29]: 10, [today - 30]: 100, [today - 400]: 1000 };
  expect(sumOfShownDays(counts, at)).toBe(11);
  expect(sumOfShownDays(counts, at + day)).toBe(1);
  expect(sumOfShownDays({}, at)).toBe(0);
});

it("Conversion is orders per 100 views, and unknown if there are fewer views than orders", () => {
  expect(conversionText({ views: 400, orders: 10 })).toBe("2.5%");
  expect(conversionText({ views: 3, orders: 1 })).toBe("33.3%");
  expect(conversionText({ views: 3, orders: 3 })).toBe("100%");
  expect(conversionText({ views: 3, orders: 0 })).toBe("0%");
  expect(conversionText({ views: 0, orders: 0 })).toBeNull();
  expect(conversionText({ views: 2, orders: 3 })).toBeNull();
});
