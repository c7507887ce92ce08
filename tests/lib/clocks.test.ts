import { expect, it } from "vitest";
import { clocksText, learnClocks } from "#app/lib/clocks.ts";
import { date, dateTime, day, hour, monthAndYear } from "#app/lib/dates.ts";

const start = Date.UTC(2026, 0, 1);

it("Times are those of the runtime's time zones, including right before and after a change", () => {
  // Half hours, two changes in a month, a new offset without summer time, and the dateline.
  const zones = ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca"];
  for (const timeZone of [...zones, "America/Vancouver", "Pacific/Kiritimati", "UTC"]) {
    const expected = new Intl.DateTimeFormat("en-GB", {
      ...{ day: "numeric", month: "short", year: "numeric", timeZone },
      ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" },
    });
    const changes = clocksText(timeZone).split(",");
    const moments = changes.flatMap((change) => {
      const at = Number.parseInt(change, 10) * 60_000;
      return at > start ? [at - 1, at] : [at];
    });
    const days = Array.from({ length: 365 }, (_, i) => start + i * day + 7 * hour);
    for (const at of [...moments, ...days])
      expect(dateTime(at, timeZone)).toBe(expected.format(at).replace("Sept", "Sep"));
  }
});

it("A time before the product's first year is shown with that year's first offset", () => {
  expect(dateTime(Date.UTC(2019, 6, 1), "Europe/Berlin")).toBe("1 Jul 2019, 01:00 CET");
});

it("The browser shows a zone's times with the clocks that it got from the server", () => {
  const [zone, at] = ["Antarctica/Troll", Date.UTC(2026, 8, 30, 23)];
  const own = clocksText(zone);
  learnClocks(zone, `0 0 GMT,${at / 60_000} 75 GMT+1:15`);
  expect([date(at - 1, zone), dateTime(at, zone)]).toEqual(["30 Sep 2026", "1 Oct 2026, 00:15 GMT+1:15"]);
  learnClocks(zone, own);
  expect([clocksText(zone), dateTime(at, zone)]).toEqual([own, "1 Oct 2026, 01:00 GMT+2"]);
});

it("Each month has its short and its long name", () => {
  const shown = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 5));
  const named = (month: "short" | "long") => (at: number) =>
    new Intl.DateTimeFormat("en-US", { month, year: "numeric" }).format(at);
  expect(shown.map(monthAndYear)).toEqual(shown.map(named("long")));
  expect(shown.map((at) => date(at))).toEqual(shown.map((at) => `5 ${named("short")(at)}`));
});
