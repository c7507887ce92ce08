import { desc, eq, type SQL, sql } from "drizzle-orm";
import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import type { Capabilities, Db } from "#app/context.ts";
import { gigs, reviewReports, reviews } from "#drizzle/schema.ts";

/** How many waiting reports the page shows, oldest first. */
const shownAtOnce = 50;

/**
 * The reports of reviews: `waiting`, and the 20 that were `decided` last.
 * `reporter` and `writer` are usernames; times are UTC ms.
 */
export async function list(db: Db) {
  const [waiting, decided] = await Promise.all([
    selectReports(db, sql`${reviewReports.resolvedAt} is null`)
      .orderBy(reviewReports.number)
      .limit(shownAtOnce),
    selectReports(db, sql`${reviewReports.resolvedAt} is not null`)
      .orderBy(desc(reviewReports.resolvedAt))
      .limit(20),
  ]);
  return { waiting, decided };
}

export type Report = Awaited<ReturnType<typeof list>>["waiting"][number];

function selectReports(db: Db, where: SQL) {
  const username = (id: SQL) => sql<string>`(select username from profiles where id = ${id})`;
  return db
    .select({
      number: reviewReports.number,
      reason: reviewReports.reason,
      at: reviewReports.at,
      resolvedAt: reviewReports.resolvedAt,
      reporter: username(sql`review_reports.reporter_id`),
      reviewId: reviews.id,
      orderId: reviews.orderId,
      rating: reviews.rating,
      comment: reviews.comment,
      reply: reviews.reply,
      writtenAt: reviews.createdAt,
      hiddenAt: reviews.hiddenAt,
      writer: username(sql`reviews.buyer_id`),
      gigTitle: gigs.title,
      gigSlug: gigs.slug,
    })
    .from(reviewReports)
    .innerJoin(reviews, eq(reviews.id, reviewReports.reviewId))
    .innerJoin(gigs, eq(gigs.id, reviews.gigId))
    .where(where);
}

/** Finds the buyer and the seller of a reviewed order; null if there is no such review. */
export async function findParties(db: Db, reviewId: string) {
  const { buyerId, sellerId } = reviews;
  const [review] = await db.select({ buyerId, sellerId }).from(reviews).where(eq(reviews.id, reviewId));
  return review ?? null;
}

/**
 * Decides on every waiting report of a review. A review that is taken down leaves every page and average.
 * The audit row has the order's id, so that the order's page shows it.
 */
export async function decide(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  reviewId: string,
  intent: "take-review-down" | "leave-review",
  decision: Decision,
): Promise<WriteResult> {
  const at = clock.now();
  const waiting = sql<string>`(select order_id from reviews where id = ${reviewId}
    and exists (select 1 from review_reports where review_id = ${reviewId} and resolved_at is null))`;
  return await runAudited(() =>
    db.batch([
      audited(db, intent, waiting, decision, at),
      db
        .update(reviewReports)
        .set({ resolvedAt: at })
        .where(sql`${reviewReports.reviewId} = ${reviewId} and ${reviewReports.resolvedAt} is null`),
      ...(intent === "take-review-down"
        ? [db.update(reviews).set({ hiddenAt: at }).where(eq(reviews.id, reviewId))]
        : []),
    ]),
  );
}
