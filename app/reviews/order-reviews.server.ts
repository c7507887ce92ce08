import { desc, eq, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { date } from "#app/lib/dates.ts";
import { sectionRead } from "#app/lib/reads.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";
import type { Order } from "#app/orders/orders.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import type { OrderReviewView } from "#app/reviews/order-review.tsx";
import { refusalToReply, refusalToReport, refusalToReview, reviewableUntil } from "#app/reviews/review.ts";
import { reviewDraft } from "#app/reviews/review-draft.ts";
import { orders, reports, reviews } from "#drizzle/schema.ts";

/** How many unanswered reviews the seller's dashboard shows. */
const unansweredLimit = 5;

export type UnansweredReview = Awaited<ReturnType<typeof listUnanswered>>[number];

/** Lists the reviews that a seller has not answered, newest first, at most five. */
export function listUnanswered(db: Db, sellerId: string) {
  return (
    db
      .select({
        orderId: reviews.orderId,
        title: orders.title,
        rating: reviews.rating,
        comment: reviews.comment,
      })
      .from(reviews)
      .innerJoin(orders, eq(orders.id, reviews.orderId))
      // Raw SQL, because SQLite uses a partial index only if its condition appears literally.
      .where(
        sql`${reviews.sellerId} = ${sellerId} and ${reviews.reply} is null and ${reviews.hiddenAt} is null`,
      )
      .orderBy(desc(reviews.number))
      .limit(unansweredLimit)
  );
}

/**
 * The review of an order for one of its two parties, with what that party may do.
 * @param draft what the reader typed before sign-in; null if there is none
 * @returns null if it could not be read; the order is then shown without it
 */
export async function forParty(
  { db, clock, log }: Pick<Capabilities, "db" | "clock" | "log">,
  order: Order,
  readerId: string,
  draft: TypedFields | null,
): Promise<OrderReviewView | null> {
  const read = () => Promise.all([find(db, order.id, readerId), profiles.timeZoneOf(db, readerId)]);
  const result = await sectionRead(read, "review of an order", log);
  if (!result) return null;
  const [review, timeZone] = result;
  const until = reviewableUntil(order);
  const mayWrite = refusalToReview({ ...order, isReviewed: review !== null }, readerId, clock.now()) === null;
  return {
    orderId: order.id,
    draft: reviewDraft(draft),
    isTakenDown: review !== null && review.hiddenAt !== null,
    review:
      review?.hiddenAt !== null
        ? null
        : {
            rating: review.rating,
            comment: review.comment,
            at: date(review.at, timeZone),
            reply: review.reply,
            repliedAt: review.repliedAt === null ? null : date(review.repliedAt, timeZone),
            isMine: review.buyerId === readerId,
          },
    writeUntil: mayWrite && until !== null ? date(until, timeZone) : null,
    mayReply: refusalToReply(review, readerId) === null,
    mayReport: refusalToReport(review, readerId, review?.isReported ?? false) === null,
    isReported: review?.isReported ?? false,
  };
}

/** The review of an order, and whether this reader has reported it. @returns null if there is none */
async function find(db: Db, orderId: string, readerId: string) {
  const { rating, comment, reply, repliedAt, createdAt, buyerId, sellerId, hiddenAt } = reviews;
  const [row] = await db
    .select({
      ...{ rating, comment, reply, repliedAt, buyerId, sellerId, hiddenAt, at: createdAt },
      isReported:
        sql<boolean>`exists (select 1 from ${reports} r where r.kind = 'review' and r.subject_id = reviews.id and r.reporter_id = ${readerId})`.mapWith(
          Boolean,
        ),
    })
    .from(reviews)
    .where(eq(reviews.orderId, orderId));
  return row ?? null;
}
