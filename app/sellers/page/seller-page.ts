import type { GigSummary } from "#app/gigs/gig.ts";
import type { SellerReview } from "#app/sellers/page/seller-page.server.ts";

/** What the public page of a seller shows (docs/specification.md#seller-page). */
export type SellerPage = {
  id: string;
  username: string;
  fullName: string;
  avatarUrl: string | null;
  level: string | null;
  isVetted: boolean;
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
  reviews: (Omit<SellerReview, "at"> & { date: string })[];
  /** The pages shown, from 1, and whether there is one more. */
  page: number;
  hasMoreGigs: boolean;
  reviewPage: number;
  hasMoreReviews: boolean;
};

/** The address of a seller's public page. @param pages of gigs and reviews, from 1 */
export function sellerPagePath(username: string, pages: { page?: number; reviews?: number } = {}): string {
  const { page = 1, reviews = 1 } = pages;
  const query = new URLSearchParams({
    ...(page > 1 ? { page: String(page) } : {}),
    ...(reviews > 1 ? { reviews: String(reviews) } : {}),
  });
  const path = `/@${encodeURIComponent(username)}`;
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
      name: seller.fullName || seller.username,
      alternateName: seller.username,
      description: seller.bio || undefined,
      image: seller.avatarUrl ? origin + seller.avatarUrl : undefined,
    },
  };
}
