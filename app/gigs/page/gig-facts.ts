/** From this number on, a seller's queue is shown as `20+`: more orders are not counted. */
export const longestQueue = 20;

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
  return `${orders >= longestQueue ? `${longestQueue}+` : orders} orders in queue`;
}
