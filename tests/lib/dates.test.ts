import { expect, it } from "vitest";
import { dateTime, dayText, startOfDay } from "#app/lib/dates.ts";

const at = Date.parse("2026-11-20T13:05:00Z");

it.each([
  [null, "20 Nov 2026, 13:05 UTC"],
  ["Europe/Berlin", "20 Nov 2026, 14:05 CET"],
  ["Asia/Tokyo", "20 Nov 2026, 22:05 GMT+9"],
])("A time in the zone %s says the zone: %s", (zone, text) => {
  expect(dateTime(at, zone)).toBe(text);
});

it.each([null, "Europe/Berlin", "Pacific/Kiritimati", "America/St_Johns"])(
  "In the zone %s a day begins on that day, even when clocks change",
  (zone) => {
    for (const text of ["2026-03-29", "2026-10-25", "2026-12-31"])
      expect(dayText(startOfDay(text, zone) ?? 0, zone)).toBe(text);
    expect(dayText(Date.parse("2026-12-31T23:30:00Z"), "Europe/Berlin")).toBe("2027-01-01");
  },
);
