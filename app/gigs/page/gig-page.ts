import { categoryPath, subcategoryPath } from "#app/catalog/listing.ts";
import { averageRating, type Gig, gigPath, refusalToOrder } from "#app/gigs/gig.ts";
import { closedBecause } from "#app/gigs/gig-state.ts";
import { type PackageKey, packagesOf } from "#app/gigs/package.ts";
import { creditFor } from "#app/ledger/credit.ts";
import { parseBlocks } from "#app/lib/blocks.ts";
import { dollars } from "#app/lib/money.ts";
import { keptText } from "#app/lib/url-text.ts";
import { metaDescriptionOf, pageMeta } from "#app/seo/meta.ts";
import type { GigImage } from "#drizzle/schema.ts";

/** What the order box keeps of a text in the URL. */
export const requirementsInUrl = 2000;

/** Who looks at the gig, and with what. */
type Look = {
  viewerId: string | null;
  /** The one-time form token of a viewer; null for visitors, whose form leads to sign-in. */
  token: string | null;
  /** What they have to use of their credit, in cents. */
  creditCents: number;
  /** `package` and `requirements` choose what the form starts with. */
  params: URLSearchParams;
};

/** All that the gig's page shows, and nothing more: what a loader returns is sent twice. */
export function gigPage(gig: Gig, { viewerId, token, creditCents, params }: Look) {
  const packages = packagesOf(gig);
  const asked = params.get("package");
  const chosen: PackageKey = packages.find((p) => p.key === asked)?.key ?? packages[0].key;
  return {
    id: gig.id,
    title: gig.title,
    description: parseBlocks(gig.description),
    features: gig.features,
    deliveryDays: gig.deliveryDays,
    revisions: gig.revisions,
    pictures: picturesOf(gig),
    faqs: gig.faqs,
    priceCents: gig.priceCents,
    /** Of the verified reviews, 1 to 5; null: there are none. */
    rating: averageRating(gig),
    reviewCount: gig.reviewCount,
    sellerId: gig.sellerId,
    seller: gig.seller,
    crumbs: [
      { label: "Home", to: "/" },
      { label: gig.category.name, to: categoryPath(gig.category) },
      ...(gig.subcategory
        ? [{ label: gig.subcategory.name, to: subcategoryPath(gig.category, gig.subcategory) }]
        : []),
      { label: gig.title },
    ],
    packages,
    chosen,
    /** How the viewer's credit lowers what the card pays, in a sentence for each package; null: they have none, or it is too cheap. */
    credits: packages.map(({ priceCents }) => creditSentence(priceCents, creditFor(priceCents, creditCents))),
    requirements: keptText(params.get("requirements")).slice(0, requirementsInUrl),
    token,
    /** Why the viewer may not order; null: they may. */
    refusal: refusalToOrder(viewerId, gig),
    isOwn: viewerId === gig.sellerId,
    meta: {
      title: gig.metaTitle || gig.title,
      description: gig.metaDescription || metaDescriptionOf(gig.description),
      keywords: gig.metaKeywords,
      path: gigPath(gig),
      /** What nobody can order is for no search engine (docs/specification.md#gig-visibility), and its record has no offer. */
      noindex: closedBecause(gig) !== null,
    },
  };
}

function creditSentence(priceCents: number, cents: number): string | null {
  return cents > 0
    ? `Your ${dollars(cents)} credit is used: you pay ${dollars(priceCents - cents)} by card.`
    : null;
}

/** One main picture and up to three further ones (docs/specification.md#gig-gallery). */
function picturesOf({ imageUrl, imageAlt, title, furtherImages }: Gig): GigImage[] {
  const main = imageUrl === null ? [] : [{ url: imageUrl, alt: imageAlt ?? title }];
  return [...main, ...furtherImages].slice(0, 4);
}

export type GigPage = ReturnType<typeof gigPage>;

/** 'Service Not Found' with its debug info: what was asked for, and the request's id (docs/specification.md#gig-not-found). */
export type GigMissing = { asked: string; requestId: string };

/** The head of whatever a gig's address has answered. */
export function metaOfGig(
  answer: { page: GigPage | null } | undefined,
  matches: Parameters<typeof pageMeta>[1],
) {
  if (answer?.page) {
    const { meta, pictures } = answer.page;
    return pageMeta({ ...meta, type: "product", picture: pictures[0] && shared(pictures[0]) }, matches);
  }
  return pageMeta({ title: "Service Not Found", noindex: true });
}

/** A gig's picture beside a link: the largest stored version. Pictures of gigs are 4:3. */
function shared({ url, alt }: GigImage) {
  return { path: `${url}?w=960`, width: 960, height: 720, alt };
}
