import { day, hour } from "#app/lib/dates.ts";

/** From this number on, a seller's queue is shown as `20+`: more orders are not counted. */
export const maxQueue = 20;

/** How often a gig was sold: `1 sale`, `1,204 sales`; null if never. @param sales completed orders */
export function salesText(sales: number): string | null {
  if (sales === 0) return null;
  return sales === 1 ? "1 sale" : `${sales.toLocaleString("en-US")} sales`;
}

/**
 * How many orders the seller works on: `1 order in queue`, `20+ orders in queue`; null if there are none, or
 * the number is unknown.
 */
export function queueText(orders: number | null): string | null {
  if (!orders) return null;
  if (orders === 1) return "1 order in queue";
  return `${orders >= maxQueue ? `${maxQueue}+` : orders} orders in queue`;
}

/** With fewer answers than this, nothing is shown about them. */
const minAnswers = 3;

/**
 * How soon the seller usually answers a first message: `Usually answers within 3 hours`; null if it is
 * unknown, or longer than a week.
 * @param times how long people waited, in ms
 */
export function answerText(times: number[] | null): string | null {
  if (!times || times.length < minAnswers) return null;
  const usual = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
  if (usual <= hour) return "Usually answers within an hour";
  if (usual <= 23 * hour) return `Usually answers within ${Math.ceil(usual / hour)} hours`;
  if (usual <= day) return "Usually answers within a day";
  return usual <= 7 * day ? `Usually answers within ${Math.ceil(usual / day)} days` : null;
}
