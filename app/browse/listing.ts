import { minute } from "#app/lib/dates.ts";
import { pageCount, pageNumber } from "#app/lib/paging.ts";

/** How many gigs a page of a listing or of search results shows (docs/specification.md#pagination). */
export const pageSize = 20;
/**
 * How long a listing is cached, in ms: as long as its gigs and counts (docs/specification.md#cache-times).
 */
export const listingTtl = minute;
/** How long FAQs and features are cached, in ms. */
export const aboutTtl = 60 * minute;
/**
 * Counts of search results are exact up to this number, then "1,000+"
 * (docs/specification.md#search-matching).
 */
export const countCap = 1000;

/** The sorts of listings and search, with their labels (docs/specification.md#category-listing). */
export const sorts = [
  { key: "newest", label: "Newest" },
  { key: "price-low", label: "Price: Low to High" },
  { key: "price-high", label: "Price: High to Low" },
] as const;
export type Sort = (typeof sorts)[number]["key"];
const defaultSort: Sort = "newest";
/** The sorts of the search (docs/specification.md#search-sorts). */
export const searchSorts = [
  ...sorts,
  { key: "best-match", label: "Best match" },
  { key: "best-rated", label: "Best rated" },
] as const;
export type SearchSort = (typeof searchSorts)[number]["key"];

/** The sort in a URL; the default if it is not among these. */
export function parseSort<Key extends string>(
  text: string | null,
  among: readonly { key: Key | Sort }[],
): Key | Sort {
  return among.find((sort) => sort.key === text)?.key ?? defaultSort;
}

/** The query of a listing or search. `q`: the search term, trimmed and at most `maxTermLength` characters. */
export type ResultsQuery = { q: string; sort: Sort; page: number };

export function parseResultsQuery(params: URLSearchParams): ResultsQuery {
  return {
    q: parseTerm(params).q,
    sort: parseSort(params.get("sort"), sorts),
    page: pageNumber(params.get("page")),
  };
}

/** Only this many characters of a search term are used. No title is longer than 80. */
export const maxTermLength = 200;

/** The search term in a URL. `cut`: it was longer, and only its beginning is used. */
export function parseTerm(params: URLSearchParams): { q: string; cut: boolean } {
  const typed = (params.get("q") ?? "").replaceAll("\0", "").trim();
  const q = [...typed].slice(0, maxTermLength).join("").trimEnd();
  return { q, cut: q !== typed };
}

/**
 * The address of a listing or of search results. Defaults are left out.
 * @param page from 1
 * @param more further parameters
 */
export function resultsPath(
  base: string,
  { q, sort = defaultSort, page = 1 }: { q?: string; sort?: SearchSort; page?: number },
  more: [name: string, value: string][] = [],
): string {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (sort !== defaultSort) params.set("sort", sort);
  for (const [name, value] of more) params.append(name, value);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `${base}?${params}` : base;
}

/**
 * The last page, to redirect to, if `page` lies beyond it; else null (docs/specification.md#page-parameter).
 */
export function lastPageIfBeyond(page: number, count: number): number | null {
  const last = pageCount(count, pageSize);
  return page > last ? last : null;
}

/**
 * A count as text: `38`, `1,000+`.
 * @param capped whether there are more than `count`
 */
export function countText(count: number, capped = false): string {
  return count.toLocaleString("en-US") + (capped ? "+" : "");
}

/** How many characters of a search term titles and headings show. */
const maxDisplayLength = 80;
/** Right-to-left letters, and characters that change the writing direction. */
const rightToLeft = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A search term for titles and headings: shortened, and isolated if it is right-to-left, so that the text
 * around it keeps its direction.
 */
export function displayTerm(q: string): string {
  const characters = [...q];
  const shown =
    characters.length > maxDisplayLength ? `${characters.slice(0, maxDisplayLength).join("").trimEnd()}…` : q;
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown;
}
