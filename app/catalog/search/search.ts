import { parseResultsQuery, parseTerm, type ResultsQuery, resultsPath } from "#app/catalog/listing.ts";
import { type Filters, filterPairs, noFilters, parseFilters } from "#app/catalog/search/filters.ts";

/**
 * The query of a search. `cut`: the typed term was too long, and the page says that only its beginning was
 * used.
 */
export type SearchQuery = ResultsQuery & { filters: Filters; cut: boolean };

/** The query in a search's URL. */
export function parseSearchQuery(params: URLSearchParams): SearchQuery {
  const cut = parseTerm(params).cut || params.has("cut");
  return { ...parseResultsQuery(params), filters: parseFilters(params), cut };
}

/** The address of a search. Defaults are left out. `page` counts from 1. */
export function searchPath({ filters = noFilters, cut = false, ...query }: Partial<SearchQuery>): string {
  return resultsPath("/search", query, [
    ...filterPairs(filters),
    ...(query.q && cut ? [["cut", "1"] as [string, string]] : []),
  ]);
}
