import { expect, it } from "vitest";
import { dueByDay } from "#app/dashboard/due-days.ts";

// docs/specification.md#selling

const labels = (dues: string[], now: string, timeZone: string) =>
  dueByDay(
    dues.map((due) => ({ due: Date.parse(due), isStarted: true })),
    Date.parse(now),
    timeZone,
  ).map(({ label, deliver }) => `${label}: ${deliver}`);

it("Orders are counted by the seller's days: late, today, tomorrow, then by date", () => {
  const dues = [
    "2026-11-19T09:00Z",
    "2026-11-20T14:00Z",
    "2026-11-20T22:59Z",
    "2026-11-21T08:00Z",
    "2026-11-22T23:30Z",
  ];
  expect(labels(dues, "2026-11-20T12:00Z", "Europe/Berlin")).toEqual([
    "Late: 1",
    "Today: 2",
    "Tomorrow: 1",
    "23 Nov 2026: 1",
  ]);
});

it("Tomorrow is the next date on the days of 25 and of 23 hours too", () => {
  // 25 October 2026 has 25 hours in Berlin: at half past midnight the clock has not changed yet.
  expect(labels(["2026-10-25T20:00Z", "2026-10-26T20:00Z"], "2026-10-24T22:30Z", "Europe/Berlin")).toEqual([
    "Today: 1",
    "Tomorrow: 1",
  ]);
  // The night before 29 March 2026, which has 23 hours.
  expect(labels(["2026-03-29T20:00Z", "2026-03-30T12:00Z"], "2026-03-28T22:30Z", "Europe/Berlin")).toEqual([
    "Tomorrow: 1",
    "30 Mar 2026: 1",
  ]);
});
