import { minute } from "#app/lib/dates.ts";

/** How long a category's own row, its subcategories and the list of all categories are cached, in ms. */
export const categoryTtl = 5 * minute;
