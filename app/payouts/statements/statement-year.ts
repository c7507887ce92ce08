import { day } from "#app/lib/dates.ts";

/**
 * The year whose statements are mailed now: the past year in January, from the 2nd on, so that all of the
 * year is booked. @param at UTC ms @returns `2026`; null: it is not January
 */
export function yearToMail(at: number): string | null {
  const date = new Date(at - day);
  return date.getUTCMonth() === 0 && new Date(at).getUTCMonth() === 0
    ? String(date.getUTCFullYear() - 1)
    : null;
}
