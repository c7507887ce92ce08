import type { AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import stylesheet from "#app/gigs/page/gig.css?url";
import { date, minute, monthAndYear, time } from "#app/lib/dates.ts";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { pageNumber } from "#app/lib/paging.ts";
import { mainRead } from "#app/lib/reads.ts";
import { movedPermanently } from "#app/lib/replies.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { displayName, shownFullName } from "#app/profiles/profile.ts";
import { countryName } from "#app/sellers/countries.ts";
import * as sellerPages from "#app/sellers/page/seller-page.server.ts";
import { type SellerPage, sellerPagePath, starChoices, stepsOf } from "#app/sellers/page/seller-page.ts";
import { SellerScreen } from "#app/sellers/page/seller-screen.tsx";
import { metaDescriptionOf, pageMeta } from "#app/seo/meta.ts";

/** A minute, because the page shows the seller's local time (docs/specification.md#cache-times). */
export const handle: PageHandle = {
  hearts: true,
  stylesheet,
  ttl: minute,
  parameters: { page: "page number", reviews: "page number", stars: ["all", ...starChoices] },
  segments: { handle: /^@./ },
};
export const links = linksOf(handle);
export const headers = failureHeaders;

/**
 * /@{username}: the public page of an active seller (docs/specification.md#public-profile). Any other path of
 * one segment gives the usual 404.
 */
export async function loader({
  params,
  request,
  context,
}: LoaderFunctionArgs): Promise<{ seller: SellerPage }> {
  const asked = params.handle ?? "";
  if (!/^@./.test(asked) || asked.length > 200) throw new Response(null, { status: 404 });
  const username = asked.slice(1);
  const { searchParams } = new URL(request.url);
  const page = pageNumber(searchParams.get("page"));
  const reviewPage = Math.min(pageNumber(searchParams.get("reviews")), sellerPages.deepestReviewPage);
  const asksStars = starChoices.find((stars) => stars === searchParams.get("stars"));
  const stars = asksStars === undefined ? null : Number(asksStars);
  const found = await mainRead(
    () => read(context, username.toLowerCase(), { page, reviews: reviewPage, stars }),
    "Something went wrong",
    context.log,
  );
  if (found === null) throw new Response(null, { status: 404 });
  if (found.username !== username) throw movedPermanently(sellerPagePath(found.username));
  if (!("gigs" in found)) throw new Response(null, { status: 404 });
  return { seller: found };
}

/** The page; for a former username, only the current one; null for a user without a page. */
async function read(
  { db, clock, viewer }: AppLoadContext,
  username: string,
  shown: { page: number; reviews: number; stars: number | null },
): Promise<SellerPage | { username: string } | null> {
  const seller = await sellerPages.find(db, username);
  if (!seller) {
    const renamed = await sellerPages.findRenamed(db, username, clock.now());
    return renamed === null ? null : { username: renamed };
  }
  const [offers, opinions] = await Promise.all([
    sellerPages.listGigs(db, seller.id, shown.page),
    sellerPages.listReviews(db, seller.id, shown.reviews, shown.stars),
  ]);
  const { vettedAt, awayUntil, languages, country, timeZone, since, bio, ratings, ratingSum, ...rest } =
    seller;
  return {
    ...rest,
    bio: bio ?? "",
    isVetted: vettedAt !== null,
    backOn: awayUntil === null ? null : date(awayUntil, timeZone),
    since: monthAndYear(since),
    country: country && countryName(country),
    localTime: timeZone && time(clock.now(), timeZone),
    languages: languages.map(({ name, level }) => `${name} (${level})`),
    gigs: offers.gigs,
    reviews: opinions.reviews,
    rating: ratings && ratingSum ? { average: ratingSum / ratings, count: ratings } : null,
    stars: shown.stars,
    isOwn: viewer?.id === seller.id,
    path: sellerPagePath(username, shown.stars === null ? shown : { page: shown.page }),
    ...stepsOf(username, shown, { gigs: offers.hasMore, reviews: opinions.hasMore }),
  };
}

/** A POST gives the usual 404, like any path that is not in the route table. */
export function action(): never {
  throw new Response(null, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { seller } = data;
  const { bio, path } = seller;
  const name = shownFullName(seller) || displayName(seller);
  return pageMeta(
    {
      title: `${name}, seller`,
      description: metaDescriptionOf(bio || `Services by ${name}`),
      path,
      // Its reviews are also on the page without the filter.
      noindex: seller.stars !== null,
    },
    matches,
  );
};

export default function Seller() {
  return <SellerScreen seller={useLoaderData<typeof loader>().seller} />;
}
