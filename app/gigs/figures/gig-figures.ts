import { day } from "#app/lib/dates.ts";

/**
 * How many days the figures of a gig cover, including today (docs/specification.md#gig-figures). The trigger
 * `orders_figured` uses the same number.
 */
export const shownDays = 30;

/** Views, paid orders and saves of the shown days. */
export type GigFigures = { views: number; orders: number; saves: number };

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
 * The shown days that have a count, newest first. `at`: the start of the day, UTC ms.
 * @param counts by the number of the day @param at UTC ms
 */
export function listShownDays(counts: Record<string, number>, at: number): { at: number; count: number }[] {
  const today = dayNumber(at);
  return Object.entries(counts)
    .map(([number, count]) => ({ at: Number(number) * day, count }))
    .filter((one) => one.count > 0 && dayNumber(one.at) > today - shownDays)
    .toSorted((one, other) => other.at - one.at);
}

/**
 * Orders per 100 views, as `2.5%`; null if it is unknown, because no views or fewer views than orders were
 * counted: not every view is.
 */
export function conversionText({ views, orders }: Pick<GigFigures, "views" | "orders">): string | null {
  if (views === 0 || views < orders) return null;
  return `${Number(((100 * orders) / views).toFixed(1))}%`;
}
