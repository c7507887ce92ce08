import { slugify } from "#app/lib/slug.ts";

/** The choices for 'Up to … days' (docs/specification.md#search-filters). */
export const deliverySteps = [1, 3, 7, 14, 30] as const;
/** The choices for '… stars and up'. */
export const ratingSteps = [4.5, 4, 3] as const;
/** The levels of sellers, from the highest (docs/specification.md#data-profile). */
export const levels = ["Top Rated", "Level 2", "Level 1", "Rising Talent"] as const;
export type Level = (typeof levels)[number];

/**
 * The filters of a search (docs/specification.md#search-filters). null or an empty list: that filter is off.
 */
export type Filters = {
  /** The slug of a category. */
  category: string | null;
  /** In whole dollars, inclusive. `min` is never above `max`. */
  min: number | null;
  max: number | null;
  /** The longest delivery time, in days. */
  days: number | null;
  /** The accepted levels of the seller. */
  levels: Level[];
  /** The lowest average rating of verified reviews, in stars. */
  rating: number | null;
};

/** A category and how many results it has; null if unknown. The count is text, as displayed: `12`, `300+`. */
export type CategoryCount = { slug: string; name: string; count: string | null };

/** How many gigs a search with filters examines, in the order of the sort (docs/architecture.md#scale). */
export const filterBound = 800;

export const noFilters: Filters = {
  category: null,
  min: null,
  max: null,
  days: null,
  levels: [],
  rating: null,
};

/**
 * The filters in a URL. Invalid values are ignored. If a parameter is repeated, its first valid value counts.
 * If `min` is above `max`, the two are swapped.
 */
export function parseFilters(params: URLSearchParams): Filters {
  const first = <T>(name: string, read: (text: string) => T | undefined) =>
    params
      .getAll(name)
      .map(read)
      .find((value) => value !== undefined) ?? null;
  const [min, max] = [first("min", wholeDollars), first("max", wholeDollars)];
  const swapped = min !== null && max !== null && min > max;
  const levelSlugs = params.getAll("level").map(slugify);
  return {
    category: first("category", (text) => (/^[a-z0-9-]{1,100}$/.test(text) ? text : undefined)),
    min: swapped ? max : min,
    max: swapped ? min : max,
    days: first("days", (text) => deliverySteps.find((days) => String(days) === text)),
    levels: levels.filter((level) => levelSlugs.includes(slugify(level))),
    rating: first("rating", (text) => ratingSteps.find((rating) => String(rating) === text)),
  };
}

/** Parses `50`, `$50` or `1,200`, from $1 to $999,999. Anything else, including 0, is undefined. */
function wholeDollars(text: string): number | undefined {
  // Trim first: with two runs of spaces in the pattern, matching a long text would take quadratic time.
  const digits = /^(?:\$\s*)?(\d+|\d{1,3}(?:,\d{3})+)$/.exec(text.trim())?.[1]?.replaceAll(",", "");
  const dollars = Number(digits);
  return dollars >= 1 && dollars <= 999_999 ? dollars : undefined;
}

/** The filters as URL parameters, always in the same order. */
export function filterPairs({ category, min, max, days, levels, rating }: Filters): [string, string][] {
  const one = (name: string, value: number | string | null): [string, string][] =>
    value === null ? [] : [[name, String(value)]];
  return [
    ...one("category", category),
    ...one("min", min),
    ...one("max", max),
    ...one("days", days),
    ...levels.map((level): [string, string] => ["level", slugify(level)]),
    ...one("rating", rating),
  ];
}

/**
 * The active filters with their labels, each with the filters that remain without it.
 * @param categories the names of the categories
 */
export function activeFilters(
  filters: Filters,
  categories: { slug: string; name: string }[],
): { label: string; without: Filters }[] {
  const { category, min, max, days, rating } = filters;
  return [
    category !== null && {
      label: categories.find(({ slug }) => slug === category)?.name ?? category,
      without: { ...filters, category: null },
    },
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
