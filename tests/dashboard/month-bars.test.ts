import { expect, it } from "vitest";
import { barsOf } from "#app/dashboard/month-bars.ts";
import { monthName, monthsUntil } from "#app/ledger/earned-month.ts";

const heights = (...cents: number[]) => {
  const { bars, base } = barsOf(cents.map((of, i) => ({ month: String(i), cents: of })));
  return [base, ...bars.map(({ y, height, isLoss }) => [y, height, isLoss])];
};

it("The longest bar takes the whole height, and all bars start at the zero line", () => {
  expect(heights(0, 500, 1000)).toEqual([100, [100, 0, false], [50, 50, false], [0, 100, false]]);
  expect(heights(0, 0)).toEqual([100, [100, 0, false], [100, 0, false]]);
});

it("A month with a loss is drawn below the line, and a cent is visible", () => {
  expect(heights(300, -100)).toEqual([75, [0, 75, false], [75, 25, true]]);
  expect(heights(1, 1_000_000)).toEqual([100, [99, 1, false], [0, 100, false]]);
});

it("The twelve months end with the current one, across the turn of the year", () => {
  const months = monthsUntil(Date.UTC(2026, 0, 31, 23, 59));
  expect([months.length, months[0], months[10], months[11]]).toEqual([12, "2025-02", "2025-12", "2026-01"]);
  expect(monthName("2026-01")).toBe("Jan 2026");
});
