import { parseSort, resultsPath, type Sort, sorts } from "#app/browse/listing.ts";
import { type Filters, filterPairs, noFilters, parseFilters } from "#app/browse/search/filters.ts";
import { pageNumber } from "#app/lib/paging.ts";
import type { PageHandle } from "#app/page-handle.ts";

/**
 * The query of a category's or subcategory's page. `page` counts from 1. The category is in the path, so that
 * filter is always off.
 */
export type ListingQuery = { sort: Sort; page: number; filters: Filters };

export function parseListingQuery(params: URLSearchParams): ListingQuery {
  return {
    sort: parseSort(params.get("sort"), sorts),
    page: pageNumber(params.get("page")),
    filters: { ...parseFilters(params), category: null },
  };
}

/** The address of a listing. Defaults are left out. @param base the listing's own address */
export function listingPath(
  base: string,
  { filters = noFilters, ...query }: Partial<ListingQuery> = {},
): string {
  return resultsPath(base, query, filterPairs(filters));
}

/** The parameters of a listing for the page cache, which keeps no filtered page. */
export const listingParameters: PageHandle["parameters"] = {
  sort: sorts.map(({ key }) => key),
  page: "page number",
  min: "filter",
  max: "filter",
  days: "filter",
  level: "filter",
  rating: "filter",
};
