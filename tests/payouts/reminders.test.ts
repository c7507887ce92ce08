import { expect, test } from "vitest";
import { day } from "#app/lib/dates.ts";
import { nextAsked, nextSetup } from "#app/payouts/reminders/reminders.ts";

const since = Date.UTC(2026, 10, 2);

test.each([
  ["at first", 0, 1],
  ["on the first day", 1, 7],
  ["after a week", 7, 30],
  ["a day late", 8, 30],
  ["after a month", 30, null],
])("The next reminder of the set-up: %s", (_, after, next) => {
  expect(nextSetup(since, since + after * day)).toBe(next === null ? null : since + next * day);
});

test.each([
  ["ten days before", 10, 7],
  ["exactly a week before", 7, 1],
  ["two days before", 2, 1],
  ["a day before", 1, null],
  ["after it", -1, null],
])("The next reminder of what Stripe asks for: %s", (_, before, next) => {
  expect(nextAsked(since, since - before * day)).toBe(next === null ? null : since - next * day);
});
