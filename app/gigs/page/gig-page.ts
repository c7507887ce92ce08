import { averageRating, refusalToOrder } from "#app/gigs/gig.ts";
import { unavailableReason } from "#app/gigs/gig-state.ts";
import type { Gig } from "#app/gigs/gigs.server.ts";
import { additionsTo, type Choice, packageAlone } from "#app/gigs/packages/extras.ts";
import type { Package, PackageKey } from "#app/gigs/packages/package.ts";
import { packagesOf } from "#app/gigs/packages/packages-of.ts";
import { parseBlocks } from "#app/lib/blocks.ts";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { countryName } from "#app/sellers/countries.ts";
import { sellerPagePath } from "#app/sellers/page/seller-page.ts";
import { metaDescriptionOf } from "#app/seo/meta.ts";
import type { GigExtras, GigPicture, OrderLine } from "#drizzle/schema.ts";

/** What the page depends on besides the gig: the viewer, and what they chose and typed. */
type ViewerState = {
  viewerId: string | null;
  /** The one-time token of the order form; null for a visitor, whose form redirects to sign-in. */
  token: string | null;
  /** The viewer's available credit, in cents. */
  creditCents: number;
  /** The package that the address chooses; null or an unknown one chooses the first. */
  packageKey: string | null;
  /** The extras and the quantity that the address or an earlier order chooses; absent: the package alone. */
  choice?: Omit<Choice, "package">;
  /** The lines of the earlier order, which name extras that are gone. */
  lines?: OrderLine[] | null;
  /** What the viewer typed into the order form before sign-in. */
  requirements: string;
};

/** Everything that the gig's page shows. Add nothing else: loader data is sent twice, as HTML and as JSON. */
export function gigPage(
  gig: Gig,
  { viewerId, token, creditCents, packageKey, choice, lines = null, requirements }: ViewerState,
) {
  const packages = packagesOf(gig);
  const offered = packages.find((p) => p.key === packageKey) ?? packages[0];
  const chosen: PackageKey = offered.key;
  return {
    id: gig.id,
    slug: gig.slug,
    title: gig.title,
    description: parseBlocks(gig.description),
    features: gig.features,
    deliveryDays: gig.deliveryDays,
    revisions: gig.revisions,
    pictures: picturesOf(gig),
    faqs: gig.faqs,
    priceCents: gig.priceCents,
    /** The average of verified reviews, from 1 to 5; null if there are none. */
    rating: averageRating(gig),
    reviewCount: gig.reviewCount,
    /** How many orders of it were completed. */
    sales: gig.completedOrders,
    sellerId: gig.sellerId,
    seller: gig.seller && sellerOf(gig, gig.seller),
    crumbs: [
      { label: "Home", to: "/" },
      { label: gig.category.name, to: href("/categories/:category", { category: gig.category.slug }) },
      ...(gig.subcategory
        ? [
            {
              label: gig.subcategory.name,
              to: href("/categories/:category/:subcategory", {
                category: gig.category.slug,
                subcategory: gig.subcategory.slug,
              }),
            },
          ]
        : []),
      { label: gig.title },
    ],
    packages,
    chosen,
    creditCents: viewerId === null ? null : creditCents,
    ...extrasOf(gig, offered, choice ?? packageAlone, lines),
    requirements,
    token,
    /** Why the viewer may not order: a sentence; null if they may. */
    refusal: withReturn(refusalToOrder(viewerId, gig), gig),
    isOwn: viewerId === gig.sellerId,
    meta: {
      title: gig.metaTitle || gig.title,
      description: gig.metaDescription || metaDescriptionOf(gig.description),
      keywords: gig.metaKeywords,
      path: href("/services/s/:slug", { slug: gig.slug }),
      /** Search engines do not index a gig that cannot be ordered (docs/specification.md#gig-visibility). */
      noindex: unavailableReason(gig) !== null,
    },
  };
}

/**
 * What can be added to the packages, and what is chosen of it; nothing if there is nothing to add. `leftOut`:
 * a sentence about what was chosen and is no longer offered.
 */
function extrasOf(
  { extras }: Gig,
  offered: Package,
  choice: Omit<Choice, "package">,
  lines: OrderLine[] | null,
): { extras?: GigExtras; choice?: Omit<Choice, "package">; leftOut?: string } {
  const additions = additionsTo(offered, extras);
  const gone = choice.extras.filter((id) => !additions.some((addition) => addition.id === id));
  const kept = { ...choice, extras: choice.extras.filter((id) => !gone.includes(id)) };
  const isSeveralGone = choice.quantity !== 1 && !extras?.several;
  const names = gone.map((id) => lines?.find((line) => line.id === id)?.title ?? "one of the extras");
  const left = [
    names.length > 0 ? `No longer offered, so we removed: ${[...new Set(names)].join(", ")}` : null,
    isSeveralGone ? "You can order only one of this service at a time" : null,
  ].filter((sentence) => sentence !== null);
  return {
    ...(extras ? { extras, choice: isSeveralGone ? { ...kept, quantity: 1 } : kept } : {}),
    ...(left.length > 0 ? { leftOut: left.join(". ") } : {}),
  };
}

/** Adds when a service that is paused while its seller is away can be ordered again, by the seller's date. */
function withReturn(refusal: string | null, { backAt, sellerTimeZone }: Gig): string | null {
  return refusal === null || backAt === null
    ? refusal
    : `${refusal}. Back on ${date(backAt, sellerTimeZone)}`;
}

/** How much of a seller's text a gig's page shows, in characters. */
const maxAboutLength = 160;

/**
 * The seller as the page shows them: one line of facts, the beginning of a long text, and a link to their
 * page.
 */
function sellerOf(gig: Gig, { about, since, ...seller }: NonNullable<Gig["seller"]>) {
  return {
    ...seller,
    about: shortened(about?.trim() ?? ""),
    facts: [
      seller.sellerLevel,
      gig.sellerCountry && countryName(gig.sellerCountry),
      gig.sellerLanguages?.map(({ name }) => name).join(", "),
      `Member since ${new Date(since).getUTCFullYear()}`,
    ]
      .filter(Boolean)
      .join(" · "),
    path: gig.sellerHasPage ? sellerPagePath(seller.username) : null,
  };
}

/** A long text up to its last space that fits; some languages have no spaces. */
function shortened(text: string): string {
  const characters = [...text];
  if (characters.length <= maxAboutLength) return text;
  const end = characters.lastIndexOf(" ", maxAboutLength);
  return `${characters.slice(0, end > 0 ? end : maxAboutLength).join("")} …`;
}

/** The main picture and up to three more (docs/specification.md#gig-gallery). */
function picturesOf({ imageUrl, imageAlt, title, furtherImages }: Gig): GigPicture[] {
  const main = imageUrl === null ? [] : [{ url: imageUrl, alt: imageAlt ?? title }];
  return [...main, ...furtherImages].slice(0, 4);
}

export type GigPage = ReturnType<typeof gigPage>;

/**
 * The debug info of 'Service Not Found': the slug or id in the address, and the request's id
 * (docs/specification.md#gig-not-found).
 */
export type MissingGig = { requested: string; requestId: string };
