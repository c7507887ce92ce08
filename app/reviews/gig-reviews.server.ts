import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { gigRatings, profiles, reviews, seoReviews } from "#drizzle/schema.ts";

/** Verified reviews on a page (docs/specification.md#review-list). */
export const reviewsPerPage = 10;
/** Up to so many, SEO reviews fill the list where verified ones are fewer (docs/specification.md#review-list). */
export const filledUpTo = 5;

/** One column of the gig of that slug; null when there is none. */
function gigs(column: SQL, slug: string): SQL {
  return sql`(select ${column} from gigs where slug = ${slug})`;
}

/**
 * A page of a gig's verified reviews, newest first, as a statement for the page's batch (docs/specification.md#review-list). `at` in
 * UTC ms; `comment` and `reply` null: none was given; `name` and `title` are the buyer's.
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
      name: profiles.fullName,
      title: profiles.title,
    })
    .from(reviews)
    .leftJoin(profiles, eq(profiles.id, reviews.buyerId))
    .where(sql`${reviews.gigId} = ${gigs(sql`id`, slug)} and ${reviews.hiddenAt} is null`)
    .orderBy(desc(reviews.n))
    .limit(reviewsPerPage)
    .offset((page - 1) * reviewsPerPage);
}

/** How many of a gig's verified reviews gave each rating: five rows at most; a rating that nobody gave may be missing. */
export function ratings(db: Db, slug: string) {
  return db
    .select({ rating: gigRatings.rating, count: gigRatings.count })
    .from(gigRatings)
    .where(eq(gigRatings.gigId, gigs(sql`id`, slug)));
}

/** What people say of the gig's category: at most five (docs/specification.md#review-list). */
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
    .where(eq(seoReviews.categoryId, gigs(sql`category_id`, slug)))
    .orderBy(asc(seoReviews.n))
    .limit(filledUpTo);
}

export type VerifiedReview = Awaited<ReturnType<typeof verified>>[number];
export type CategoryReview = Awaited<ReturnType<typeof ofCategory>>[number];
