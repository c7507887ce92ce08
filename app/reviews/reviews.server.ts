import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import { type Opinion, type Reviewable, refusalToReview, reviewWindow } from "#app/reviews/review.ts";
import { orders, reviews } from "#drizzle/schema.ts";

/** A review to be written. `buyerId` is whoever writes it: the viewer, never a field of a form. */
export type NewReview = Opinion & { orderId: string; buyerId: string };

/**
 * Writes a buyer's review of their completed order (product.md section 5). Triggers keep the gig's average.
 * @param at UTC ms
 * @returns the review's id, or the sentence that refuses it
 */
export async function write(
  db: Db,
  review: NewReview,
  at: number,
): Promise<{ id: string } | { refusal: string }> {
  const refuse = async () =>
    refusalToReview(await findReviewable(db, review.orderId), review.buyerId, review, at);
  const refusal = await refuse();
  if (refusal) return { refusal };
  const id = crypto.randomUUID();
  try {
    await written(db, id, review, at);
    return { id };
  } catch (error) {
    if (!brokeUnique(error, "reviews.order_id")) throw error;
    const late = await refuse();
    if (!late) throw error;
    return { refusal: late };
  }
}

/**
 * The statement of a review. It decides by itself (design.md 3.6): a second review of an order breaks a unique key; anybody but
 * its buyer, an order that is not completed and a closed window break a NOT NULL, for the sub-select finds nobody.
 * @param at UTC ms
 */
export function written(db: Db, id: string, { orderId, buyerId, rating, comment }: NewReview, at: number) {
  return db.insert(reviews).values({
    id,
    orderId,
    gigId: sql`(select gig_id from orders where id = ${orderId})`,
    buyerId: sql`(select buyer_id from orders where id = ${orderId} and buyer_id = ${buyerId} and status = 'completed'
      and completed_at >= ${at - reviewWindow})`,
    sellerId: sql`(select seller_id from orders where id = ${orderId})`,
    rating,
    comment: comment.trim() || null,
    createdAt: at,
  });
}

/** What the rule looks at; null when there is no such order. */
async function findReviewable(db: Db, orderId: string): Promise<Reviewable | null> {
  const [order] = await db
    .select({
      buyerId: orders.buyerId,
      status: orders.status,
      completedAt: orders.completedAt,
      isReviewed: sql<boolean>`${reviews.id} is not null`.mapWith(Boolean),
    })
    .from(orders)
    .leftJoin(reviews, eq(reviews.orderId, orders.id))
    .where(eq(orders.id, orderId));
  return order ?? null;
}
