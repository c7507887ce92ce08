import { eq, sql } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import { brokeNotNull, brokeUnique } from "#app/lib/constraints.ts";
import { type ActingUser, idOf } from "#app/orders/orders.server.ts";
import {
  type Answerable,
  chooseRating,
  isRating,
  type Opinion,
  type Reviewable,
  refusalToReply,
  refusalToReport,
  refusalToReview,
  reviewWindow,
} from "#app/reviews/review.ts";
import { orders, reviewReports, reviews } from "#drizzle/schema.ts";

/** A review to be written. `buyerId` is whoever writes it: the viewer, never a field of a form. `sessionId` as in `Actor`. */
export type NewReview = Opinion & { orderId: string; buyerId: string; sessionId?: string };

/** Nothing was written: the sentence that says why; or the writer's session has ended. */
export type Refused = { refusal: string } | { ended: true };

/**
 * Writes a buyer's review of their completed order (docs/specification.md#review-rules). Triggers keep the gig's average.
 * @param at UTC ms
 * @returns the review's id, or why there is none
 */
export async function write(db: Db, review: NewReview, at: number): Promise<{ id: string } | Refused> {
  const refuse = async () => await refusalToWrite(db, review.orderId, review.buyerId, at);
  const refusal = (await refuse()) ?? (isRating(review.rating) ? null : chooseRating);
  if (refusal) return { refusal };
  const id = crypto.randomUUID();
  try {
    await written(db, id, review, at);
    return { id };
  } catch (error) {
    return await refusedBecause(error, "reviews", refuse);
  }
}

/** Why somebody may not review an order now; null: they may. @param at UTC ms */
export async function refusalToWrite(db: Db, orderId: string, personId: string, at: number) {
  return refusalToReview(await findReviewable(db, orderId), personId, at);
}

/**
 * The statement of a review. It decides by itself (docs/architecture.md#claims): a second review of an order breaks a unique key; anybody but
 * its buyer, an order that is not completed, a closed window and an ended session break a NOT NULL, for the sub-select finds nobody.
 * @param at UTC ms
 */
export function written(
  db: Db,
  id: string,
  { orderId, buyerId, sessionId, rating, comment }: NewReview,
  at: number,
) {
  const writer = sessionId === undefined ? buyerId : { id: buyerId, sessionId };
  return db.insert(reviews).values({
    id,
    orderId,
    gigId: sql`(select gig_id from orders where id = ${orderId})`,
    buyerId: sql`(select buyer_id from orders where id = ${orderId} and buyer_id = ${holderOf(writer, at)} and status = 'completed'
      and completed_at >= ${at - reviewWindow})`,
    sellerId: sql`(select seller_id from orders where id = ${orderId})`,
    rating,
    comment: comment.trim() || null,
    createdAt: at,
  });
}

/**
 * The seller's one answer to the review of an order. The statement decides by itself: it changes a row only for its seller and only once.
 * @param at UTC ms @returns null when it is written, or why it is not
 */
export async function answer(
  db: Db,
  orderId: string,
  seller: ActingUser,
  text: string,
  at: number,
): Promise<Refused | null> {
  const refuse = async () => refusalToReply(await findAnswerable(db, orderId), idOf(seller));
  const refusal = await refuse();
  if (refusal) return { refusal };
  const rows = await db
    .update(reviews)
    .set({ reply: text.trim(), repliedAt: at })
    .where(
      sql`${reviews.orderId} = ${orderId} and ${reviews.sellerId} = ${holderOf(seller, at)} and ${reviews.reply} is null
        and ${reviews.hiddenAt} is null`,
    )
    .returning({ id: reviews.id });
  if (rows.length > 0) return null;
  const late = await refuse();
  return late ? { refusal: late } : { ended: true };
}

/**
 * The seller asks the operator to look at the review of an order, once.
 * @param at UTC ms @returns null when it is written, or why it is not
 */
export async function report(
  db: Db,
  orderId: string,
  reporter: ActingUser,
  reason: string,
  at: number,
): Promise<Refused | null> {
  const refuse = async () => {
    const review = await findAnswerable(db, orderId);
    return refusalToReport(review, idOf(reporter), await isReported(db, orderId, idOf(reporter)));
  };
  const refusal = await refuse();
  if (refusal) return { refusal };
  try {
    await db.insert(reviewReports).values({
      reviewId: sql`(select id from reviews where order_id = ${orderId})`,
      reporterId: sql`(select ${holderOf(reporter, at)} from reviews where order_id = ${orderId}
        and ${idOf(reporter)} = seller_id and hidden_at is null)`,
      reason: reason.trim(),
      at,
    });
    return null;
  } catch (error) {
    return await refusedBecause(error, "review_reports", refuse);
  }
}

/** What a statement that refused by itself has meant. @throws the error, when the database has failed */
async function refusedBecause(
  error: unknown,
  table: "reviews" | "review_reports",
  refuse: () => Promise<string | null>,
): Promise<Refused> {
  const lacksHolder = brokeNotNull(error, `${table}.${table === "reviews" ? "buyer_id" : "reporter_id"}`);
  if (!lacksHolder && !brokeUnique(error, `${table}.`)) throw error;
  const late = await refuse();
  if (late) return { refusal: late };
  if (lacksHolder) return { ended: true };
  throw error;
}

/** Whoever writes, null once their session has ended (`sessions.activeUserId`). @param at UTC ms */
function holderOf(user: ActingUser, at: number) {
  return typeof user === "string" ? sql`${user}` : sessions.activeUserId(user, at);
}

/** What the rule of writing looks at; null when there is no such order. */
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

/** What the rules of answering and reporting look at; null when the order has no review. */
async function findAnswerable(db: Db, orderId: string): Promise<Answerable | null> {
  const { sellerId, buyerId, reply, hiddenAt } = reviews;
  const [review] = await db
    .select({ sellerId, buyerId, reply, hiddenAt })
    .from(reviews)
    .where(eq(reviews.orderId, orderId));
  return review ?? null;
}

async function isReported(db: Db, orderId: string, reporterId: string): Promise<boolean> {
  const [row] = await db
    .select({ n: reviewReports.n })
    .from(reviewReports)
    .where(
      sql`${reviewReports.reviewId} = (select r.id from reviews r where r.order_id = ${orderId}) and ${reviewReports.reporterId} = ${reporterId}`,
    );
  return row !== undefined;
}
