import { and, desc, eq, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { date } from "#app/lib/dates.ts";
import { sectionRead } from "#app/lib/reads.ts";
import type { TypedFields } from "#app/lib/typed-fields.ts";
import type { Order } from "#app/orders/orders.server.ts";
import * as profiles from "#app/profiles/profiles.server.ts";
import { refusalToReply, refusalToReport, refusalToReview, reviewableUntil } from "#app/reviews/review.ts";
import { reviewDraft } from "#app/reviews/review-draft.ts";
import { orders, profiles as profileRows, reports, reviews } from "#drizzle/schema.ts";

const pageSize = 10;

/** A review of one of a seller's orders, for the seller. `buyer`: the username; null: it was deleted. */
export type ReceivedReview = Awaited<ReturnType<typeof listReceived>>["rows"][number];

/** Raw SQL, because SQLite uses a partial index only if its condition appears literally. */
const isUnanswered = sql`${reviews.reply} is null and ${reviews.hiddenAt} is null`;

/**
 * A page of the reviews that a seller has received, newest first. A removed one is not listed.
 * @param isOnlyUnanswered leaves out those that the seller has answered
 * @param before the order of the previous page's last review; null, or an unknown one: the first page
 * @returns `next`: the `before` of the next page; null on the last page
 */
export async function listReceived(
  db: Db,
  sellerId: string,
  isOnlyUnanswered: boolean,
  before: string | null,
) {
  const seen = sql`(select seen.number from reviews seen where seen.order_id = ${before} and seen.seller_id = ${sellerId})`;
  const found = await db
    .select({
      orderId: reviews.orderId,
      title: orders.title,
      rating: reviews.rating,
      comment: reviews.comment,
      reply: reviews.reply,
      at: reviews.createdAt,
      buyer: profiles.shownUsername(profileRows),
    })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .leftJoin(profileRows, eq(profileRows.id, reviews.buyerId))
    .where(
      and(
        eq(reviews.sellerId, sellerId),
        isOnlyUnanswered ? isUnanswered : sql`${reviews.hiddenAt} is null`,
        before === null ? undefined : sql`${reviews.number} < ifnull(${seen}, ${Number.MAX_SAFE_INTEGER})`,
      ),
    )
    .orderBy(desc(reviews.number))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize);
  return { rows, next: found.length > pageSize ? (rows.at(-1)?.orderId ?? null) : null };
}

/** The count of unanswered reviews stops here, which limits the rows read. */
export const maxUnanswered = 100;

/** How many reviews a seller has not answered, at most 100. */
export async function countUnanswered(db: Db, sellerId: string): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`select count(*) as count from (select 1 from ${reviews} where ${reviews.sellerId} = ${sellerId} and ${isUnanswered} limit ${maxUnanswered})`,
  );
  return row?.count ?? 0;
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
) {
  const read = () => Promise.all([find(db, order.id, readerId), profiles.timeZoneOf(db, readerId)]);
  const result = await sectionRead(read, "review of an order", log);
  if (!result) return null;
  const [review, timeZone] = result;
  const until = reviewableUntil(order);
  const mayWrite = refusalToReview({ ...order, isReviewed: review !== null }, readerId, clock.now()) === null;
  return {
    orderId: order.id,
    /** The text that was typed before sign-in. */
    draft: reviewDraft(draft),
    /** An operator has removed the review. It is then not shown. */
    isTakenDown: review !== null && review.hiddenAt !== null,
    /** Null if there is none, or it was removed. */
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
    /** The last day on which the reader may write a review; null if they may not. */
    writeUntil: mayWrite && until !== null ? date(until, timeZone) : null,
    mayReply: refusalToReply(review, readerId) === null,
    mayReport: refusalToReport(review, readerId, review?.isReported ?? false) === null,
    isReported: review?.isReported ?? false,
  };
}

export type OrderReviewView = NonNullable<Awaited<ReturnType<typeof forParty>>>;

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
