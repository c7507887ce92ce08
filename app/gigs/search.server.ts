import { and, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { countCap, listingSize, type Sort } from "#app/catalog/listing.ts";
import { type Filters, isFiltered, noFilters } from "#app/catalog/search/filters.ts";
import type { Db } from "#app/context.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { countOfAll } from "#app/gigs/gig-counts.server.ts";
import { type GigList, listed, numbersInOrder, offset, pageOf, summary } from "#app/gigs/gigs.server.ts";
import { pageCount } from "#app/lib/paging.ts";
import { gigs, profiles } from "#drizzle/schema.ts";

/** `partial`: the walk ended at its bound, so there may be gigs that it never looked at (docs/specification.md#search-matching). */
export type Found = GigList & { partial: boolean };

/** With filters at most so many matches are examined, in the order of the sort (docs/architecture.md#scale). */
const filterBound = 800;
/** The index knows no shorter terms: for those so many gigs are read, in the order of the sort. */
const shortTermBound = 2000;
/** Shorter terms match nothing in the trigram index. */
const trigram = 3;

type Asked = { q: string; sort: Sort; page: number; filters?: Filters };

/**
 * The listed gigs whose title or description contains the query, whatever its case and its accents (docs/specification.md#search-matching), and
 * that pass the filters. A blank query finds all. The query is one substring: `%`, `_` and `"` are plain characters. Counts stop
 * at 1,000. What a search reads does not grow with the catalogue.
 * @param q as `askedOf` gives it
 */
export async function search(db: Db, { q, sort, page, filters = noFilters }: Asked): Promise<Found> {
  const term = q.normalize("NFC");
  if (term || isFiltered(filters)) return await walked(db, { term, sort, page, filters });
  // No page lies beyond the last one of a capped count.
  const within = Math.min(page, pageCount(countCap, listingSize));
  const [found, [all]] = await db.batch([pageOf(db, null, sort, within), countOfAll(db)]);
  return { gigs: found, ...capped(all?.count ?? 0, countCap), partial: false };
}

type Walk = { term: string; sort: Sort; page: number; filters: Filters };

/**
 * The first gigs in the order of the sort are looked at one by one, up to a bound and one more, which tells whether there are more. It
 * is one statement, and each is looked at once: the numbers of those that fit are gathered, and the page's are picked out of them.
 */
async function walked(db: Db, { term, sort, page, filters }: Walk): Promise<Found> {
  const short = term !== "" && lettersOf(term) < trigram;
  const isNarrowed = short || isFiltered(filters);
  const bound = short ? shortTermBound : isNarrowed ? filterBound : countCap;
  const walk =
    term && !short
      ? matches(term, sort, bound + 1, filters)
      : numbersInOrder(and(listed, ...sortedRange(sort, filters)), sort, bound + 1);
  const seller =
    filters.levels.length > 0 ? sql`left join ${profiles} on ${profiles.id} = ${gigs.sellerId}` : sql``;
  const fits = and(short ? containing(term) : undefined, ...passing(filters));
  const found = fits
    ? sql`select count(*) as seen, json_group_array(walk.n) filter (where ${fits}) as numbers from (${walk}) as walk
        cross join ${gigs} on ${gigs.n} = walk.n ${seller}`
    : sql`select count(*) as seen, json_group_array(n) as numbers from (${walk})`;
  const places = JSON.stringify(Array.from({ length: listingSize }, (_, i) => offset(page) + i));
  const rows = await db
    .select({
      ...summary,
      seen: sql<number>`found.seen`,
      fitting: sql<number>`json_array_length(found.numbers)`,
    })
    .from(sql`(${found}) as found`)
    .leftJoin(sql`json_each(${places}) as place`, sql`true`)
    .leftJoin(gigs, sql`${gigs.n} = json_extract(found.numbers, '$[' || place.value || ']')`)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .orderBy(sql`place.key`);
  const { seen = 0, fitting = 0 } = rows[0] ?? {};
  const partial = isNarrowed && seen > bound;
  const { count, capped: isMore } = capped(fitting, Math.min(bound, countCap));
  return { gigs: gigsOf(rows), count, capped: isMore || partial, partial };
}

/** A place of the page; one past the last result holds no gig. */
type Place = { [Key in keyof GigSummary]: GigSummary[Key] | null } & { seen: number; fitting: number };

function gigsOf(places: Place[]): GigSummary[] {
  return places.filter(isTaken).map(({ seen, fitting, ...gig }) => gig);
}

function isTaken(place: Place): place is GigSummary & Place {
  return place.slug !== null;
}

/** Characters as the index counts them: an accent is none of its own. */
function lettersOf(term: string): number {
  return [...term.replace(/[\u0300-\u036f]/g, "")].length;
}

/**
 * The numbers of the first gigs that match a term, in the order of the sort. Each sort has its own index, whose rowid is the sort:
 * it is read from one end and stops at the limit, however many match (docs/architecture.md#scale). Where the price is the order, its
 * range says where the reading begins. The indexes hold listed gigs only; their triggers see to it.
 */
function matches(term: string, sort: Sort, limit: number, filters: Filters): SQL {
  const phrase = `"${term.replaceAll('"', '""')}"`;
  if (sort === "newest")
    return sql`select rowid as n from gigs_fts where gigs_fts match ${phrase} order by rowid desc limit ${limit}`;
  const direction = sort === "price-low" ? sql`asc` : sql`desc`;
  const lowest = sql`${(filters.min ?? 0) * 100} << 32`;
  const highest = filters.max === null ? sql`9223372036854775807` : sql`(${filters.max * 100 + 1} << 32) - 1`;
  return sql`select rowid & 4294967295 as n from gigs_by_price_fts where gigs_by_price_fts match ${phrase}
    and rowid between ${lowest} and ${highest} order by rowid ${direction} limit ${limit}`;
}

/** Where the price is the order, its range says where the walk begins. */
function sortedRange(sort: Sort, filters: Filters): (SQL | undefined)[] {
  return sort === "newest" ? [] : priceRange(filters);
}

/** What the filters ask of a gig and its seller. Prices are kept in cents. */
function passing(filters: Filters): (SQL | undefined)[] {
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

/** SQLite folds ASCII only; the two foldings of ours find the other letters. */
function containing(term: string): SQL | undefined {
  const foldings = [...new Set([term.toLowerCase(), term.toUpperCase()])];
  return or(
    ...foldings.flatMap((folding) =>
      [gigs.title, gigs.description].map((column) => sql`instr(lower(${column}), lower(${folding})) > 0`),
    ),
  );
}

function capped(count: number, cap: number): { count: number; capped: boolean } {
  return { count: Math.min(count, cap), capped: count > cap };
}
