import { type SQL, sql } from "drizzle-orm";
import type { ListOrder } from "#app/admin/list-search.ts";

/** How many rows a list of the console shows on a page. */
export const rowsPerPage = 50;

/** A place in a list. `after`: the number of the previous page's last row; null for the first page. */
type Place = { order?: ListOrder; after: number | null };

/** A condition: the row comes after the previous page. */
export function beyond({ order = null, after }: Place, number: SQL): SQL {
  if (after === null) return sql`true`;
  // D1 binds numbers as REAL, and a search index cannot start its scan at a REAL.
  return order === null
    ? sql`${number} < cast(${after} as integer)`
    : sql`${number} > cast(${after} as integer)`;
}

/** `desc` or `asc`, for `order by number`. */
export function direction({ order = null }: Pick<Place, "order">): SQL {
  return order === null ? sql`desc` : sql`asc`;
}

/** A page of a list. `next`: the `after` of the next page; null on the last page. */
export type ListPage<Row> = { shown: Row[]; next: number | null };

/** Drops the extra row that was read to know whether there is another page. */
export function pageOf<Row extends { number: number }>(rows: Row[], size = rowsPerPage): ListPage<Row> {
  const shown = rows.slice(0, size);
  return { shown, next: rows.length > size ? (shown.at(-1)?.number ?? null) : null };
}

/** A condition: the id is this one, or begins with these eight characters, as the product shows it. */
export function isId(text: string): SQL {
  // `g` sorts after every character of an id.
  return /^[0-9a-f]{8}$/.test(text) ? sql`id >= ${text} and id < ${`${text}g`}` : sql`id = ${text}`;
}
