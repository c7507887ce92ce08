import { day, startOfDay } from "#app/lib/dates.ts";

/** The longest absence, in days (docs/specification.md#away). */
export const maxAway = 60;

/**
 * The moment at which a seller is back: the beginning of a day in their time zone.
 * @param text a date such as 2026-12-03 @param now UTC ms @param timeZone null: UTC
 * @returns UTC ms; null if the text is not a day from tomorrow to `maxAway` days ahead
 */
export function parseBackAt(text: string, now: number, timeZone: string | null): number | null {
  const at = startOfDay(text.trim(), timeZone);
  return at !== null && at > now && at <= now + maxAway * day ? at : null;
}

/** Shown to a seller whose day is refused. */
export const chooseBackDay = `Choose a day from tomorrow to ${maxAway} days from now`;
