import { timeLimits } from "#app/orders/clocks.ts";
import type { OrderStatus } from "#app/orders/order.ts";

/** How long after its completion an order may be reviewed, in ms (docs/specification.md#review-rules). */
export const reviewWindow = timeLimits.review;

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
 * once, within 14 days" (docs/specification.md#review-rules).
 * @param order null: there is none @param at UTC ms
 */
export function refusalToReview(order: Reviewable | null, personId: string, at: number): string | null {
  if (order?.buyerId !== personId) return notTheBuyer;
  if (order.isReviewed) return "You have reviewed this order already";
  const until = reviewableUntil(order);
  if (until === null) return "You can review this order when it is completed";
  return at > until ? "An order can be reviewed for 14 days after its completion" : null;
}

/** The last moment at which an order can be reviewed, UTC ms; null: it is not completed. */
export function reviewableUntil({
  status,
  completedAt,
}: Pick<Reviewable, "status" | "completedAt">): number | null {
  return status === "completed" && completedAt !== null ? completedAt + reviewWindow : null;
}

/** Asked of whoever gave no rating: it is required (docs/specification.md#review-rules). */
export const chooseRating = "Choose a rating from 1 to 5";

export function isRating(rating: number): boolean {
  return Number.isInteger(rating) && rating >= 1 && rating <= 5;
}

/** How many characters a text of each kind may have; `least` where it is required. */
export const lengths = {
  comment: { most: 2000 },
  reply: { least: 2, most: 1000 },
  reason: { least: 2, most: 500 },
};

/** What the rules of answering and reporting look at; `reply` null: none yet. */
export type Answerable = {
  sellerId: string;
  buyerId: string;
  reply: string | null;
  /** When an operator took it down, UTC ms; null: it stands. */
  hiddenAt: number | null;
};

/** What both parties read in the place of such a review. */
export const takenDown = "An operator has taken this review down";

/** Why this person may not answer this review: a sentence, or null (docs/specification.md#review-replies: one reply by the seller). @param review null: there is none */
export function refusalToReply(review: Answerable | null, personId: string): string | null {
  if (!review) return noReview;
  if (review.sellerId !== personId) return "Only the seller can answer a review";
  if (review.hiddenAt !== null) return takenDown;
  return review.reply === null ? null : "You have answered this review already";
}

/** Why this person may not report this review: a sentence, or null. @param isReported whether they have done it already */
export function refusalToReport(
  review: Answerable | null,
  personId: string,
  isReported: boolean,
): string | null {
  if (!review) return noReview;
  if (personId === review.buyerId) return "You cannot report your own review";
  if (personId !== review.sellerId) return "Only the seller can report a review here";
  if (review.hiddenAt !== null) return takenDown;
  return isReported ? "You have reported this review already" : null;
}

const noReview = "This order has no review yet";

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
