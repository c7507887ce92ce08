import { expect, it } from "vitest";
import { periodOf, periodTitle } from "#app/payouts/statements/period.ts";
import { kindOf } from "#app/payouts/statements/statement.ts";
import { yearToMail } from "#app/payouts/statements/statement-year.ts";

const at = Date.UTC(2026, 10, 26, 12);

it("A period is a month or a year (UTC) that has begun", () => {
  expect(periodOf("2026-11", at)).toEqual({
    name: "2026-11",
    isYear: false,
    start: Date.UTC(2026, 10, 1),
    end: Date.UTC(2026, 11, 1),
    firstMonth: "2026-11",
    lastMonth: "2026-11",
  });
  expect(periodOf("2026", at)).toMatchObject({
    isYear: true,
    start: Date.UTC(2026, 0, 1),
    end: Date.UTC(2027, 0, 1),
    firstMonth: "2026-01",
    lastMonth: "2026-12",
  });
  expect(periodOf("2025-12", at)?.end).toBe(Date.UTC(2026, 0, 1));
  const wrong = [
    "2026-12",
    "2027",
    "0000",
    "0000-01",
    "2026-13",
    "2026-00",
    "2026-1",
    "26",
    "",
    "2026-11 ",
    "２０２６",
  ];
  for (const name of wrong) expect(periodOf(name, at), name).toBeNull();
});

it("A period has a title", () => {
  const title = (name: string) => {
    const period = periodOf(name, at);
    return period && periodTitle(period);
  };
  expect([title("2026-02"), title("2026")]).toEqual(["February 2026", "2026"]);
});

it.each([
  ["2026-12-31T23:59:59.999Z", null],
  ["2027-01-01T23:59:59.999Z", null],
  ["2027-01-02T00:00:00.000Z", "2026"],
  ["2027-01-31T23:59:59.999Z", "2026"],
  ["2027-02-01T00:00:00.000Z", null],
  ["2027-02-01T12:00:00.000Z", null],
  ["2027-11-26T12:00:00.000Z", null],
])("The statements that are mailed at %s", (time, year) => {
  expect(yearToMail(Date.parse(time))).toBe(year);
});

it("A line's kind follows from its transaction", () => {
  expect(
    ["payment:cs_1", "return:o:4", "transferred:tr_1", "reversed:trr_1", "offset:c:o", "debt:1"].map(kindOf),
  ).toEqual(["paid", "refunded", "sent", "taken back", "debt paid", "owed"]);
  expect(["refused:offset:c:o", "refused:reversal:c", "hand:1:o", "something:new"].map(kindOf)).toEqual([
    "debt open again",
    "owed",
    "paid by hand",
    "adjusted",
  ]);
});
