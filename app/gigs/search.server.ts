import { and, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { countCap, pageSize, type Sort } from "#app/catalog/listing.ts";
import { type Filters, isFiltered, noFilters } from "#app/catalog/search/filters.ts";
import type { Db } from "#app/context.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { countAllListed } from "#app/gigs/gig-counts.server.ts";
import { isListed, listPage, pageOffset, sortedNumbers, summaryColumns } from "#app/gigs/gigs.server.ts";
import { pageCount } from "#app/lib/paging.ts";
import { gigs, profiles } from "#drizzle/schema.ts";

/** One page of search results (docs/specification.md#search-matching). */
export type SearchResults = {
  gigs: GigSummary[];
  /** How many results all pages have together. */
  count: number;
  /** There are more results than `count`. */
  capped: boolean;
  /** The search stopped at its bound: there may be results that it did not examine. */
  partial: boolean;
};

/** How many matches a search with filters examines, in the order of the sort (docs/architecture.md#scale). */
const filterBound = 800;
/** How many gigs a search for a term too short for the index examines, in the order of the sort. */
const shortTermBound = 2000;
/** The trigram index finds no terms with fewer letters. */
const minIndexedLength = 3;

type Query = { q: string; sort: Sort; page: number; filters?: Filters };

/**
 * Finds the listed gigs whose title or description contains the term and that pass the filters
 * (docs/specification.md#search-matching). Case and accents do not matter. An empty term finds all gigs. The
 * term is one substring: `%`, `_` and `"` are plain characters. Counts stop at 1,000. The cost does not grow
 * with the catalogue.
 * @param q the term, as `parseTerm` returns it
 */
export async function search(db: Db, { q, sort, page, filters = noFilters }: Query): Promise<SearchResults> {
  const term = q.normalize("NFC");
  if (term || isFiltered(filters)) return await searchInOrder(db, { term, sort, page, filters });
  // Search results have no page beyond the last one of a capped count.
  const lastPage = pageCount(countCap, pageSize);
  const [found, [all]] = await db.batch([
    listPage(db, null, sort, Math.min(page, lastPage)),
    countAllListed(db),
  ]);
  return { gigs: found, ...capCount(all?.count ?? 0, countCap), partial: false };
}

type Search = { term: string; sort: Sort; page: number; filters: Filters };

/**
 * Examines gigs in the order of the sort, up to a bound. It examines one more than the bound, to know whether
 * there are more. It is one statement, which examines each gig once: it collects the numbers of all that fit,
 * and selects those of the page from them.
 */
async function searchInOrder(db: Db, { term, sort, page, filters }: Search): Promise<SearchResults> {
  const short = term !== "" && countLetters(term) < minIndexedLength;
  const isNarrowed = short || isFiltered(filters);
  const bound = short ? shortTermBound : isNarrowed ? filterBound : countCap;
  const candidates =
    term && !short
      ? matchingNumbers(term, sort, bound + 1, filters)
      : sortedNumbers(and(isListed, ...rangeInSort(sort, filters)), sort, bound + 1);
  const sellerJoin =
    filters.levels.length > 0 ? sql`left join ${profiles} on ${profiles.id} = ${gigs.sellerId}` : sql``;
  const fits = and(short ? contains(term) : undefined, ...filterConditions(filters));
  const found = fits
    ? sql`select count(*) as examined, json_group_array(candidate.number) filter (where ${fits}) as numbers from (${candidates}) as candidate
        cross join ${gigs} on ${gigs.number} = candidate.number ${sellerJoin}`
    : sql`select count(*) as examined, json_group_array(number) as numbers from (${candidates})`;
  const slots = JSON.stringify(Array.from({ length: pageSize }, (_, i) => pageOffset(page) + i));
  const rows = await db
    .select({
      ...summaryColumns,
      examined: sql<number>`found.examined`,
      fitting: sql<number>`json_array_length(found.numbers)`,
    })
    .from(sql`(${found}) as found`)
    .leftJoin(sql`json_each(${slots}) as slot`, sql`true`)
    .leftJoin(gigs, sql`${gigs.number} = json_extract(found.numbers, '$[' || slot.value || ']')`)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .orderBy(sql`slot.key`);
  const { examined = 0, fitting = 0 } = rows[0] ?? {};
  const partial = isNarrowed && examined > bound;
  const { count, capped: isMore } = capCount(fitting, Math.min(bound, countCap));
  return { gigs: filledSlots(rows), count, capped: isMore || partial, partial };
}

/** A slot of the page. Slots after the last result hold no gig. */
type Slot = { [Key in keyof GigSummary]: GigSummary[Key] | null } & { examined: number; fitting: number };

function filledSlots(slots: Slot[]): GigSummary[] {
  return slots.filter(isFilled).map(({ examined, fitting, ...gig }) => gig);
}

function isFilled(slot: Slot): slot is GigSummary & Slot {
  return slot.slug !== null;
}

/** Counts letters as the index does: a combining accent is not one of its own. */
function countLetters(term: string): number {
  return [...term.replace(/[\u0300-\u036f]/g, "")].length;
}

/**
 * A sub-select: the numbers of the first gigs that match a term, in the order of the sort. Each sort has an
 * index whose rowid is its order. It is read from one end and stops at the limit
 * (docs/architecture.md#scale). If the sort is by price, the price filter bounds the range that is read.
 * Triggers keep only listed gigs in these indexes.
 */
function matchingNumbers(term: string, sort: Sort, limit: number, filters: Filters): SQL {
  const phrase = `"${term.replaceAll('"', '""')}"`;
  if (sort === "newest")
    return sql`select rowid as number from gigs_fts where gigs_fts match ${phrase} order by rowid desc limit ${limit}`;
  const direction = sort === "price-low" ? sql`asc` : sql`desc`;
  const lowest = sql`${(filters.min ?? 0) * 100} << 32`;
  const highest = filters.max === null ? sql`9223372036854775807` : sql`(${filters.max * 100 + 1} << 32) - 1`;
  return sql`select rowid & 4294967295 as number from gigs_by_price_fts where gigs_by_price_fts match ${phrase}
    and rowid between ${lowest} and ${highest} order by rowid ${direction} limit ${limit}`;
}

/** If the sort is by price, the price filter bounds the range of the index that is read. */
function rangeInSort(sort: Sort, filters: Filters): (SQL | undefined)[] {
  return sort === "newest" ? [] : priceRange(filters);
}

/** The conditions of the filters on a gig and its seller. */
function filterConditions(filters: Filters): (SQL | undefined)[] {
  const { days, levels, rating } = filters;
  return [
    ...priceRange(filters),
    days === null ? undefined : lte(gigs.deliveryDays, days),
    levels.length === 0 ? undefined : inArray(profiles.sellerLevel, levels),
    rating === null
      ? undefined
      : sql`${gigs.reviewCount} > 0 and ${gigs.ratingSum} >= ${rating} * ${gigs.reviewCount}`,
  ];
}

function priceRange({ min, max }: Filters): (SQL | undefined)[] {
  return [
    min === null ? undefined : gte(gigs.priceCents, min * 100),
    max === null ? undefined : lte(gigs.priceCents, max * 100),
  ];
}

/** SQLite changes the case of ASCII letters only. Our own lower and upper case find the other letters. */
function contains(term: string): SQL | undefined {
  const spellings = [...new Set([term.toLowerCase(), term.toUpperCase()])];
  return or(
    ...spellings.flatMap((spelling) =>
      [gigs.title, gigs.description].map((column) => sql`instr(lower(${column}), lower(${spelling})) > 0`),
    ),
  );
}

function capCount(count: number, cap: number): { count: number; capped: boolean } {
  return { count: Math.min(count, cap), capped: count > cap };
}
