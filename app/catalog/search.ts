import { type Filters, filterPairs, filtersOf, noFilters } from "#app/catalog/filters.ts";
import { type Asked, askedOf, listingPath } from "#app/catalog/listing.ts";

/** What a search asks for: a listing's wishes, and filters. */
export type SearchAsked = Asked & { filters: Filters };

/** What the search's URL asks for. Without a `page`, as a form sends it, it begins at page 1. */
export function searchAskedOf(params: URLSearchParams): SearchAsked {
  return { ...askedOf(params), filters: filtersOf(params) };
}

/** The address of a search; what is the default is left out. @param page from 1 */
export function searchPath({ filters = noFilters, ...asked }: Partial<SearchAsked>): string {
  return listingPath("/search", asked, filterPairs(filters));
}
