import { closedBecause, type Offered } from "#app/gigs/gig-state.ts";
import type { Packaged } from "#app/gigs/package.ts";
import { minute } from "#app/lib/dates.ts";
import { slugify } from "#app/lib/slug.ts";
import { keepText } from "#app/lib/url-text.ts";
import type { GigFaq, GigImage, GigQuestion } from "#drizzle/schema.ts";

/** How long a gig's page, and what is related to it, may be shown (docs/specification.md#cache-times), in ms. */
export const gigTtl = 5 * minute;

/** What a card shows of a gig. Price in cents, delivery in days. */
export type GigSummary = {
  slug: string;
  title: string;
  priceCents: number;
  deliveryDays: number;
  imageUrl: string | null;
  /** Of the verified reviews; 0: there are none. */
  ratingSum: number;
  reviewCount: number;
  /** null: the seller is unknown. */
  seller: { username: string; fullName: string | null; avatarUrl: string | null } | null;
};

/** Sample data in the place of gigs that cannot be read: it has no address and cannot be ordered (docs/specification.md#sample-data). */
export type ExampleGig = Omit<GigSummary, "slug">;

/** The average rating, 1 to 5, shown to 1 decimal (docs/specification.md#review-list); null without verified reviews. */
export function averageRating(gig: { ratingSum: number; reviewCount: number }): number | null {
  return gig.reviewCount > 0 ? gig.ratingSum / gig.reviewCount : null;
}

/** A gig as its page and its orders need it (docs/specification.md#data-access). */
export type Gig = Packaged &
  Offered & {
    id: string;
    /** Counts its changes: a price was read from one version. */
    version: number;
    slug: string;
    title: string;
    description: string;
    imageUrl: string | null;
    /** What the main picture shows; null: the title says it. */
    imageAlt: string | null;
    furtherImages: GigImage[];
    faqs: GigFaq[];
    ratingSum: number;
    reviewCount: number;
    questions: GigQuestion[];
    metaTitle: string | null;
    metaDescription: string | null;
    metaKeywords: string[] | null;
    seller: {
      username: string;
      fullName: string | null;
      avatarUrl: string | null;
      sellerLevel: string | null;
    } | null;
    category: { name: string; slug: string };
    subcategory: { name: string; slug: string } | null;
  };

/** How many related services a gig's page shows (docs/specification.md#related-gigs). */
export const relatedCount = 4;

/** `1 day`, `3 days`. */
export function daysText(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** A gig's slug; where it is missing, built from title and id (docs/specification.md#slugs; a title without letters: the id alone). */
export function slugOf(gig: { id: string; title: string; slug: string | null }): string {
  return gig.slug || [slugify(gig.title), gig.id.slice(0, 8)].filter(Boolean).join("-");
}

/** The one final address of a gig. */
export function gigPath(gig: { slug: string }): string {
  return `/services/s/${encodeURIComponent(gig.slug)}`;
}

/**
 * Why the viewer may not order this gig (docs/specification.md#purchase-rules; product.md section 4, paused); null: they may. A visitor has
 * to sign in first.
 */
export function refusalToOrder(viewerId: string | null, gig: Offered): string | null {
  return closedBecause(gig) ?? (viewerId === gig.sellerId ? "You cannot purchase your own service" : null);
}

/** A gig's page with what was typed into its order form, for the way over sign-in. */
export function orderDraftPath(
  gig: { slug: string },
  draft: { package: string; requirements: string },
): string {
  const kept = new URLSearchParams({ package: draft.package, requirements: keepText(draft.requirements) });
  return `${gigPath(gig)}?${kept}`;
}
