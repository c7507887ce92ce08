import { minute } from "#app/lib/dates.ts";
import { pageCount, pageNumber } from "#app/lib/paging.ts";

/** Gigs on a page of a listing (docs/specification.md#pagination). */
export const listingSize = 20;
/** How long a category's page may be shown: as long as its shortest-lived part, counts and gigs (docs/specification.md#cache-times), in ms. */
export const listingTtl = minute;
/** How long a category itself and the index may: in ms. */
export const categoryTtl = 5 * minute;
/** Result counts are exact up to here, then "1,000+" (docs/specification.md#search-matching). */
export const countCap = 1000;

/** docs/specification.md#category-listing. */
export const sorts = [
  { key: "newest", label: "Newest" },
  { key: "price-low", label: "Price: Low to High" },
  { key: "price-high", label: "Price: High to Low" },
] as const;
export type Sort = (typeof sorts)[number]["key"];
export const defaultSort: Sort = "newest";

/** The sort that a URL asks for; anything unknown is the default. */
export function sortOf(text: string | null): Sort {
  return sorts.find((sort) => sort.key === text)?.key ?? defaultSort;
}

/** What a listing's URL asks for; `q` is trimmed and never too long. */
export type Asked = { q: string; sort: Sort; page: number };

export function askedOf(params: URLSearchParams): Asked {
  return { q: queryOf(params).q, sort: sortOf(params.get("sort")), page: pageNumber(params.get("page")) };
}

/** So many characters are looked for; no title is longer than 80. */
export const queryLength = 200;

/** The query of a URL, and whether that is only its beginning. */
export function queryOf(params: URLSearchParams): { q: string; cut: boolean } {
  const typed = (params.get("q") ?? "").replaceAll("\0", "").trim();
  const q = [...typed].slice(0, queryLength).join("").trimEnd();
  return { q, cut: q !== typed };
}

/** The address of a listing; what is the default is left out. @param page from 1 @param more what else it asks for */
export function listingPath(
  base: string,
  { q, sort = defaultSort, page = 1 }: Partial<Asked>,
  more: [name: string, value: string][] = [],
): string {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (sort !== defaultSort) params.set("sort", sort);
  for (const [name, value] of more) params.append(name, value);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `${base}?${params}` : base;
}

/** The last page of a listing when `page` lies beyond it (docs/specification.md#page-parameter: redirect there); else null. */
export function lastPageInstead(page: number, count: number): number | null {
  const last = pageCount(count, listingSize);
  return page > last ? last : null;
}

/** `38`, `1,000+`. @param capped whether there are more than `count` */
export function countText(count: number, capped = false): string {
  return count.toLocaleString("en-US") + (capped ? "+" : "");
}

/** How much of a query a title and a heading show, in characters. */
const shownLength = 80;
/** Letters that run to the left, and marks that turn the direction. */
const turning = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A query as a title and a heading show it: a long one is cut, and one that runs to the left turns nothing around it. */
export function shownQuery(q: string): string {
  const characters = [...q];
  const shown =
    characters.length > shownLength ? `${characters.slice(0, shownLength).join("").trimEnd()}…` : q;
  return turning.test(shown) ? `\u2068${shown}\u2069` : shown;
}

export function categoryPath(category: { slug: string }): string {
  return `/categories/${encodeURIComponent(category.slug)}`;
}

export function subcategoryPath(category: { slug: string }, subcategory: { slug: string }): string {
  return `${categoryPath(category)}/${encodeURIComponent(subcategory.slug)}`;
}
