import { expect, test } from "vitest";
import { waitedText } from "#app/dashboard/waited.ts";
import { day, hour } from "#app/lib/dates.ts";

test("A wait is given in whole hours, and from one day on in whole days", () => {
  const texts = [0, hour - 1, hour, day - 1, day, 3 * day - 1].map(waitedText);
  expect(texts).toEqual(["less than an hour", "less than an hour", "1 hour", "23 hours", "1 day", "2 days"]);
});
