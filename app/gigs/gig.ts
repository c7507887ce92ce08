import { type GigAvailability, unavailableReason } from "#app/gigs/gig-state.ts";
import { minute } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { slugify } from "#app/lib/slug.ts";

/** How long a gig's page and its related gigs are cached, in ms (docs/specification.md#cache-times). */
export const gigTtl = 5 * minute;

/** The fields of a gig card. `priceCents` in cents, `deliveryDays` in days. */
export type GigSummary = {
  slug: string;
  title: string;
  priceCents: number;
  deliveryDays: number;
  imageUrl: string | null;
  /** The sum of the ratings of verified reviews; 0 if there are none. */
  ratingSum: number;
  reviewCount: number;
  /** null if the seller is unknown. `fullName` is null if there is a picture: only initials need it. */
  seller: { username: string; fullName: string | null; avatarUrl: string | null } | null;
};

/**
 * Sample data that home shows if its gigs cannot be read (docs/specification.md#sample-data). It has no page
 * and cannot be ordered.
 */
export type ExampleGig = Omit<GigSummary, "slug">;

/**
 * The average rating, from 1 to 5, not rounded; null without verified reviews
 * (docs/specification.md#review-list).
 */
export function averageRating(gig: { ratingSum: number; reviewCount: number }): number | null {
  return gig.reviewCount > 0 ? gig.ratingSum / gig.reviewCount : null;
}

/** How many related gigs a gig's page shows (docs/specification.md#related-gigs). */
export const relatedCount = 4;

/** `1 day`, `3 days`. */
export function daysText(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** `1-day delivery`, `3-day delivery`. */
export function deliveryText(days: number): string {
  return `${days}-day delivery`;
}

/**
 * The slug of a gig; if it has none, one built from its title and id (docs/specification.md#slugs). If the
 * title has no letters, it is built from the id alone.
 */
export function slugOf(gig: { id: string; title: string; slug: string | null }): string {
  return gig.slug || [slugify(gig.title), gig.id.slice(0, 8)].filter(Boolean).join("-");
}

/** True for the canonical address of a gig, with any parameters. */
export function isGigPath(path: string): boolean {
  return path.startsWith(href("/services/s/:slug", { slug: "" }));
}

/**
 * Why this user may not order the gig: a sentence (docs/specification.md#purchase-rules); null if they may.
 * @param viewerId null for a visitor, who is not refused here but must sign in before paying
 */
export function refusalToOrder(viewerId: string | null, gig: GigAvailability): string | null {
  return (
    unavailableReason(gig) ?? (viewerId === gig.sellerId ? "You cannot purchase your own service" : null)
  );
}

/** The address of a gig's page with a selected package, its extras, and how often it is ordered. */
export function gigPackagePath(
  gig: { slug: string },
  packageKey: string,
  { extras, quantity }: { extras: readonly string[]; quantity: number } = { extras: [], quantity: 1 },
): string {
  const query = new URLSearchParams({ package: packageKey });
  for (const id of extras) query.append("extra", id);
  if (quantity !== 1) query.set("quantity", String(quantity));
  return `${href("/services/s/:slug", { slug: gig.slug })}?${query}`;
}

/**
 * The same, with what the viewer chose and wrote to the seller in one of their orders, which the page reads
 * (docs/specification.md#order-again).
 */
export function gigAgainPath(gig: { slug: string }, order: { id: string; packageId: string }): string {
  return `${gigPackagePath(gig, order.packageId)}&${new URLSearchParams({ again: order.id })}`;
}

/** How many characters a buyer may tell the seller with an order. */
export const maxRequirementsLength = 2000;
