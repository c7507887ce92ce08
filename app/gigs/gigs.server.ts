import { and, asc, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Topic } from "#app/catalog/catalog.server.ts";
import { listingSize, type Sort } from "#app/catalog/listing.ts";
import type { Db } from "#app/context.ts";
import { type Gig, type GigSummary, relatedCount } from "#app/gigs/gig.ts";
import { countOf } from "#app/gigs/gig-counts.server.ts";
import type { Offered } from "#app/gigs/gig-state.ts";
import { deepestCachedPage } from "#app/lib/paging.ts";
import { categories, gigSlugs, gigs, profiles, subcategories } from "#drizzle/schema.ts";

/** One page of a listing. `capped`: there are more than `count`. */
export type GigList = { gigs: GigSummary[]; count: number; capped: boolean };

/** What lists, counts and search show. */
export const listed = eq(gigs.listed, true);

export const summary = {
  slug: gigs.slug,
  title: gigs.title,
  priceCents: gigs.priceCents,
  deliveryDays: gigs.deliveryDays,
  imageUrl: gigs.imageUrl,
  ratingSum: gigs.ratingSum,
  reviewCount: gigs.reviewCount,
  seller: { username: profiles.username, fullName: profiles.fullName, avatarUrl: profiles.avatarUrl },
};

const offered = { sellerId: gigs.sellerId, state: gigs.state, listed: gigs.listed };

/**
 * One gig with its seller, category and subcategory, whatever its state: who may see it is a rule, `isVisibleTo` (docs/specification.md#data-access,
 * table reads). Price in cents, `deliveryDays` in days; null when there is none.
 */
export async function find(db: Db, by: { id: string } | { slug: string }): Promise<Gig | null> {
  const [gig] = await db
    .select({
      id: gigs.id,
      ...summary,
      description: gigs.description,
      revisions: gigs.revisions,
      features: gigs.features,
      imageAlt: gigs.imageAlt,
      furtherImages: gigs.furtherImages,
      faqs: gigs.faqs,
      packageDetails: gigs.packageDetails,
      questions: gigs.questions,
      ...offered,
      version: gigs.version,
      metaTitle: gigs.metaTitle,
      metaDescription: gigs.metaDescription,
      metaKeywords: gigs.metaKeywords,
      seller: { ...summary.seller, sellerLevel: profiles.sellerLevel },
      category: { name: categories.name, slug: categories.slug },
      subcategory: { name: subcategories.name, slug: subcategories.slug },
    })
    .from(gigs)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .innerJoin(categories, eq(categories.id, gigs.categoryId))
    .leftJoin(subcategories, eq(subcategories.id, gigs.subcategoryId))
    .where("id" in by ? eq(gigs.id, by.id) : eq(gigs.slug, by.slug));
  return gig ?? null;
}

/** The slug of a gig, by its id, and what says who may see it; null when there is none. */
export async function slugById(db: Db, id: string): Promise<({ slug: string } & Offered) | null> {
  const [gig] = await db
    .select({ slug: gigs.slug, ...offered })
    .from(gigs)
    .where(eq(gigs.id, id));
  return gig ?? null;
}

/**
 * Where a gig that had this slug before is now, and what says who may see it; null when no gig had it (docs/specification.md#slugs
 * slugs).
 */
export async function movedTo(
  db: Db,
  oldSlug: string,
): Promise<({ slug: string; username: string } & Offered) | null> {
  const [gig] = await db
    .select({ slug: gigs.slug, username: profiles.username, ...offered })
    .from(gigSlugs)
    .innerJoin(gigs, eq(gigs.id, gigSlugs.gigId))
    .innerJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(eq(gigSlugs.slug, oldSlug));
  return gig ?? null;
}

/**
 * The listed gigs beside the one of that slug: of its category, those of its subcategory first, the newest first (docs/specification.md#related-gigs
 * section 7, related). A statement, for the page's batch. It looks at the newest few of either, however large they are.
 */
export function related(db: Db, slug: string) {
  const own = (column: SQL) => sql`(select ${column} from gigs where slug = ${slug})`;
  const newest = (where: SQL) =>
    sql`select n from (select n from gigs where listed = 1 and category_id = ${own(sql`category_id`)} ${where} order by n desc limit ${relatedCount + 1})`;
  const near = sql`and subcategory_id = ${own(sql`subcategory_id`)}`;
  return cards(
    db,
    and(ne(gigs.slug, slug), sql`${gigs.n} in (${newest(near)} union ${newest(sql``)})`),
    "newest",
  )
    .orderBy(desc(sql`${gigs.subcategoryId} is ${own(sql`subcategory_id`)}`), desc(gigs.n))
    .limit(relatedCount);
}

/** The first listed ones of these gigs, in the order of the ids (docs/specification.md#recently-viewed). */
export async function listByIds(db: Db, ids: string[], limit: number): Promise<GigSummary[]> {
  if (ids.length === 0) return [];
  return await cards(db, and(inArray(gigs.id, ids), listed), "newest")
    .orderBy(sql`instr(${ids.join(".")}, ${gigs.id})`)
    .limit(limit);
}

/** The newest gigs. `n` is the order of publication, so it is the order of `created_at`. */
export function listNewest(db: Db, limit: number) {
  return cards(db, listed, "newest").limit(limit);
}

/** The cheapest gigs; of two at one price the one published first. */
export function listCheapest(db: Db, limit: number) {
  return cards(db, listed, "price-low").limit(limit);
}

/**
 * One page of the listed gigs of a category or subcategory, or of all (docs/specification.md#data-access); a statement, for a batch. What lies
 * before the page is passed over in the index of the sort alone.
 */
export function pageOf(db: Db, topic: Topic | null, sort: Sort, page: number) {
  const from = offset(page);
  // A page that was made up passes over nothing: before a long way the count is asked. SQLite looks at a limit before it begins to walk.
  const limit =
    topic && page > deepestCachedPage
      ? sql`iif(${countOf(db, topic)} > ${from}, ${listingSize}, 0)`
      : listingSize;
  const numbers = numbersInOrder(inTopic(topic), sort, limit, from);
  return cards(db, sql`${gigs.n} in (${numbers})`, sort);
}

/** The numbers of gigs in the order of the sort, as a sub-select. */
export function numbersInOrder(where: SQL | undefined, sort: Sort, limit: number | SQL, from = 0): SQL {
  const order = sql.join(orders[sort], sql`, `);
  return sql`select ${gigs.n} from ${gigs} where ${where} order by ${order} limit ${limit} offset ${from}`;
}

function inTopic(topic: Topic | null): SQL | undefined {
  if (!topic) return listed;
  return and(
    listed,
    "categoryId" in topic
      ? eq(gigs.categoryId, topic.categoryId)
      : eq(gigs.subcategoryId, topic.subcategoryId),
  );
}

/** The order of each sort; the index of gigs keeps it. */
export const orders = {
  newest: [desc(gigs.n)],
  "price-low": [asc(gigs.priceCents), asc(gigs.n)],
  "price-high": [desc(gigs.priceCents), desc(gigs.n)],
} satisfies Record<Sort, SQL[]>;

/** A left join, so that the order of the index on gigs is kept and a page stops after its rows. */
export function cards(db: Db, where: SQL | undefined, sort: Sort) {
  return db
    .select(summary)
    .from(gigs)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(where)
    .orderBy(...orders[sort])
    .$dynamic();
}

export function offset(page: number): number {
  return (page - 1) * listingSize;
}
