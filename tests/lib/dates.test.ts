import { expect, it } from "vitest";
import { dateTime } from "#app/lib/dates.ts";

const at = Date.parse("2026-11-20T13:05:00Z");

it.each([
  [null, "20 Nov 2026, 13:05 UTC"],
  ["Europe/Berlin", "20 Nov 2026, 14:05 CET"],
  ["Asia/Tokyo", "20 Nov 2026, 22:05 GMT+9"],
])("A time in the zone %s says the zone: %s", (zone, text) => {
  expect(dateTime(at, zone)).toBe(text);
});
