import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orderFormToken } from "#app/checkout/order-form-token.server.ts";
import type { Db, Log } from "#app/context.ts";
import { listAnswerTimes } from "#app/conversations/answer-times.server.ts";
import { gigTtl } from "#app/gigs/gig.ts";
import { isVisibleTo } from "#app/gigs/gig-state.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { choiceIn, choiceOfLines } from "#app/gigs/packages/extras.ts";
import { maxQueue } from "#app/gigs/page/gig-facts.ts";
import { gigPage } from "#app/gigs/page/gig-page.ts";
import { addViewed, viewedMaxAge } from "#app/gigs/page/viewed-gigs.ts";
import { href } from "#app/lib/href.ts";
import { deepestCachedPage, pageCount, pageNumber } from "#app/lib/paging.ts";
import { mainRead, sectionRead, sectionReads } from "#app/lib/reads.ts";
import { movedPermanently, redirect } from "#app/lib/replies.ts";
import * as orders from "#app/orders/orders.server.ts";
import { findParked } from "#app/parked/parked.server.ts";
import * as usernames from "#app/profiles/usernames.server.ts";
import * as reviews from "#app/reviews/gig-reviews.server.ts";
import type { ReviewList } from "#app/reviews/gig-reviews.tsx";
import { reviewPageSearch } from "#app/reviews/review-pages.ts";

type Context = LoaderFunctionArgs["context"];

/**
 * Loads the page of a gig, or answers 404 with what is missing. The gig and its sections are read at the same
 * time, in two parallel round trips.
 * @param username the seller in the address; undefined if the address names none
 * @throws Response 503 if the gig cannot be read; a redirect from an old slug, from a recent username of the
 * seller, or from a page of reviews beyond the last
 */
export async function loadGigPage(slug: string, request: Request, context: Context, username?: string) {
  const { db, dataCache, viewer, log, requestId, clock } = context;
  const url = new URL(request.url);
  const reviewPage = pageNumber(url.searchParams.get("reviews"));
  const sentence = fetchFailedSentence(requestId);
  const usernameInUrl = username?.toLowerCase();
  /**
   * The seller's current username, if the address names no seller, or names them by a current or recent
   * username.
   */
  const findSellerName = async (sellerId: string, current = "") =>
    usernameInUrl === undefined || usernameInUrl === current
      ? current
      : await mainRead(() => usernames.findCurrent(db, sellerId, usernameInUrl, clock.now()), sentence, log);
  const [gig, sections] = await Promise.all([
    mainRead(() => dataCache.read(gigBySlug, slug), sentence, log),
    dataCache.read(gigSections, slug, reviewPage),
  ]);
  if (!gig) {
    const renamed = await mainRead(() => gigs.findByOldSlug(db, slug), sentence, log);
    const seller =
      renamed && isVisibleTo(viewer, renamed)
        ? await findSellerName(renamed.sellerId, renamed.username)
        : null;
    if (renamed && seller !== null) {
      const path =
        usernameInUrl === undefined
          ? href("/services/s/:slug", { slug: renamed.slug })
          : href("/:handle/:slug", { handle: `@${seller}`, slug: renamed.slug });
      throw movedPermanently(path + url.search);
    }
  }
  const seller =
    gig && isVisibleTo(viewer, gig) ? await findSellerName(gig.sellerId, gig.seller?.username) : null;
  if (!gig || seller === null)
    return data({ page: null, missing: { requested: slug, requestId } }, { status: 404 });
  if (usernameInUrl !== undefined && usernameInUrl !== seller)
    throw movedPermanently(href("/:handle/:slug", { handle: `@${seller}`, slug: gig.slug }) + url.search);
  const lastReviewPage = pageCount(gig.reviewCount, reviews.reviewsPerPage);
  if (reviewPage > lastReviewPage)
    throw redirect(url.pathname + reviewPageSearch(url.search, lastReviewPage));
  if (!context.isPrefetch) {
    context.cookies.set("recent", addViewed(context.recentlyViewed, gig.id).join("."), viewedMaxAge);
    if (viewer?.id !== gig.sellerId) context.countView(gig.id);
  }
  const orderForm = viewer && (await mainRead(() => orderFormToken(db, viewer.id, gig.id), sentence, log));
  const { token = null, creditCents = 0 } = orderForm ?? {};
  const draft = await findParked(context, url.searchParams);
  const earlier = await findEarlier(context, url.searchParams.get("again"), gig.id);
  return {
    page: gigPage(gig, {
      viewerId: viewer?.id ?? null,
      token,
      creditCents,
      packageKey: url.searchParams.get("package"),
      choice: earlier ? choiceOfLines(earlier.lines) : choiceIn(url.searchParams),
      lines: earlier?.lines ?? null,
      requirements: draft?.requirements ?? earlier?.requirements ?? "",
    }),
    reviews: {
      verified: sections.verified,
      page: reviewPage,
      pages: lastReviewPage,
      shares: sections.ratings && gig.reviewCount > 0 ? countByStars(sections.ratings) : null,
      about: (sections.ofCategory ?? []).slice(0, Math.max(0, reviews.filledUpTo - gig.reviewCount)),
    } satisfies ReviewList,
    related: sections.related ?? [],
    queue: sections.queue?.[0]?.count ?? null,
    answerTimes: sections.answers?.map(({ ms }) => ms) ?? null,
  };
}

/** The text of the error screen if a gig cannot be read (docs/specification.md#error-catalogue). */
export function fetchFailedSentence(requestId: string): string {
  return `Error fetching service: please try again (request ${requestId})`;
}

/** What the viewer chose and wrote in an order of this gig; null if it is not an order of theirs. */
async function findEarlier({ db, viewer, log }: Context, orderId: string | null, gigId: string) {
  if (!viewer || orderId === null) return null;
  const read = () => orders.findToRepeat(db, { id: orderId, buyerId: viewer.id, gigId });
  return await sectionRead(read, "earlier order", log);
}

/** A gig by its slug, cached. */
const gigBySlug = {
  name: "gig",
  ttl: gigTtl,
  read: (db: Db, _log: Log, slug: string) => gigs.find(db, { slug }),
};

/**
 * The sections of a gig's page, the same for every viewer. They are not cached if they are empty, because the
 * slug may be made up, nor on a page without reviews, because its number may be.
 */
const gigSections = {
  name: "around-gig",
  ttl: gigTtl,
  read: readGigSections,
  isCacheable: (
    { verified, related }: Awaited<ReturnType<typeof readGigSections>>,
    _slug: string,
    page: number,
  ) =>
    page === 1
      ? [verified, related].some((rows) => rows?.length)
      : page <= deepestCachedPage && !!verified?.length,
};

/** Reads reviews and related gigs. Null: that section could not be read, and the page is shown without it. */
function readGigSections(db: Db, log: Log, slug: string, page: number) {
  return sectionReads(
    db,
    {
      verified: reviews.verified(db, slug, page),
      ratings: reviews.ratings(db, slug),
      ofCategory: reviews.ofCategory(db, slug),
      related: gigs.listRelated(db, slug),
      queue: gigs.countQueue(db, slug, maxQueue),
      answers: listAnswerTimes(db, slug),
    },
    log,
  );
}

/** How many reviews gave 5, 4, 3, 2 and 1 stars, in this order. */
function countByStars(ratings: { rating: number; count: number }[]): number[] {
  return [5, 4, 3, 2, 1].map((stars) => ratings.find(({ rating }) => rating === stars)?.count ?? 0);
}
