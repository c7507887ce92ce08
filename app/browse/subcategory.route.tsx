import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { listingTtl } from "#app/browse/listing.ts";
import { ListingFrame } from "#app/browse/listing-frame.tsx";
import { listingParameters, parseListingQuery } from "#app/browse/listing-query.ts";
import { loadListing } from "#app/browse/load-listing.server.ts";
import { SubcategoryListing } from "#app/browse/topic-listing.tsx";
import { topicMeta } from "#app/browse/topic-meta.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import { findMovedSubcategory } from "#app/catalog/former-slugs.server.ts";
import { NotFoundScreen } from "#app/catalog/topic-missing.tsx";
import { href } from "#app/lib/href.ts";
import { mainRead } from "#app/lib/reads.ts";
import { movedPermanently, redirect } from "#app/lib/replies.ts";
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
  title: "Subcategory Not Found",
  text: "We couldn't find the subcategory you're looking for. It may have been removed or the URL is incorrect.",
};

/**
 * /categories/{category}/{subcategory} (docs/specification.md#subcategory-listing). The subcategory itself is
 * the main read. Former slugs redirect to the current ones, and an address with another category redirects to
 * that category.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const slugs = { category: params.category ?? "", subcategory: params.subcategory ?? "" };
  const sentence = `Failed to load subcategory: please try again (request ${context.requestId})`;
  const find = () => context.dataCache.read(catalog.subcategory, slugs.subcategory);
  const subcategory = await mainRead(find, sentence, context.log);
  if (subcategory?.category.slug !== slugs.category) {
    const moved = await mainRead(() => findMovedSubcategory(context.db, slugs), sentence, context.log);
    if (moved !== null) throw movedPermanently(moved + new URL(request.url).search);
  }
  if (!subcategory) return data({ subcategory: null, back: slugs.category }, { status: 404 });
  const { name, slug, description, category } = subcategory;
  if (category.slug !== slugs.category)
    throw redirect(href("/categories/:category", { category: slugs.category }));

  const base = href("/categories/:category/:subcategory", {
    category: category.slug,
    subcategory: subcategory.slug,
  });
  const { results, subcategories, about } = await loadListing(
    { base, categoryId: category.id, subcategoryId: subcategory.id, description },
    parseListingQuery(new URL(request.url).searchParams),
    context,
  );
  return {
    subcategory: { name, slug },
    category: { name: category.name, slug: category.slug, subcategories },
    results,
    about,
    meta: topicMeta(subcategory, [name, category.name], results),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data?.subcategory ? pageMeta(data.meta, matches) : pageMeta({ title: missing.title, noindex: true });

export default function Subcategory() {
  const loaded = useLoaderData<typeof loader>();
  if (!loaded.subcategory) {
    return (
      <ListingFrame>
        <NotFoundScreen {...missing}>
          <Link className="btn" to={href("/categories/:category", { category: loaded.back })}>
            {`Back to ${loaded.back.replaceAll("-", " ")}`}
          </Link>
          <Link className="btn go" to="/">
            Return to Home
          </Link>
        </NotFoundScreen>
      </ListingFrame>
    );
  }
  return (
    <ListingFrame>
      <SubcategoryListing {...loaded} />
    </ListingFrame>
  );
}
