import { data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { Db, Log } from "#app/context.ts";
import { gigPath, gigTtl } from "#app/gigs/gig.ts";
import { isVisibleTo } from "#app/gigs/gig-state.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { gigPage } from "#app/gigs/page/gig-page.ts";
import { viewedFor, withViewed } from "#app/gigs/page/recent.ts";
import { deepestCachedPage, pageCount, pageNumber } from "#app/lib/paging.ts";
import { mainRead, sectionReads } from "#app/lib/reads.ts";
import { movedPermanently } from "#app/lib/replies.ts";
import { orderFormToken } from "#app/orders/placing/order-form-token.server.ts";
import * as usernames from "#app/profiles/usernames.server.ts";
import * as reviews from "#app/reviews/gig-reviews.server.ts";
import type { ReviewList } from "#app/reviews/gig-reviews.tsx";
import { reviewPageSearch } from "#app/reviews/review.ts";

type Context = LoaderFunctionArgs["context"];

/**
 * What a gig's address answers: its page, or what is missing, with status 404. The gig and the sections around it are read at
 * the same time, in two round trips side by side.
 * @param username whose gig it has to be; without it anybody's
 * @throws 503 when the gig cannot be read; a redirect from an old slug, from a name that the seller had until lately, or from a page of reviews that is none
 */
export async function loadGigPage(slug: string, request: Request, context: Context, username?: string) {
  const { db, dataCache, viewer, log, requestId, clock } = context;
  const url = new URL(request.url);
  const asked = pageNumber(url.searchParams.get("reviews"));
  const sentence = failed(requestId);
  const named = username?.toLowerCase();
  /** How the seller is called now, where the address may name them: by that name, or by one that was theirs until lately. */
  const sellerNow = async (sellerId: string, known = "") =>
    named === undefined || named === known
      ? known
      : await mainRead(() => usernames.currentOf(db, sellerId, named, clock.now()), sentence, log);
  const [gig, around] = await Promise.all([
    mainRead(() => dataCache.read(gigOfSlug, slug), sentence, log),
    dataCache.read(aroundGig, slug, asked),
  ]);
  if (!gig) {
    const now = await mainRead(() => gigs.movedTo(db, slug), sentence, log);
    const seller = now && isVisibleTo(viewer, now) ? await sellerNow(now.sellerId, now.username) : null;
    if (now && seller !== null)
      throw movedPermanently(
        (named === undefined ? gigPath(now) : sellersPath(seller, now.slug)) + url.search,
      );
  }
  const seller = gig && isVisibleTo(viewer, gig) ? await sellerNow(gig.sellerId, gig.seller?.username) : null;
  if (!gig || seller === null)
    return data({ page: null, missing: { asked: slug, requestId } }, { status: 404 });
  if (named !== undefined && named !== seller)
    throw movedPermanently(sellersPath(seller, gig.slug) + url.search);
  const pages = pageCount(gig.reviewCount, reviews.reviewsPerPage);
  if (asked > pages) throw redirect(url.pathname + reviewPageSearch(url.search, pages));
  context.cookies.set("recent", withViewed(context.recentlyViewed, gig.id).join("."), viewedFor);
  const look = viewer && (await mainRead(() => orderFormToken(db, viewer.id, gig.id), sentence, log));
  const { token = null, creditCents = 0 } = look ?? {};
  return {
    page: gigPage(gig, { viewerId: viewer?.id ?? null, token, creditCents, params: url.searchParams }),
    reviews: {
      verified: around.verified,
      page: asked,
      pages,
      shares: around.ratings && gig.reviewCount > 0 ? sharesOf(around.ratings) : null,
      about: (around.ofCategory ?? []).slice(0, Math.max(0, reviews.filledUpTo - gig.reviewCount)),
    } satisfies ReviewList,
    related: around.related ?? [],
  };
}

/** The sentence of docs/specification.md#error-catalogue. */
export function failed(requestId: string): string {
  return `Error fetching service: please try again (request ${requestId})`;
}

function sellersPath(username: string, slug: string): string {
  return `/@${username}/${encodeURIComponent(slug)}`;
}

const gigOfSlug = {
  name: "gig",
  ttl: gigTtl,
  read: (db: Db, _log: Log, slug: string) => gigs.find(db, { slug }),
};

/** Everybody sees the same. Around an address that was made up there is nothing, and on a made-up page no review. */
const aroundGig = {
  name: "around-gig",
  ttl: gigTtl,
  read: readAround,
  isCacheable: (
    { verified, related }: Awaited<ReturnType<typeof readAround>>,
    _slug: string,
    page: number,
  ) =>
    page === 1
      ? [verified, related].some((rows) => rows?.length)
      : page <= deepestCachedPage && !!verified?.length,
};

/** Reviews and related services; what cannot be read is null, and the page stands without it. */
function readAround(db: Db, log: Log, slug: string, page: number) {
  const read = {
    verified: reviews.verified(db, slug, page),
    ratings: reviews.ratings(db, slug),
    ofCategory: reviews.ofCategory(db, slug),
    related: gigs.related(db, slug),
  };
  return sectionReads(
    async () => {
      const [verified, ratings, ofCategory, related] = await db.batch([
        read.verified,
        read.ratings,
        read.ofCategory,
        read.related,
      ]);
      return { verified, ratings, ofCategory, related };
    },
    {
      verified: async () => await read.verified,
      ratings: async () => await read.ratings,
      ofCategory: async () => await read.ofCategory,
      related: async () => await read.related,
    },
    log,
  );
}

/** How many gave 5, 4, 3, 2 and 1 stars. */
function sharesOf(ratings: { rating: number; count: number }[]): number[] {
  return [5, 4, 3, 2, 1].map((stars) => ratings.find(({ rating }) => rating === stars)?.count ?? 0);
}
