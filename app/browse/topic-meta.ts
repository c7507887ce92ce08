import { type ListingQuery, listingPath } from "#app/browse/listing-query.ts";
import { isFiltered } from "#app/browse/search/filters.ts";
import { metaDescriptionOf } from "#app/seo/meta.ts";

type Topic = {
  name: string;
  metaTitle: string | null;
  metaDescription: string | null;
  description: unknown;
};

/**
 * The head of a category's or subcategory's page. A missing title or description is built from its name and
 * description (docs/specification.md#page-head).
 * The canonical address has no sort and no filters. A filtered page is not indexed.
 * @param shown `base`: the page's own address
 */
export function topicMeta(
  topic: Topic,
  keywords: string[],
  { base, page, filters }: Omit<ListingQuery, "sort"> & { base: string },
) {
  const noindex = isFiltered(filters);
  return {
    title: topic.metaTitle || `${topic.name} Services`,
    description: topic.metaDescription || topicDescriptionOf(topic),
    keywords,
    path: noindex ? base : listingPath(base, { page }),
    noindex,
  };
}

function topicDescriptionOf({ name, description }: Topic): string {
  const beginning = typeof description === "string" ? metaDescriptionOf(description) : "";
  return beginning || `Fixed-price ${name} services from vetted freelancers.`;
}
