import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isListed, summaryColumns } from "#app/gigs/gigs.server.ts";
import { shownUsername } from "#app/profiles/profiles.server.ts";
import { hasSellerPage } from "#app/profiles/public-profile.server.ts";
import { formerUsernames, gigs, profiles, reviews, sellers, sellerTotals } from "#drizzle/schema.ts";

/** How many gigs and reviews one page of a seller shows (docs/specification.md#public-profile). */
const gigsPerPage = 20;
const reviewsPerPage = 10;

/** Reviews are paged up to this page, which limits the rows read. */
export const deepestReviewPage = 5;

/**
 * The active seller with this username; null if there is none. Suspended and deleted accounts have no page.
 */
export async function find(db: Db, username: string) {
  const [row] = await db
    .select({
      id: profiles.id,
      username: profiles.username,
      fullName: profiles.fullName,
      avatarUrl: profiles.avatarUrl,
      level: profiles.sellerLevel,
      bio: profiles.description,
      timeZone: profiles.timeZone,
      since: profiles.createdAt,
      skills: sellers.skills,
      experience: sellers.experience,
      languages: sellers.languages,
      country: sellers.country,
      vettedAt: sellers.vettedAt,
      awayUntil: sellers.awayUntil,
      ratings: sellerTotals.ratings,
      ratingSum: sellerTotals.ratingSum,
    })
    .from(profiles)
    .innerJoin(sellers, eq(sellers.userId, profiles.id))
    .leftJoin(sellerTotals, eq(sellerTotals.userId, profiles.id))
    .where(and(eq(profiles.username, username), hasSellerPage(profiles.id)));
  return row ?? null;
}

/**
 * The current username of the active seller who used to have this one; null if there is none.
 * @param at UTC ms
 */
export async function findRenamed(db: Db, former: string, at: number): Promise<string | null> {
  const [row] = await db
    .select({ username: profiles.username })
    .from(formerUsernames)
    .innerJoin(profiles, eq(profiles.id, formerUsernames.userId))
    .where(
      and(eq(formerUsernames.username, former), gt(formerUsernames.until, at), hasSellerPage(profiles.id)),
    );
  return row?.username ?? null;
}

/** A page of the seller's listed gigs, newest first. @param page from 1 */
export async function listGigs(db: Db, sellerId: string, page: number) {
  const rows = await db
    .select(summaryColumns)
    .from(gigs)
    .innerJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(and(eq(gigs.sellerId, sellerId), isListed))
    .orderBy(desc(gigs.number))
    .limit(gigsPerPage + 1)
    .offset((page - 1) * gigsPerPage);
  return { gigs: rows.slice(0, gigsPerPage), hasMore: rows.length > gigsPerPage };
}

/**
 * A page of the seller's verified reviews, newest first. `name` and `title` are the buyer's. With `stars`,
 * only those with that rating, among the reviews that all pages together show.
 * @param page from 1
 */
export async function listReviews(db: Db, sellerId: string, page: number, stars: number | null) {
  const shown = sql`(select number from reviews where seller_id = ${sellerId} and hidden_at is null
    order by number desc limit ${reviewsPerPage * deepestReviewPage})`;
  const rows = await db
    .select({
      id: reviews.id,
      rating: reviews.rating,
      text: reviews.comment,
      reply: reviews.reply,
      at: reviews.createdAt,
      name: shownUsername(profiles),
      title: profiles.title,
      service: gigs.title,
    })
    .from(reviews)
    .innerJoin(gigs, eq(gigs.id, reviews.gigId))
    .leftJoin(profiles, eq(profiles.id, reviews.buyerId))
    .where(
      stars === null
        ? sql`${reviews.sellerId} = ${sellerId} and ${reviews.hiddenAt} is null`
        : sql`${reviews.number} in ${shown} and ${reviews.rating} = ${stars}`,
    )
    .orderBy(desc(reviews.number))
    .limit(reviewsPerPage + 1)
    .offset((page - 1) * reviewsPerPage);
  return {
    reviews: rows.slice(0, reviewsPerPage),
    hasMore: rows.length > reviewsPerPage && page < deepestReviewPage,
  };
}

export type SellerReview = Awaited<ReturnType<typeof listReviews>>["reviews"][number];
