import { and, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { type Filters, isFiltered, noFilters } from "#app/catalog/filters.ts";
import { countCap, listingSize, type Sort } from "#app/catalog/listing.ts";
import type { Db } from "#app/context.ts";
import { cards, countOfAll, type GigList, listed, offset, orders } from "#app/gigs/gigs.server.ts";
import { gigs, profiles } from "#drizzle/schema.ts";

/** `partial`: the walk ended at its bound, so there may be gigs that it never looked at (product.md section 2, result count). */
export type Found = GigList & { partial: boolean };

/** With filters at most so many matches are examined, in the order of the sort (design.md section 5). */
const filterBound = 800;
/** The index knows no shorter terms: for those so many gigs are read, in the order of the sort. */
const shortTermBound = 2000;
/** Of a term so many characters are looked for: each costs a list of the index, and no title is longer than 80. */
const termLength = 200;
/** Shorter terms match nothing in the trigram index. */
const trigram = 3;

type Asked = { q: string; sort: Sort; page: number; filters?: Filters };

/**
 * The listed gigs whose title or description contains the trimmed query, whatever its case (spec.md section 5, search), and
 * that pass the filters. A blank query finds all. The query is one substring: `%`, `_` and `"` are plain characters. Counts stop
 * at 1,000. What a search reads does not grow with the catalogue.
 */
export async function search(db: Db, { q, sort, page, filters = noFilters }: Asked): Promise<Found> {
  const term = [...q.replaceAll("\0", "").trim()].slice(0, termLength).join("");
  const short = term !== "" && [...term].length < trigram;
  return short || isFiltered(filters)
    ? await walked(db, { term, short, sort, page, filters })
    : await unbounded(db, term, sort, page);
}

/** Any term of the index, or none at all: the page is read where it stands. */
async function unbounded(db: Db, term: string, sort: Sort, page: number): Promise<Found> {
  const rows = term
    ? cards(db, among(matches(term, sort, listingSize, offset(page))), sort)
    : cards(db, listed, sort).limit(listingSize).offset(offset(page));
  const total = term
    ? db.select({ count: sql<number>`count(*)` }).from(sql`(${matches(term, "newest", countCap + 1)})`)
    : countOfAll(db);
  const [found, [counted]] = await db.batch([rows, total]);
  return { gigs: found, ...capped(counted?.count ?? 0), partial: false };
}

type Walk = { term: string; short: boolean; sort: Sort; page: number; filters: Filters };

/** The first gigs in the order of the sort are looked at one by one, up to a bound. */
async function walked(db: Db, { term, short, sort, page, filters }: Walk): Promise<Found> {
  const bound = short ? shortTermBound : filterBound;
  const walk = (limit: number) =>
    term && !short ? matches(term, sort, limit, 0, filters) : gigsInOrder(sort, limit, filters);
  const fits = and(among(walk(bound)), short ? containing(term) : undefined, ...passing(filters));
  const count = sql<number>`count(*)`;
  const counted = db.select({ count }).from(gigs).where(fits).$dynamic();
  const [found, [total], [there]] = await db.batch([
    cards(db, fits, sort).limit(listingSize).offset(offset(page)),
    filters.levels.length > 0 ? counted.leftJoin(profiles, eq(profiles.id, gigs.sellerId)) : counted,
    db.select({ count }).from(sql`(${walk(bound + 1)})`),
  ]);
  const partial = (there?.count ?? 0) > bound;
  const fitting = capped(total?.count ?? 0);
  return { gigs: found, count: fitting.count, capped: fitting.capped || partial, partial };
}

/**
 * The numbers of the first gigs that match a term, in the order of the sort. Each sort has its own index, whose rowid is the sort:
 * it is read from one end and stops at the limit, however many match (design.md section 5). Where the price is the order, its
 * range says where the reading begins. The indexes hold listed gigs only; their triggers see to it.
 */
function matches(term: string, sort: Sort, limit: number, from = 0, filters: Filters = noFilters): SQL {
  const phrase = `"${term.replaceAll('"', '""')}"`;
  if (sort === "newest")
    return sql`select rowid from gigs_fts where gigs_fts match ${phrase} order by rowid desc limit ${limit} offset ${from}`;
  const direction = sort === "price-low" ? sql`asc` : sql`desc`;
  const lowest = sql`${(filters.min ?? 0) * 100} << 32`;
  const highest = filters.max === null ? sql`9223372036854775807` : sql`(${filters.max * 100 + 1} << 32) - 1`;
  return sql`select rowid & 4294967295 from gigs_by_price_fts where gigs_by_price_fts match ${phrase}
    and rowid between ${lowest} and ${highest} order by rowid ${direction} limit ${limit} offset ${from}`;
}

/** The numbers of the first gigs in the order of the sort. */
function gigsInOrder(sort: Sort, limit: number, filters: Filters): SQL {
  const range = sort === "newest" ? [] : priceRange(filters);
  const order = sql.join(orders[sort], sql`, `);
  return sql`select ${gigs.n} from ${gigs} where ${and(listed, ...range)} order by ${order} limit ${limit}`;
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

function among(numbers: SQL): SQL {
  return sql`${gigs.n} in (${numbers})`;
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

function capped(count: number): { count: number; capped: boolean } {
  return { count: Math.min(count, countCap), capped: count > countCap };
}
