import { expect, test } from "vitest";
import {
  type FiguresSearch,
  figuresPath,
  groups,
  nameOf,
  none,
  parseFiguresSearch,
  show,
  startOf,
  startsOf,
  total,
} from "#app/admin/figures/figure.ts";
import { hour } from "#app/lib/dates.ts";

const dayOf = (text: string) => Date.parse(`${text}T00:00Z`) / 86_400_000;
const at = Date.parse("2026-03-01T23:59:59.999Z");
const names = (search: FiguresSearch) => {
  const starts = startsOf(search, at);
  return [starts.length, ...[0, 1, starts.length - 1].map((i) => nameOf(search.by, starts[i] ?? 0))];
};
const shown = (label: string, sums: Partial<typeof none>) =>
  groups
    .flatMap(({ figures }) => figures)
    .filter((figure) => figure.label === label)
    .map((figure) => show(figure, { ...none, ...sums }));

test("A week begins on Monday and a month on its first day, in UTC", () => {
  for (const [day, week, month] of [
    ["2026-03-01", "2026-02-23", "2026-03-01"],
    ["2026-03-02", "2026-03-02", "2026-03-01"],
    ["2027-01-01", "2026-12-28", "2027-01-01"],
    ["2024-02-29", "2024-02-26", "2024-02-01"],
    ["1970-01-01", "1969-12-29", "1970-01-01"],
  ] as const)
    expect([startOf("week", dayOf(day)), startOf("month", dayOf(day)), startOf("day", dayOf(day))]).toEqual([
      dayOf(week),
      dayOf(month),
      dayOf(day),
    ]);
});

test("A page shows 30 days, 26 weeks or 24 months, newest first, and the next page continues after the last one", () => {
  expect(names({ by: "day", after: null })).toEqual([30, "1 Mar 2026", "28 Feb 2026", "31 Jan 2026"]);
  expect(names({ by: "week", after: null })).toEqual([
    26,
    "Week of 23 Feb 2026",
    "Week of 16 Feb 2026",
    "Week of 1 Sep 2025",
  ]);
  expect(names({ by: "month", after: null })).toEqual([24, "Mar 2026", "Feb 2026", "Apr 2024"]);
  expect(names({ by: "day", after: dayOf("2026-01-31") })).toEqual([
    30,
    "30 Jan 2026",
    "29 Jan 2026",
    "1 Jan 2026",
  ]);
  expect(names({ by: "month", after: dayOf("2024-04-01") })).toEqual([
    24,
    "Mar 2024",
    "Feb 2024",
    "Apr 2022",
  ]);
  // Other days in the address: no period is later than today.
  expect(names({ by: "week", after: dayOf("2026-02-19") })[1]).toBe("Week of 16 Feb 2026");
  expect(names({ by: "week", after: 999_999_999_999_999 })[1]).toBe("Week of 23 Feb 2026");
  expect(startsOf({ by: "month", after: 1 }, at)).toHaveLength(24);
});

test("The address keeps the period and the place; what is not valid is ignored", () => {
  for (const path of ["/admin/figures", "/admin/figures?by=week", "/admin/figures?by=month&after=20000"])
    expect(figuresPath(parseFiguresSearch(new URL(path, "http://x").searchParams))).toBe(path);
  const odd = new URLSearchParams("by=year&after=-3");
  expect(parseFiguresSearch(odd)).toEqual({ by: "day", after: null });
});

test("A share or an average of nothing is a dash; for several periods, it is computed from their totals", () => {
  for (const label of ["Late share", "Average time to start", "Refund share"])
    expect(shown(label, { late: 0, startMs: 0, refundedCents: 500 })).toEqual(["–"]);
  expect(shown("Late share", { late: 1, completed: 8 })).toEqual(["12.5%"]);
  expect(shown("Refund share", { refundedCents: 3000, grossCents: 2000 })).toEqual(["150%"]);
  expect(shown("Average time to start", { started: 2, startMs: 10 * hour })).toEqual(["5 h"]);
  expect(shown("Fees", { feeCents: -120 })).toEqual(["−$1.20"]);
  expect(shown("New users", { users: 1234 })).toEqual(["1,234"]);
  const both = total([
    { ...none, late: 1, completed: 1 },
    { ...none, completed: 3 },
  ]);
  expect(shown("Late share", both)).toEqual(["25%"]);
});

test("Every figure has a sentence that says what it counts", () => {
  const figures = groups.flatMap((group) => group.figures);
  expect(figures).toHaveLength(16);
  expect(figures.filter(({ means }) => !/^[A-Z].{15,110}\.$/.test(means))).toEqual([]);
});
