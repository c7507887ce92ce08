import {
  parseResultsQuery,
  parseSort,
  parseTerm,
  type ResultsQuery,
  resultsPath,
  type SearchSort,
  searchSorts,
} from "#app/browse/listing.ts";
import { type Filters, filterPairs, noFilters, parseFilters } from "#app/browse/search/filters.ts";
import { href } from "#app/lib/href.ts";

/**
 * The query of a search. `cut`: the typed term was too long, and the page says that only its beginning was
 * used.
 */
export type SearchQuery = Omit<ResultsQuery, "sort"> & { sort: SearchSort; filters: Filters; cut: boolean };

/** The query in a search's URL. */
export function parseSearchQuery(params: URLSearchParams): SearchQuery {
  const cut = parseTerm(params).cut || params.has("cut");
  const sort = parseSort(params.get("sort"), searchSorts);
  return { ...parseResultsQuery(params), sort, filters: parseFilters(params), cut };
}

/** The address of a search. Defaults are left out. `page` counts from 1. */
export function searchPath({ filters = noFilters, cut = false, ...query }: Partial<SearchQuery>): string {
  return resultsPath(href("/search"), query, [
    ...filterPairs(filters),
    ...(query.q && cut ? [["cut", "1"] as [string, string]] : []),
  ]);
}
