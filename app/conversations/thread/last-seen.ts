import { date, day } from "#app/lib/dates.ts";

/** A last visit longer ago than this is not shown, in ms. */
const forgotten = 30 * day;

/**
 * When someone was last online, by the day: `last seen today`.
 * @param seenAt UTC ms; null: unknown
 * @param now UTC ms
 * @param timeZone the reader's; null: UTC
 * @returns null if there is nothing to say
 */
export function lastSeen(seenAt: number | null, now: number, timeZone: string | null): string | null {
  if (seenAt === null || now - seenAt > forgotten) return null;
  const seen = date(seenAt, timeZone);
  if (seen === date(now, timeZone)) return "last seen today";
  return seen === date(now - day, timeZone) ? "last seen yesterday" : `last seen on ${seen}`;
}
