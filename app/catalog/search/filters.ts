import { slugify } from "#app/lib/slug.ts";

/** Up to so many days (product.md section 2 leaves the steps open; these are what sellers offer). */
export const deliverySteps = [1, 3, 7, 14, 30] as const;
/** At least so many stars. */
export const ratingSteps = [4.5, 4, 3] as const;
/** The levels of a seller, the highest first (docs/specification.md#data-profile). */
export const levels = ["Top Rated", "Level 2", "Level 1", "Rising Talent"] as const;
export type Level = (typeof levels)[number];

/** What a search is narrowed to. null and an empty list: not at all. */
export type Filters = {
  /** Whole dollars, both ends included; `min` is never above `max`. */
  min: number | null;
  max: number | null;
  /** At most so many days. */
  days: number | null;
  /** One of these. */
  levels: Level[];
  /** At least so many stars, of verified reviews. */
  rating: number | null;
};

export const noFilters: Filters = { min: null, max: null, days: null, levels: [], rating: null };

/**
 * The filters that a URL asks for. What cannot be read is left out; of a repeated one the first that can be read counts; a
 * lowest price above the highest changes places with it.
 */
export function filtersOf(params: URLSearchParams): Filters {
  const first = <T>(name: string, read: (text: string) => T | undefined) =>
    params
      .getAll(name)
      .map(read)
      .find((value) => value !== undefined) ?? null;
  const [min, max] = [first("min", wholeDollars), first("max", wholeDollars)];
  const swapped = min !== null && max !== null && min > max;
  const asked = params.getAll("level").map(slugify);
  return {
    min: swapped ? max : min,
    max: swapped ? min : max,
    days: first("days", (text) => deliverySteps.find((days) => String(days) === text)),
    levels: levels.filter((level) => asked.includes(slugify(level))),
    rating: first("rating", (text) => ratingSteps.find((rating) => String(rating) === text)),
  };
}

/** `50`, `$50`, `1,200`: from $1 to $999,999. Anything else, 0 too, says nothing. */
function wholeDollars(text: string): number | undefined {
  // Trimmed first: a pattern with two runs of spaces takes the square of a long one's time.
  const digits = /^(?:\$\s*)?(\d+|\d{1,3}(?:,\d{3})+)$/.exec(text.trim())?.[1]?.replaceAll(",", "");
  const dollars = Number(digits);
  return dollars >= 1 && dollars <= 999_999 ? dollars : undefined;
}

/** The filters as the pairs of a URL, in one order. */
export function filterPairs({ min, max, days, levels, rating }: Filters): [string, string][] {
  const one = (name: string, value: number | null): [string, string][] =>
    value === null ? [] : [[name, String(value)]];
  return [
    ...one("min", min),
    ...one("max", max),
    ...one("days", days),
    ...levels.map((level): [string, string] => ["level", slugify(level)]),
    ...one("rating", rating),
  ];
}

/** The filters that are on, in words, each with what stays when it is taken off. */
export function activeFilters(filters: Filters): { label: string; without: Filters }[] {
  const { min, max, days, rating } = filters;
  return [
    min !== null && { label: `From ${priceText(min)}`, without: { ...filters, min: null } },
    max !== null && { label: `Up to ${priceText(max)}`, without: { ...filters, max: null } },
    days !== null && { label: daysLabel(days), without: { ...filters, days: null } },
    ...filters.levels.map((level) => ({
      label: level,
      without: { ...filters, levels: filters.levels.filter((other) => other !== level) },
    })),
    rating !== null && { label: ratingLabel(rating), without: { ...filters, rating: null } },
  ].filter((filter) => filter !== false);
}

export function isFiltered(filters: Filters): boolean {
  return filterPairs(filters).length > 0;
}

/** `Up to 3 days` */
export function daysLabel(days: number): string {
  return `Up to ${days} ${days === 1 ? "day" : "days"}`;
}

/** `4.5 stars and up` */
export function ratingLabel(rating: number): string {
  return `${rating} stars and up`;
}

function priceText(dollars: number): string {
  return `$${dollars.toLocaleString("en-US")}`;
}
