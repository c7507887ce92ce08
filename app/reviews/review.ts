import { brand } from "#app/brand.ts";
import { href } from "#app/lib/href.ts";
import { timeLimits } from "#app/orders/clocks.ts";
import type { OrderStatus } from "#app/orders/order.ts";

/** How long after its completion an order may be reviewed, in ms (docs/specification.md#review-rules). */
export const reviewWindow = timeLimits.review;

/** A buyer's opinion of an order. `rating`: 1 to 5 stars. `comment`: empty if there is none. */
export type Opinion = { rating: number; comment: string };

/** What `refusalToReview` needs of an order. */
export type Reviewable = {
  buyerId: string;
  status: OrderStatus;
  /** UTC ms; null until the order is completed. */
  completedAt: number | null;
  isReviewed: boolean;
};

/**
 * The refusal for the seller and for strangers. It is the same for unknown ids, so that it does not reveal
 * which orders exist.
 */
const notTheBuyer = "Only the buyer can review an order";

/**
 * Why a user may not review an order now, as a sentence: only the buyer of a completed order may review it,
 * once, within 14 days (docs/specification.md#review-rules).
 * @param order null if there is none
 * @param at UTC ms
 * @returns null if they may
 */
export function refusalToReview(order: Reviewable | null, userId: string, at: number): string | null {
  if (order?.buyerId !== userId) return notTheBuyer;
  if (order.isReviewed) return "You have already reviewed this order";
  const until = reviewableUntil(order);
  if (until === null) return "You can review this order once it is completed";
  return at > until ? "You can review an order for 14 days after it is completed" : null;
}

/** The last moment at which an order can be reviewed, UTC ms. @returns null until it is completed */
export function reviewableUntil({
  status,
  completedAt,
}: Pick<Reviewable, "status" | "completedAt">): number | null {
  return status === "completed" && completedAt !== null ? completedAt + reviewWindow : null;
}

/** The error of a missing or invalid rating, which is required (docs/specification.md#review-rules). */
export const chooseRating = "Choose a rating from 1 to 5";

export function isRating(rating: number): boolean {
  return Number.isInteger(rating) && rating >= 1 && rating <= 5;
}

/** The lengths of the texts in characters. `least` is set only for required texts. */
export const lengths = {
  comment: { most: 2000 },
  reply: { least: 2, most: 1000 },
  reason: { least: 2, most: 500 },
};

/** A review, as the rules for replies and reports need it. `reply` is null if there is none yet. */
export type Answerable = {
  sellerId: string;
  buyerId: string;
  reply: string | null;
  /** When an operator removed it, UTC ms; null if it is visible. */
  hiddenAt: number | null;
};

/** Shown to both parties in place of a removed review. */
export const takenDown = `${brand} support took this review down`;

/**
 * Why a user may not reply to a review, as a sentence: only the seller may, once
 * (docs/specification.md#review-replies).
 * @param review null if there is none
 * @returns null if they may
 */
export function refusalToReply(review: Answerable | null, userId: string): string | null {
  if (!review) return noReview;
  if (review.sellerId !== userId) return "Only the seller can reply to a review";
  if (review.hiddenAt !== null) return takenDown;
  return review.reply === null ? null : "You have already replied to this review";
}

/**
 * Why a user may not report a review, as a sentence.
 * @param review null if there is none
 * @param isReported true if they have reported it already
 * @returns null if they may
 */
export function refusalToReport(
  review: Answerable | null,
  userId: string,
  isReported: boolean,
): string | null {
  if (!review) return noReview;
  if (userId === review.buyerId) return "You can't report your own review";
  if (userId !== review.sellerId) return "Only the seller can report a review here";
  if (review.hiddenAt !== null) return takenDown;
  return isReported ? "You have already reported this review" : null;
}

const noReview = "This order has no review yet";

/** The review of an order on the order's page. */
export function reviewPath(orderId: string): string {
  return `${href("/orders/:id", { id: orderId })}#review`;
}
