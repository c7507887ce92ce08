import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { gigRatings, profiles, reviews, seoReviews } from "#drizzle/schema.ts";

/** How many verified reviews one page shows (docs/specification.md#review-list). */
export const reviewsPerPage = 10;
/**
 * If there are fewer verified reviews than this, SEO reviews fill up the list
 * (docs/specification.md#review-list).
 */
export const filledUpTo = 5;

/** A sub-select of one column of the gig with a slug; null if there is none. */
function gigColumn(column: SQL, slug: string): SQL {
  return sql`(select ${column} from gigs where slug = ${slug})`;
}

/**
 * A statement: one page of a gig's verified reviews, newest first (docs/specification.md#review-list). `at`
 * is in UTC ms; `comment` and `reply` are null if absent. `name` and `title` are the buyer's; the full name
 * is never read.
 * @param page from 1
 */
export function verified(db: Db, slug: string, page: number) {
  return db
    .select({
      id: reviews.id,
      rating: reviews.rating,
      comment: reviews.comment,
      reply: reviews.reply,
      at: reviews.createdAt,
      name: shownUsername(profiles),
      title: profiles.title,
    })
    .from(reviews)
    .leftJoin(profiles, eq(profiles.id, reviews.buyerId))
    .where(sql`${reviews.gigId} = ${gigColumn(sql`id`, slug)} and ${reviews.hiddenAt} is null`)
    .orderBy(desc(reviews.number))
    .limit(reviewsPerPage)
    .offset((page - 1) * reviewsPerPage);
}

/**
 * A statement: the number of a gig's verified reviews per rating, at most five rows. A rating without reviews
 * may be missing.
 */
export function ratings(db: Db, slug: string) {
  return db
    .select({ rating: gigRatings.rating, count: gigRatings.count })
    .from(gigRatings)
    .where(eq(gigRatings.gigId, gigColumn(sql`id`, slug)));
}

/** A statement: the SEO reviews of the gig's category, at most five (docs/specification.md#review-list). */
export function ofCategory(db: Db, slug: string) {
  return db
    .select({
      rating: seoReviews.rating,
      review: seoReviews.review,
      name: seoReviews.name,
      title: seoReviews.title,
      service: seoReviews.service,
    })
    .from(seoReviews)
    .where(eq(seoReviews.categoryId, gigColumn(sql`category_id`, slug)))
    .orderBy(asc(seoReviews.number))
    .limit(filledUpTo);
}

export type VerifiedReview = Awaited<ReturnType<typeof verified>>[number];
export type CategoryReview = Awaited<ReturnType<typeof ofCategory>>[number];
