import { clockAt, offsetAt } from "#app/lib/clocks.ts";

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A date whose UTC fields are what a zone's calendar and clocks show. */
function shownDate(at: number, timeZone: string | null): Date {
  return new Date(at + offsetAt(at, timeZone));
}

/**
 * `20 Nov 2026, 14:05 UTC`, or with another zone's short name: `CET`, `GMT+9`.
 * @param at UTC ms
 * @param timeZone IANA name; null means UTC
 */
export function dateTime(at: number, timeZone: string | null = null): string {
  return `${date(at, timeZone)}, ${time(at, timeZone)} ${clockAt(at, timeZone).name}`;
}

/** `20 Nov 2026`. @param at UTC ms */
export function date(at: number, timeZone: string | null = null): string {
  // `Fri, 20 Nov 2026 14:05:00 GMT`: the standard fixes this format, while the names from Intl differ between
  // browsers.
  return shownDate(at, timeZone).toUTCString().slice(5, 16).replace(/^0/, "");
}

/** `20 Nov`, for a day within a year. @param at UTC ms */
export function dayAndMonth(at: number, timeZone: string | null = null): string {
  return date(at, timeZone).slice(0, -" 2026".length);
}

/** Cached, because creating a formatter takes far longer than using it. */
let months: Intl.DateTimeFormat | undefined;

/** `November 2026`, in UTC. @param at UTC ms */
export function monthAndYear(at: number): string {
  months ??= new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
  return months.format(at);
}

/** `14:05`, without the zone's name. @param at UTC ms */
export function time(at: number, timeZone: string | null = null): string {
  return shownDate(at, timeZone).toISOString().slice(11, 16);
}

/** `14:05` in the reader's time zone; without one it ends in `UTC`. @param at UTC ms */
export function readersTime(at: number, timeZone: string | null): string {
  return `${time(at, timeZone)}${timeZone ? "" : " UTC"}`;
}

/**
 * `at 14:05`, or with the date if that is not today; without a time zone it ends in `UTC`.
 * @param at UTC ms @param now UTC ms
 */
export function moment(at: number, now: number, timeZone: string | null = null): string {
  const day = date(at, timeZone);
  const text = `at ${readersTime(at, timeZone)}`;
  return day === date(now, timeZone) ? text : `on ${day} ${text}`;
}

/**
 * The beginning of a day in a time zone.
 * @param text a date such as 2026-12-03 @param timeZone null: UTC
 * @returns UTC ms; null if there is no such date
 */
export function startOfDay(text: string, timeZone: string | null): number | null {
  const noon = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T12:00:00Z`) : Number.NaN;
  if (Number.isNaN(noon) || new Date(noon).toISOString().slice(0, 10) !== text) return null;
  const midnight = noon - 12 * hour;
  // Clocks may change on this day, so the offset at the result counts.
  const first = midnight - offsetAt(midnight, timeZone);
  return midnight - offsetAt(first, timeZone);
}

/** The day of a moment, as `startOfDay` and date fields take it: `2026-12-03`. @param at UTC ms */
export function dayText(at: number, timeZone: string | null): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10);
}
