import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { listingTtl } from "#app/browse/listing.ts";
import { ListingFrame } from "#app/browse/listing-frame.tsx";
import { listingParameters, parseListingQuery } from "#app/browse/listing-query.ts";
import { loadListing } from "#app/browse/load-listing.server.ts";
import { CategoryListing } from "#app/browse/topic-listing.tsx";
import { topicMeta } from "#app/browse/topic-meta.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import { findMovedCategory } from "#app/catalog/former-slugs.server.ts";
import { NotFoundScreen } from "#app/catalog/topic-missing.tsx";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { movedPermanently } from "#app/lib/replies.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import stylesheet from "./category.css?url";

/** The page is cached as long as its shortest-lived part (docs/specification.md#cache-times). */
export const handle: PageHandle = {
  hearts: true,
  stylesheet,
  ttl: listingTtl,
  parameters: listingParameters,
};
export const links = linksOf(handle);

const missing = {
  title: "Category Not Found",
  text: "We couldn't find the category you're looking for. It may have been removed or the URL is incorrect.",
};

/**
 * /categories/{category} (docs/specification.md#category-listing). The category itself is the main read. A
 * former slug redirects to the current one.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const sentence = `Failed to load category: please try again (request ${context.requestId})`;
  const find = () => context.dataCache.read(catalog.category, params.category ?? "");
  const category = await mainRead(find, sentence, context.log);
  if (!category) {
    const moved = await mainRead(
      () => findMovedCategory(context.db, params.category ?? ""),
      sentence,
      context.log,
    );
    if (moved !== null) throw movedPermanently(moved + new URL(request.url).search);
    return data({ category: null }, { status: 404 });
  }

  const { name, slug, description } = category;
  const base = href("/categories/:category", { category: category.slug });
  const { results, subcategories, about } = await loadListing(
    { base, categoryId: category.id, description },
    parseListingQuery(new URL(request.url).searchParams),
    context,
  );
  return {
    category: { name, slug, subcategories },
    results,
    about,
    meta: topicMeta(category, [name, ...subcategories.map((sub) => sub.name)], results),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data?.category ? pageMeta(data.meta, matches) : pageMeta({ title: missing.title, noindex: true });

export default function Category() {
  const loaded = useLoaderData<typeof loader>();
  if (!loaded.category) {
    return (
      <ListingFrame>
        <NotFoundScreen {...missing}>
          <Link className="btn go" to="/">
            Return to Home
          </Link>
        </NotFoundScreen>
      </ListingFrame>
    );
  }
  return (
    <ListingFrame>
      <CategoryListing {...loaded} />
    </ListingFrame>
  );
}
