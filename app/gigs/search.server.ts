import { and, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { type Filters, isFiltered, noFilters } from "#app/catalog/filters.ts";
import { countCap, listingSize, type Sort } from "#app/catalog/listing.ts";
import type { Db } from "#app/context.ts";
import { cards, type GigList, listed, offset, orders } from "#app/gigs/gigs.server.ts";
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
 * at 1,000. What a search reads does not grow with the catalogue but for the terms sorted by price.
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
  const matches = term ? inIndex(term) : sql`select ${gigs.n} from ${gigs} where ${listed}`;
  // Newest: the index is read from its newest end and stops after one page.
  const newest = sql`${matches} order by rowid desc limit ${listingSize} offset ${offset(page)}`;
  const rows =
    term && sort === "newest"
      ? cards(db, among(newest), sort)
      : cards(db, and(listed, term ? among(matches) : undefined), sort)
          .limit(listingSize)
          .offset(offset(page));
  const [found, [total]] = await db.batch([
    rows,
    db.select({ count: sql<number>`count(*)` }).from(sql`(${matches} limit ${countCap + 1})`),
  ]);
  return { gigs: found, ...capped(total?.count ?? 0), partial: false };
}

type Walk = { term: string; short: boolean; sort: Sort; page: number; filters: Filters };

/** The first gigs in the order of the sort are looked at one by one, up to a bound. */
async function walked(db: Db, { term, short, sort, page, filters }: Walk): Promise<Found> {
  const bound = short ? shortTermBound : filterBound;
  const all = allOf(short ? "" : term, sort, filters);
  const order = sort === "newest" ? sql`rowid desc` : sql.join(orders[sort], sql`, `);
  const walk = sql`${all} order by ${order} limit ${bound}`;
  const fits = and(among(walk), short ? containing(term) : undefined, ...passing(filters));
  const count = sql<number>`count(*)`;
  const counted = db.select({ count }).from(gigs).where(fits).$dynamic();
  const [found, [total], [there]] = await db.batch([
    cards(db, fits, sort).limit(listingSize).offset(offset(page)),
    filters.levels.length > 0 ? counted.leftJoin(profiles, eq(profiles.id, gigs.sellerId)) : counted,
    db.select({ count }).from(sql`(${all} limit ${bound + 1})`),
  ]);
  const partial = (there?.count ?? 0) > bound;
  const fitting = capped(total?.count ?? 0);
  return { gigs: found, count: fitting.count, capped: fitting.capped || partial, partial };
}

/** The numbers of the gigs that there are to be looked at. Where the price is the order, its range says where a walk begins. */
function allOf(term: string, sort: Sort, filters: Filters): SQL {
  if (term && sort === "newest") return inIndex(term);
  const range = sort === "newest" ? [] : priceRange(filters);
  const where = and(term ? among(inIndex(term)) : listed, ...range);
  return sql`select ${gigs.n} from ${gigs} where ${where}`;
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

/** The matches of a term in the index. It holds listed gigs only; its triggers see to it. */
function inIndex(term: string): SQL {
  return sql`select rowid from gigs_fts where gigs_fts match ${`"${term.replaceAll('"', '""')}"`}`;
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
