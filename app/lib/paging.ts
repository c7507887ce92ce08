/** Larger than any list. The database refuses the offset of a much larger number. */
const beyondAll = 999_999_999;

/**
 * The page number of a URL (docs/specification.md#page-parameter). Anything but a whole number ≥ 1 means page
 * 1.
 * @param text the parameter; null if it is absent
 */
export function pageNumber(text: string | null): number {
  return text && /^[1-9]\d*$/.test(text) ? Math.min(Number(text), beyondAll) : 1;
}

/**
 * The cache stores no pages of a list beyond this one. Visitors rarely read further, and a crawler of a large
 * category would fill the cache with thousands of pages.
 */
export const deepestCachedPage = 50;

/** The number of pages for `count` rows, at least 1. */
export function pageCount(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}

/**
 * The page numbers of a pagination (docs/specification.md#pagination): a sliding window around the current
 * page.
 * @param page the current page, from 1
 * @param total the last page
 */
export function pageWindow(page: number, total: number, width = 5): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(width / 2), total - width + 1));
  return Array.from({ length: Math.min(width, total) }, (_, i) => first + i);
}
