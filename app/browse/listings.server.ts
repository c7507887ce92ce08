import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { countListed } from "#app/browse/gig-counts.server.ts";
import { pageSize, type Sort } from "#app/browse/listing.ts";
import type { Topic } from "#app/catalog/catalog.server.ts";
import type { Db } from "#app/context.ts";
import { isListed, selectSummaries } from "#app/gigs/gigs.server.ts";
import { deepestCachedPage } from "#app/lib/paging.ts";
import { gigPlace, gigs } from "#drizzle/schema.ts";

/**
 * A statement: the newest listed gigs. `number` is the order of publication, which is that of `created_at`.
 */
export function listNewest(db: Db, limit: number) {
  return selectSorted(db, isListed, "newest").limit(limit);
}

/** A statement: the cheapest listed gigs. Of two with the same price, the one published first comes first. */
export function listCheapest(db: Db, limit: number) {
  return selectSorted(db, isListed, "price-low").limit(limit);
}

/**
 * A statement: one page of the listed gigs of a category or subcategory (docs/specification.md#data-access).
 * The rows before the page are skipped in the sort's index alone.
 * @param topic null for the gigs of all categories
 */
export function listPage(db: Db, topic: Topic | null, sort: WalkedSort, page: number) {
  const offset = pageOffset(page);
  // For a page beyond the deepest cached one, check the count first, so that a made-up page number does not
  // skip rows: with a limit of 0, SQLite does not start to read.
  const limit =
    topic && page > deepestCachedPage
      ? sql`iif(${countListed(db, topic)} > ${offset}, ${pageSize}, 0)`
      : pageSize;
  const numbers = sortedNumbers(isListedIn(topic), sort, limit, offset);
  return selectSorted(db, sql`${gigs.number} in (${numbers})`, sort);
}

/** A sub-select: the numbers of the matching gigs, in the order of the sort. */
function sortedNumbers(where: SQL | undefined, sort: WalkedSort, limit: number | SQL, offset: number): SQL {
  return sql`select ${gigs.number} from ${gigs} where ${where} ${orderOf(sort)} limit ${limit} offset ${offset}`;
}

/** A sub-select: the matching gigs with all their columns, in the order of the sort. */
export function sortedGigs(where: SQL | undefined, sort: WalkedSort, limit: number): SQL {
  return sql`select * from ${gigs} where ${where} ${orderOf(sort)} limit ${limit}`;
}

function orderOf(sort: WalkedSort): SQL {
  return sql`order by ${sql.join(sortColumns[sort], sql`, `)}`;
}

/** The condition of the listed gigs of a category or subcategory. @param topic null for all categories */
export function isListedIn(topic: Topic | null): SQL | undefined {
  if (!topic) return isListed;
  return and(
    isListed,
    "categoryId" in topic
      ? eq(gigs.categoryId, topic.categoryId)
      : eq(gigs.subcategoryId, topic.subcategoryId),
  );
}

/** The sorts in which gigs can be read from one end of an index. */
export type WalkedSort = Sort | "best-rated";

/** The ORDER BY columns of each sort. Each has an index of listed gigs in this order. */
const sortColumns = {
  newest: [desc(gigs.number)],
  "price-low": [asc(gigs.priceCents), asc(gigs.number)],
  "price-high": [desc(gigs.priceCents), desc(gigs.number)],
  "best-rated": [desc(gigPlace)],
} satisfies Record<WalkedSort, SQL[]>;

function selectSorted(db: Db, where: SQL | undefined, sort: WalkedSort) {
  return selectSummaries(db, where).orderBy(...sortColumns[sort]);
}

/**
 * How many rows precede a page.
 * @param page from 1
 */
export function pageOffset(page: number): number {
  return (page - 1) * pageSize;
}
