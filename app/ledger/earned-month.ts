/**
 * What a seller has earned in a month (UTC), in cents: completed orders, after fees and refunds. A later
 * refund counts in its own month. `month`: `2026-11`.
 */
export type EarnedMonth = { month: string; cents: number };

/** How many months are shown, this one included (docs/specification.md#selling). */
const shownMonths = 12;

/** The months shown, oldest first. @param at UTC ms */
export function monthsUntil(at: number): string[] {
  const now = new Date(at);
  return Array.from({ length: shownMonths }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - shownMonths + 1 + i))
      .toISOString()
      .slice(0, 7),
  );
}

/** `Nov 2026`. */
export function monthName(month: string): string {
  // `Sun, 01 Nov 2026 00:00:00 GMT`: see `date`.
  return new Date(month).toUTCString().slice(8, 16);
}
