import { day } from "#app/lib/dates.ts";
import type { OrderStatus } from "#app/orders/order.ts";

/** How long after its completion an order may be reviewed, in ms (product.md section 5). */
export const reviewWindow = 14 * day;

/** What a buyer says of an order. `rating`: 1 to 5 stars. */
export type Opinion = { rating: number; comment: string };

/** What the rule looks at. */
export type Reviewable = {
  buyerId: string;
  status: OrderStatus;
  /** UTC ms; null until the order is completed. */
  completedAt: number | null;
  isReviewed: boolean;
};

/** Told to the seller and to a stranger, for any id, existing or not. */
export const notTheBuyer = "Only the buyer can review an order";

/**
 * Why this person may not review this order now: a sentence, or null when they may. "Only the buyer of a completed order,
 * once, within 14 days; rating 1–5 required, text optional" (product.md section 5).
 * @param order null: there is none @param at UTC ms
 */
export function refusalToReview(
  order: Reviewable | null,
  personId: string,
  { rating }: Pick<Opinion, "rating">,
  at: number,
): string | null {
  if (order?.buyerId !== personId) return notTheBuyer;
  if (order.isReviewed) return "You have reviewed this order already";
  if (order.status !== "completed" || order.completedAt === null)
    return "You can review this order when it is completed";
  if (at > order.completedAt + reviewWindow)
    return "An order can be reviewed for 14 days after its completion";
  return isRating(rating) ? null : "Choose a rating from 1 to 5";
}

export function isRating(rating: number): boolean {
  return Number.isInteger(rating) && rating >= 1 && rating <= 5;
}

/**
 * The query of a gig's address with another page of reviews: what else it asks for stays (a package, a text for the seller), and
 * page 1 is left out. Empty, or it begins with `?`.
 */
export function reviewPageSearch(search: string | URLSearchParams, page: number): string {
  const params = new URLSearchParams(search);
  if (page > 1) params.set("reviews", String(page));
  else params.delete("reviews");
  return params.size > 0 ? `?${params}` : "";
}
