import { and, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { countBySubcategory } from "#app/browse/gig-counts.server.ts";
import { countCap, pageSize, type SearchSort, type Sort } from "#app/browse/listing.ts";
import {
  isListedIn,
  listPage,
  pageOffset,
  sortedGigs,
  type WalkedSort,
} from "#app/browse/listings.server.ts";
import { type Filters, filterBound, isFiltered, noFilters } from "#app/browse/search/filters.ts";
import { quoted } from "#app/browse/search/word-query.ts";
import { minPartLength } from "#app/browse/search/words.ts";
import type { Topic } from "#app/catalog/catalog.server.ts";
import type { Db } from "#app/context.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { summaryColumns } from "#app/gigs/gigs.server.ts";
import { pageCount } from "#app/lib/paging.ts";
import { gigs, profiles } from "#drizzle/schema.ts";

/** One page of search results (docs/specification.md#search-matching). */
export type SearchResults = {
  gigs: GigSummary[];
  /** The number of results on all pages together. */
  count: number;
  /** There are more results than `count`. */
  capped: boolean;
  /** The search stopped at its bound: there may be results that it did not examine. */
  partial: boolean;
  byCategory: CategoryCounts;
};

/**
 * How many of the counted results each category has, with all filters except the category's. `key`: the
 * category's id or number.
 */
type CategoryCounts = {
  key: "id" | "number";
  counts: Record<string, number>;
  /** There are more results than were counted. */
  capped: boolean;
};

/** How many gigs a search for a term too short for the index examines, in the order of the sort. */
const shortTermBound = 1000;
/** How many of the best rated matches are read and sorted: those with the term in the title first. */
const ranked = 30;
/** How many matches are counted by category if no filter needs to read the gigs, best rated first. */
const categoryBound = 200;

type Query = { q: string; sort: SearchSort; page: number; filters?: Filters };

/**
 * Finds the listed gigs whose title or description contains the term and that pass the filters
 * (docs/specification.md#search-matching). Case and accents do not matter. An empty term finds all gigs. The
 * term is one substring: `%`, `_` and `"` are plain characters. Counts stop at 1,000. The cost does not grow
 * with the catalogue.
 * @param q the term, as `parseTerm` returns it
 */
export async function search(db: Db, { q, sort, page, filters = noFilters }: Query): Promise<SearchResults> {
  const term = q.normalize("NFC");
  if (term && !isShort(term) && !isFiltered(filters)) return await searchMatches(db, term, sort, page);
  if (term || isFiltered(filters)) return await searchAmongGigs(db, { term, sort, page, filters });
  // Search results have no page after the last one of a capped count.
  const lastPage = pageCount(countCap, pageSize);
  const [found, all] = await db.batch([
    listPage(db, null, walkedSort(sort), Math.min(page, lastPage)),
    countBySubcategory(db),
  ]);
  const counts: Record<string, number> = {};
  for (const { categoryId, count } of all) counts[categoryId] = (counts[categoryId] ?? 0) + count;
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const byCategory: CategoryCounts = { key: "id", counts, capped: false };
  return { gigs: found, ...capCount(total, countCap), partial: false, byCategory };
}

/** Reads the matches of a term from the index alone, and only the gigs of the page from the table. */
async function searchMatches(db: Db, term: string, sort: SearchSort, page: number): Promise<SearchResults> {
  const matches = matchingNumbers(term, sort, countCap + 1, noFilters);
  const categoryOfMatches = sql`select rowid & 4095 as category from gigs_best_fts
    where gigs_best_fts match ${anywhere(term)} order by rowid desc limit ${categoryBound + 1}`;
  const [rows, [counted]] = await db.batch([
    selectPage(db, sql`select json_group_array(number) as numbers from (${matches})`, page),
    db.select({ categories: sql<string>`json_group_array(category)` }).from(sql`(${categoryOfMatches})`),
  ]);
  const numbers: number[] = JSON.parse(counted?.categories ?? "[]");
  const { count, capped } = capCount(rows[0]?.fitting ?? 0, countCap);
  const byCategory: CategoryCounts = {
    key: "number",
    counts: countEach(numbers.slice(0, categoryBound)),
    capped: numbers.length > categoryBound,
  };
  return { gigs: filledSlots(rows), count, capped, partial: false, byCategory };
}

/**
 * Finds the listed gigs of a category or subcategory that pass the filters, as a search without a term does
 * (docs/specification.md#category-listing). The cost does not grow with the category.
 */
export async function searchInTopic(
  db: Db,
  topic: Topic,
  { sort, page, filters }: { sort: Sort; page: number; filters: Filters },
): Promise<SearchResults> {
  return await searchAmongGigs(db, { term: "", topic, sort, page, filters });
}

type Search = { term: string; topic?: Topic; sort: SearchSort; page: number; filters: Filters };

/**
 * Examines gigs in the order of the sort, up to a bound, and one more, to know whether there are more. One
 * statement examines each gig once: it collects the numbers of all that match, and selects those of the page
 * from them.
 */
async function searchAmongGigs(db: Db, { term, topic, sort, page, filters }: Search): Promise<SearchResults> {
  const short = term !== "" && isShort(term);
  const bound = short ? shortTermBound : filterBound;
  // Without a term that the index can find, gigs are read in the order of the sort: one row each, where a
  // join would read three.
  const candidates =
    term && !short
      ? sql`(${matchingNumbers(term, sort, bound + 1, filters)}) as candidate
          cross join ${gigs} on ${gigs.number} = candidate.number`
      : sql`(${sortedGigs(and(isListedIn(topic ?? null), ...rangeInSort(sort, filters)), walkedSort(sort), bound + 1)}) as ${gigs}`;
  const sellerJoin =
    filters.levels.length > 0 ? sql`left join ${profiles} on ${profiles.id} = ${gigs.sellerId}` : sql``;
  const fits = and(
    sql`true`,
    short ? contains(term) : undefined,
    ...filterConditions({ ...filters, category: null }),
  );
  const rows = await selectPage(
    db,
    sql`select count(*) as examined,
        json_group_array(${gigs.number}) filter (where ${and(fits, inCategory(filters))}) as numbers,
        json_group_array(${gigs.categoryId}) filter (where ${fits}) as categories
      from ${candidates} ${sellerJoin}`,
    page,
    {
      examined: sql<number>`found.examined`,
      categories: sql<string>`iif(slot.key = 0, found.categories, null)`,
    },
  );
  const partial = (rows[0]?.examined ?? 0) > bound;
  const { count, capped: isMore } = capCount(rows[0]?.fitting ?? 0, Math.min(bound, countCap));
  const ids: string[] = JSON.parse(rows[0]?.categories ?? "[]");
  const byCategory: CategoryCounts = { key: "id", counts: countEach(ids), capped: partial };
  return { gigs: filledSlots(rows), count, capped: isMore || partial, partial, byCategory };
}

/**
 * A statement: the gigs of one page, from the numbers that `found` collects as JSON. Each row is a slot of
 * the page.
 * @param found a select of one row
 */
function selectPage<More extends Record<string, SQL>>(db: Db, found: SQL, page: number, more?: More) {
  const slots = JSON.stringify(Array.from({ length: pageSize }, (_, i) => pageOffset(page) + i));
  return db
    .select({
      ...summaryColumns,
      fitting: sql<number>`json_array_length(found.numbers)`,
      ...(more as More),
    })
    .from(sql`(${found}) as found`)
    .leftJoin(sql`json_each(${slots}) as slot`, sql`true`)
    .leftJoin(gigs, sql`${gigs.number} = json_extract(found.numbers, '$[' || slot.value || ']')`)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .orderBy(sql`slot.key`);
}

function countEach(keys: (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

/** A slot of the page. Slots after the last result hold no gig. */
type Slot = { [Key in keyof GigSummary]: GigSummary[Key] | null };

function filledSlots(slots: Slot[]): GigSummary[] {
  return slots
    .filter(isFilled)
    .map(({ slug, title, priceCents, deliveryDays, imageUrl, ratingSum, reviewCount, seller }) => ({
      slug,
      title,
      priceCents,
      deliveryDays,
      imageUrl,
      ratingSum,
      reviewCount,
      seller,
    }));
}

function isFilled(slot: Slot): slot is GigSummary & Slot {
  return slot.slug !== null;
}

/** Whether the term is too short for the index. A combining accent does not count as a letter. */
function isShort(term: string): boolean {
  return [...term.replace(/[\u0300-\u036f]/g, "")].length < minPartLength;
}

/** Without matches to compare, the best match is the best rated gig. */
function walkedSort(sort: SearchSort): WalkedSort {
  return sort === "best-match" ? "best-rated" : sort;
}

/** The query for a term in the title or description, in an index that has more columns. */
function anywhere(term: string): string {
  return `{title description} : ${quoted(term)}`;
}

/**
 * A sub-select: the numbers of the first gigs that match a term, in the order of the sort. Each sort has an
 * index whose rowid has that order. SQLite reads it from one end and stops at the limit
 * (docs/architecture.md#scale). If the sort is by price, the price filter bounds the range that is read.
 * Triggers keep only listed gigs in these indexes.
 */
function matchingNumbers(term: string, sort: SearchSort, limit: number, filters: Filters): SQL {
  const phrase = quoted(term);
  if (sort === "newest")
    return sql`select rowid as number from gigs_fts where gigs_fts match ${phrase} order by rowid desc limit ${limit}`;
  if (sort === "best-rated") return sql`select number from (${bestNumbers(anywhere(term), limit)})`;
  if (sort === "best-match") {
    const inOrder = sql`select found.number from (${bestNumbers(anywhere(term), ranked)}) as found
      cross join ${gigs} on ${gigs.number} = found.number order by ${contains(term, [gigs.title])} desc, found.place desc`;
    return sql`select number from (${inOrder}) union all select number from (${bestNumbers(anywhere(term), limit - ranked, ranked)})`;
  }
  const direction = sort === "price-low" ? sql`asc` : sql`desc`;
  const lowest = sql`${(filters.min ?? 0) * 100} << 32`;
  const highest = filters.max === null ? sql`9223372036854775807` : sql`(${filters.max * 100 + 1} << 32) - 1`;
  return sql`select rowid & 4294967295 as number from gigs_by_price_fts where gigs_by_price_fts match ${phrase}
    and rowid between ${lowest} and ${highest} order by rowid ${direction} limit ${limit}`;
}

/**
 * A sub-select: the numbers of the gigs that a query of words finds, best rated first, and their `place`. A
 * ranking by relevance would read every match of a common word; this index is read from its best end.
 */
export function bestNumbers(query: string, limit: number, offset = 0): SQL {
  return sql`select rowid >> 12 & 4294967295 as number, rowid as place from gigs_best_fts
    where gigs_best_fts match ${query} order by rowid desc limit ${limit} offset ${offset}`;
}

/** If the sort is by price, the price filter bounds the range of the index that is read. */
function rangeInSort(sort: SearchSort, filters: Filters): (SQL | undefined)[] {
  return sort === "price-low" || sort === "price-high" ? priceRange(filters) : [];
}

/** The conditions of the filters on a gig and its seller. */
export function filterConditions(filters: Filters): (SQL | undefined)[] {
  const { days, levels, rating } = filters;
  return [
    inCategory(filters),
    ...priceRange(filters),
    days === null ? undefined : lte(gigs.deliveryDays, days),
    levels.length === 0 ? undefined : inArray(profiles.sellerLevel, levels),
    rating === null
      ? undefined
      : sql`${gigs.reviewCount} > 0 and ${gigs.ratingSum} >= ${rating} * ${gigs.reviewCount}`,
  ];
}

function inCategory({ category }: Filters): SQL | undefined {
  return category === null
    ? undefined
    : sql`${gigs.categoryId} = (select id from categories where slug = ${category})`;
}

function priceRange({ min, max }: Filters): (SQL | undefined)[] {
  return [
    min === null ? undefined : gte(gigs.priceCents, min * 100),
    max === null ? undefined : lte(gigs.priceCents, max * 100),
  ];
}

/** SQLite changes the case of ASCII letters only. JavaScript's lower and upper case cover other letters. */
function contains(term: string, columns = [gigs.title, gigs.description]): SQL | undefined {
  const spellings = [...new Set([term.toLowerCase(), term.toUpperCase()])];
  return or(
    ...spellings.flatMap((spelling) =>
      columns.map((column) => sql`instr(lower(${column}), lower(${spelling})) > 0`),
    ),
  );
}

function capCount(count: number, cap: number): { count: number; capped: boolean } {
  return { count: Math.min(count, cap), capped: count > cap };
}
