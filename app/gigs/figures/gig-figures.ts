import { day } from "#app/lib/dates.ts";

/**
 * How many days the figures of a gig cover, including today (docs/specification.md#gig-figures). The trigger
 * `orders_figured` uses the same number.
 */
export const shownDays = 30;

/** Views and paid orders of the shown days. */
export type GigFigures = { views: number; orders: number };

/** The number of a day since 1970, in UTC. @param at UTC ms */
export function dayNumber(at: number): number {
  return Math.floor(at / day);
}

/** The sum over the shown days. @param counts by the number of the day @param at UTC ms */
export function sumOfShownDays(counts: Record<string, number>, at: number): number {
  const today = dayNumber(at);
  return Object.entries(counts).reduce(
    (sum, [number, count]) => (Number(number) > today - shownDays ? sum + count : sum),
    0,
  );
}

/**
 * Orders per 100 views, as `2.5%`; null if views are missing: there are none, or fewer than orders, because
 * not every view is counted.
 */
export function conversionText({ views, orders }: GigFigures): string | null {
  if (views === 0 || views < orders) return null;
  return `${Number(((100 * orders) / views).toFixed(1))}%`;
}
