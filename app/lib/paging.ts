/** Beyond every total there can be; a larger offset would be no number that the database takes. */
const beyondAll = 999_999_999;

/**
 * The page a URL asks for. Not a whole number ≥ 1: page 1 (docs/specification.md#page-parameter).
 * @param text the `page` parameter, null when absent
 */
export function pageNumber(text: string | null): number {
  return text && /^[1-9]\d*$/.test(text) ? Math.min(Number(text), beyondAll) : 1;
}

/**
 * The last page of a list that a cache keeps. Nearly nobody goes further; a machine that walks a large category would fill the cache
 * with thousands of pages.
 */
export const deepestCachedPage = 50;

/** How many pages `count` rows fill; never less than 1. */
export function pageCount(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}

/**
 * The numbers shown by a pagination: a sliding window of at most five (docs/specification.md#pagination).
 * @param page the current page, from 1 @param total the last page
 */
export function pageWindow(page: number, total: number, width = 5): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(width / 2), total - width + 1));
  return Array.from({ length: Math.min(width, total) }, (_, i) => first + i);
}
