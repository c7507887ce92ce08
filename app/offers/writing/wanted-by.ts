import { startOfDay } from "#app/lib/dates.ts";

/** Today in a time zone, `2026-11-30`. @param now UTC ms @param timeZone null: UTC */
export function todayIn(now: number, timeZone: string | null): string {
  // Canada's English writes dates in the order of ISO 8601.
  return new Intl.DateTimeFormat("en-CA", { timeZone: timeZone ?? "UTC", dateStyle: "short" }).format(now);
}

/** The same day a year later. After 29 February this is not a date, but it is where the year ends. */
export function yearAfter(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
}

/**
 * Why work cannot be wanted by a day (docs/specification.md#asking-for-an-offer); null if it can.
 * @param text `2026-11-30` @param now UTC ms @param timeZone the reader's; null: UTC
 */
export function refusalToWantedBy(text: string, now: number, timeZone: string | null): string | null {
  const today = todayIn(now, timeZone);
  const isDay = startOfDay(text, timeZone) !== null;
  return isDay && text >= today && text <= yearAfter(today)
    ? null
    : "Choose a day between today and a year from now";
}
