import type { GigSummary } from "#app/gigs/gig.ts";
import { href } from "#app/lib/href.ts";
import { shownFullName } from "#app/profiles/profile.ts";
import type { SellerReview } from "#app/sellers/page/seller-page.server.ts";

/** What the public page of a seller shows (docs/specification.md#public-profile). */
export type SellerPage = {
  id: string;
  username: string;
  fullName: string;
  avatarUrl: string | null;
  level: string | null;
  isVetted: boolean;
  /** If the seller is away: the day of their return, as text. */
  backOn: string | null;
  /** As text: `March 2024`, `Nigeria`, `14:05`; null if unknown. */
  since: string;
  country: string | null;
  localTime: string | null;
  /** As text: `English (native)`. */
  languages: string[];
  bio: string;
  skills: string;
  experience: string;
  gigs: GigSummary[];
  reviews: SellerReview[];
  /** The average of all verified reviews, from 1 to 5, and their number; null without a review. */
  rating: { average: number; count: number } | null;
  /** Only reviews with this many stars are shown; null: all. */
  stars: number | null;
  /** The viewer is the seller. */
  isOwn: boolean;
  /** Its canonical address. */
  path: string;
  /** The links to the previous and next pages of each list. */
  gigSteps: Steps;
  reviewSteps: Steps;
};

/** The values of the star filter in a URL. Anything else shows all reviews. */
export const starChoices = ["5", "4", "3", "2", "1"];

/** The addresses of the previous and next pages; null if there is none. */
export type Steps = { previous: string | null; next: string | null };

/** The links of both lists. @param shown the current pages, from 1 */
export function stepsOf(
  username: string,
  shown: { page: number; reviews: number; stars: number | null },
  hasMore: { gigs: boolean; reviews: boolean },
): { gigSteps: Steps; reviewSteps: Steps } {
  const { page, reviews, stars } = shown;
  const toGigs = (to: number) => sellerPagePath(username, { page: to, stars });
  const toReviews = (to: number) => `${sellerPagePath(username, { page, reviews: to, stars })}#reviews`;
  return {
    gigSteps: { previous: page > 1 ? toGigs(page - 1) : null, next: hasMore.gigs ? toGigs(page + 1) : null },
    reviewSteps: {
      previous: reviews > 1 ? toReviews(reviews - 1) : null,
      next: hasMore.reviews ? toReviews(reviews + 1) : null,
    },
  };
}

/**
 * The address of a seller's public page. `page` and `reviews`: the pages of gigs and reviews, from 1.
 * `stars`: only reviews with this many.
 */
export function sellerPagePath(
  username: string,
  { page = 1, reviews = 1, stars = null }: { page?: number; reviews?: number; stars?: number | null } = {},
): string {
  const query = new URLSearchParams({
    ...(page > 1 ? { page: String(page) } : {}),
    ...(reviews > 1 ? { reviews: String(reviews) } : {}),
    ...(stars === null ? {} : { stars: String(stars) }),
  });
  const path = href("/:handle", { handle: `@${username}` });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The schema.org record of the page (docs/specification.md#structured-data). */
export function profileRecord(seller: SellerPage, origin: string) {
  return {
    "@context": "https://schema.org" as const,
    "@type": "ProfilePage",
    url: origin + sellerPagePath(seller.username),
    mainEntity: {
      "@type": "Person",
      name: shownFullName(seller) || seller.username,
      alternateName: seller.username,
      description: seller.bio || undefined,
      image: seller.avatarUrl ? origin + seller.avatarUrl : undefined,
    },
  };
}
