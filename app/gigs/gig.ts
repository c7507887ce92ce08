import { closedBecause, type Offered } from "#app/gigs/gig-state.ts";
import { minute } from "#app/lib/dates.ts";
import { keepText } from "#app/lib/kept-text.ts";
import { slugify } from "#app/lib/slug.ts";
import type { GigFaq, GigImage, GigQuestion } from "#drizzle/schema.ts";

/** How long a gig's page, and what is related to it, may be shown (spec.md section 9, caches), in ms. */
export const gigKeep = 5 * minute;

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

/** Sample data in the place of gigs that cannot be read: it has no address and cannot be ordered (product.md section 2). */
export type ExampleGig = Omit<GigSummary, "slug">;

/** The average rating, 1 to 5, shown to 1 decimal (spec.md section 9); null without verified reviews. */
export function averageRating(gig: { ratingSum: number; reviewCount: number }): number | null {
  return gig.reviewCount > 0 ? gig.ratingSum / gig.reviewCount : null;
}

/** The tiers of spec.md section 3, and the names they are shown under. */
export const packageNames = { starter: "Basic", pro: "Standard", elite: "Premium" } as const;
export type PackageKey = keyof typeof packageNames;
export const packageKeys = ["starter", "pro", "elite"] as const satisfies PackageKey[];

export type Package = {
  key: PackageKey;
  name: (typeof packageNames)[PackageKey];
  title: string;
  description: string;
  priceCents: number;
  deliveryDays: number;
  /** -1: unlimited. */
  revisions: number;
  features: string[];
};
/** One to three packages, the cheapest tier first. */
export type Packages = [Package, ...Package[]];

/** What packages are made of. `packageDetails`: JSON or text of JSON; null: derived. */
export type Packaged = {
  priceCents: number;
  deliveryDays: number;
  revisions: number;
  features: string[];
  packageDetails: string | null;
};

/** A gig as its page and its orders need it (spec.md section 7, table reads). */
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

/** spec.md section 9. */
export const unlimited = -1;
export const standardFactor = 1.5;
export const premiumFactor = 2;
/** How many related services a gig's page shows. */
export const relatedCount = 4;
const prioritySupport = "Priority Support";
const premiumExtras = [prioritySupport, "Premium Features", "24/7 Customer Service"];

/**
 * What can be ordered (spec.md section 3, package tiers). The seller's own packages where they can be read; a seller may
 * have written one, two or three. A tier counts when it has a price; what else it lacks comes from the gig. Only when no
 * tier counts, all three are derived: mixing written and derived prices would offer what nobody has agreed to.
 */
export function packagesOf(gig: Packaged): Packages {
  const written = record(parsed(gig.packageDetails));
  const [first, ...rest] = packageKeys.flatMap((key) => {
    const tier = readTier(key, written?.[key], gig);
    return tier ? [tier] : [];
  });
  return first ? [first, ...rest] : derived(gig);
}

/** The package of that key; null when the gig does not offer it. */
export function packageOf(gig: Packaged, key: string): Package | null {
  return packagesOf(gig).find((p) => p.key === key) ?? null;
}

function derived(gig: Packaged): Packages {
  const tier = (key: PackageKey, factor: number, step: number, extras: string[]): Package => ({
    key,
    name: packageNames[key],
    title: packageNames[key],
    description: "",
    priceCents: step === 0 ? gig.priceCents : wholeDollars(gig.priceCents * factor),
    deliveryDays: step === 0 ? gig.deliveryDays : Math.max(1, gig.deliveryDays - step),
    revisions: gig.revisions === unlimited ? unlimited : gig.revisions + step,
    features: [...new Set([...gig.features, ...extras])],
  });
  return [
    tier("starter", 1, 0, []),
    tier("pro", standardFactor, 1, [prioritySupport]),
    tier("elite", premiumFactor, 2, premiumExtras),
  ];
}

/** Half up ($52.50 → $53), as product.md section 2 says. */
function wholeDollars(cents: number): number {
  return Math.round(cents / 100) * 100;
}

/** A package text may have been encoded more than once. */
function parsed(text: string | null): unknown {
  let value: unknown = text;
  for (let i = 0; i < 3 && typeof value === "string"; i++) {
    try {
      value = JSON.parse(value);
    } catch {
      return null;
    }
  }
  return value;
}

function readTier(key: PackageKey, value: unknown, gig: Packaged): Package | null {
  const tier = record(value);
  const price = tier?.price;
  if (!tier || typeof price !== "number" || !(price > 0 && price < 1e6)) return null;
  return {
    key,
    name: packageNames[key],
    title: words(tier.title) ?? packageNames[key],
    description: words(tier.description) ?? "",
    priceCents: Math.round(price * 100),
    deliveryDays: whole(tier.delivery_time, 1) ?? gig.deliveryDays,
    revisions: whole(tier.revisions, unlimited) ?? gig.revisions,
    features: Array.isArray(tier.features)
      ? [...new Set(tier.features.filter((f) => typeof f === "string"))]
      : gig.features,
  };
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : null;
}

function words(value: unknown): string | null {
  return typeof value === "string" && value.trim() ? value.trim() : null;
}

function whole(value: unknown, least: number): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= least ? value : null;
}

/** `Unlimited` for -1, else the number (spec.md section 2, service detail). */
export function revisionsText(revisions: number): string {
  return revisions === unlimited ? "Unlimited" : String(revisions);
}

/** `1 day`, `3 days`. */
export function daysText(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** A gig's slug; where it is missing, built from title and id (spec.md section 3; a title without letters: the id alone). */
export function slugOf(gig: { id: string; title: string; slug: string | null }): string {
  return gig.slug || [slugify(gig.title), gig.id.slice(0, 8)].filter(Boolean).join("-");
}

/** The one final address of a gig. */
export function gigPath(gig: { slug: string }): string {
  return `/services/s/${encodeURIComponent(gig.slug)}`;
}

/**
 * Why the viewer may not order this gig (spec.md section 5, purchase; product.md section 4, paused); null: they may. A visitor has
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
