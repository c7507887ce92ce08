import { type Asked, askedOf, listingPath, queryOf } from "#app/catalog/listing.ts";
import { type Filters, filterPairs, filtersOf, noFilters } from "#app/catalog/search/filters.ts";

/** What a search asks for: a listing's wishes, and filters. `cut`: what was typed was longer than a query can be, and the page says so. */
export type SearchAsked = Asked & { filters: Filters; cut: boolean };

/** What the search's URL asks for. Without a `page`, as a form sends it, it begins at page 1. */
export function searchAskedOf(params: URLSearchParams): SearchAsked {
  const cut = queryOf(params).cut || params.has("cut");
  return { ...askedOf(params), filters: filtersOf(params), cut };
}

/** The address of a search; what is the default is left out. @param page from 1 */
export function searchPath({ filters = noFilters, cut = false, ...asked }: Partial<SearchAsked>): string {
  return listingPath("/search", asked, [
    ...filterPairs(filters),
    ...(asked.q && cut ? [["cut", "1"] as [string, string]] : []),
  ]);
}
