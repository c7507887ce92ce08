import { eq, sql } from "drizzle-orm";
import * as sessions from "#app/auth/sessions.server.ts";
import type { Db } from "#app/context.ts";
import { brokeUnique } from "#app/lib/constraints.ts";
import * as guards from "#app/lib/guards.server.ts";
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
import { orders, reports, reviews } from "#drizzle/schema.ts";

/**
 * A review to write. `buyerId` is the writer: the viewer, never a field of a form. With `sessionId`, that
 * session must still be active.
 */
export type NewReview = Opinion & { orderId: string; buyerId: string; sessionId?: string };

/** Nothing was written: a refusal as a sentence, or the user's session has ended. */
export type Refused = { refusal: string } | { ended: true };

/**
 * Writes a buyer's review of a completed order (docs/specification.md#review-rules). Triggers update the
 * gig's average.
 * @param at UTC ms
 * @returns the review's id, or why it was not written
 */
export async function write(db: Db, review: NewReview, at: number): Promise<{ id: string } | Refused> {
  const refuse = async () => await refusalToWrite(db, review.orderId, review.buyerId, at);
  const refusal = (await refuse()) ?? (isRating(review.rating) ? null : chooseRating);
  if (refusal) return { refusal };
  const id = crypto.randomUUID();
  try {
    await db.batch(written(db, id, review, at));
    return { id };
  } catch (error) {
    return await refusedBecause(error, "reviews", refuse);
  }
}

/** Why a user may not review an order now, as a sentence. @param at UTC ms @returns null if they may */
export async function refusalToWrite(db: Db, orderId: string, userId: string, at: number) {
  return refusalToReview(await findReviewable(db, orderId), userId, at);
}

/**
 * Statements that write a review. They fail if the review is not allowed at the time of the write
 * (docs/architecture.md#claims). A second review violates a unique key. The guard `may-review` fails if the
 * writer is not the buyer, the order is not completed or the 14 days have passed; the guard `session` fails
 * if the session has ended.
 * @param at UTC ms
 */
export function written(
  db: Db,
  id: string,
  { orderId, buyerId, sessionId, rating, comment }: NewReview,
  at: number,
) {
  const writer = sessionId === undefined ? buyerId : { id: buyerId, sessionId };
  const mayReview = sql`exists (select 1 from orders where id = ${orderId} and buyer_id = ${buyerId} and status = 'completed'
    and completed_at >= ${at - reviewWindow})`;
  const review = db.insert(reviews).values({
    id,
    orderId,
    gigId: sql`(select gig_id from orders where id = ${orderId})`,
    buyerId,
    sellerId: sql`(select seller_id from orders where id = ${orderId})`,
    rating,
    comment: comment.trim() || null,
    createdAt: at,
  });
  return [held(db, writer, at), guards.that(db, "may-review", mayReview), review] as const;
}

/**
 * Writes the seller's one reply to the review of an order. The condition of the update allows only the
 * seller, and only once.
 * @param at UTC ms
 * @returns null if it was written, otherwise why not
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
 * Writes the seller's report of a review, which asks an operator to check it. Once per review.
 * @param at UTC ms
 * @returns null if it was written, otherwise why not
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
    const mayReport = sql`exists (select 1 from reviews where order_id = ${orderId}
      and seller_id = ${idOf(reporter)} and hidden_at is null)`;
    await db.batch([
      held(db, reporter, at),
      guards.that(db, "may-report", mayReport),
      db.insert(reports).values({
        kind: "review",
        subjectId: sql`(select id from reviews where order_id = ${orderId})`,
        reporterId: idOf(reporter),
        reason: "other",
        note: reason.trim(),
        at,
      }),
    ]);
    return null;
  } catch (error) {
    return await refusedBecause(error, "reports", refuse);
  }
}

/**
 * Why a guard of a batch failed, or why it violated a unique key of its table.
 * @throws the error if it is any other failure
 */
async function refusedBecause(
  error: unknown,
  table: "reviews" | "reports",
  refuse: () => Promise<string | null>,
): Promise<Refused> {
  const rule = guards.broken(error);
  if (!rule && !brokeUnique(error, `${table}.`)) throw error;
  const late = await refuse();
  if (late) return { refusal: late };
  if (rule) return { ended: true };
  throw error;
}

/**
 * A guard: the session of the acting user is still valid. For an id without a session it always holds.
 * @param at UTC ms
 */
function held(db: Db, user: ActingUser, at: number) {
  return guards.that(db, "session", sql`${holderOf(user, at)} is not null`);
}

/**
 * The SQL of the acting user's id; it is null once their session has ended (`sessions.activeUserId`).
 * @param at UTC ms
 */
function holderOf(user: ActingUser, at: number) {
  return typeof user === "string" ? sql`${user}` : sessions.activeUserId(user, at);
}

/** Finds what `refusalToReview` needs. @returns null if the order does not exist */
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

/** Finds what `refusalToReply` and `refusalToReport` need. @returns null if the order has no review */
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
    .select({ number: reports.number })
    .from(reports)
    .where(
      sql`${reports.kind} = 'review' and ${reports.subjectId} = (select r.id from reviews r where r.order_id = ${orderId})
        and ${reports.reporterId} = ${reporterId}`,
    );
  return row !== undefined;
}
