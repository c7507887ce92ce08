import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { type GigSummary, relatedCount } from "#app/gigs/gig.ts";
import type { GigAvailability } from "#app/gigs/gig-state.ts";
import { isPausedAway } from "#app/gigs/gig-transitions.server.ts";
import { hasSellerPage } from "#app/profiles/public-profile.server.ts";
import { categories, gigSlugs, gigs, profiles, sellers, subcategories } from "#drizzle/schema.ts";

/** Listings, counts and search results show only these gigs. */
export const isListed = eq(gigs.listed, true);

/** The full name, for the initials if there is no picture; otherwise a card does not show it. */
const cardName = sql<string | null>`CASE WHEN ${profiles.avatarUrl} IS NULL THEN ${profiles.fullName} END`;

/** The columns of a `GigSummary`. Join `profiles` for the seller. */
export const summaryColumns = {
  slug: gigs.slug,
  title: gigs.title,
  priceCents: gigs.priceCents,
  deliveryDays: gigs.deliveryDays,
  imageUrl: gigs.imageUrl,
  ratingSum: gigs.ratingSum,
  reviewCount: gigs.reviewCount,
  seller: { username: profiles.username, fullName: cardName, avatarUrl: profiles.avatarUrl },
};

const availabilityColumns = { sellerId: gigs.sellerId, state: gigs.state, listed: gigs.listed };

/**
 * One gig in any state, with its seller, category and subcategory (docs/specification.md#data-access). Check
 * `isVisibleTo` before showing it.
 * @returns null if there is none
 */
export async function find(db: Db, by: { id: string } | { slug: string }) {
  const [gig] = await db
    .select({
      id: gigs.id,
      ...summaryColumns,
      description: gigs.description,
      revisions: gigs.revisions,
      features: gigs.features,
      imageAlt: gigs.imageAlt,
      furtherImages: gigs.furtherImages,
      faqs: gigs.faqs,
      packageDetails: gigs.packageDetails,
      extras: gigs.extras,
      questions: gigs.questions,
      ...availabilityColumns,
      version: gigs.version,
      completedOrders: gigs.completedOrders,
      metaTitle: gigs.metaTitle,
      metaDescription: gigs.metaDescription,
      metaKeywords: gigs.metaKeywords,
      seller: {
        ...summaryColumns.seller,
        fullName: profiles.fullName,
        sellerLevel: profiles.sellerLevel,
        about: profiles.description,
        since: profiles.createdAt,
      },
      sellerHasPage: hasSellerPage(gigs.sellerId),
      sellerCountry: sellers.country,
      sellerLanguages: sellers.languages,
      sellerTimeZone: profiles.timeZone,
      /** When it becomes active again because its seller is back, UTC ms; null: unknown. */
      backAt: sql<number | null>`iif(${isPausedAway}, ${sellers.awayUntil}, null)`,
      category: { name: categories.name, slug: categories.slug },
      subcategory: { name: subcategories.name, slug: subcategories.slug },
    })
    .from(gigs)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .leftJoin(sellers, eq(sellers.userId, gigs.sellerId))
    .innerJoin(categories, eq(categories.id, gigs.categoryId))
    .leftJoin(subcategories, eq(subcategories.id, gigs.subcategoryId))
    .where("id" in by ? eq(gigs.id, by.id) : eq(gigs.slug, by.slug));
  return gig ?? null;
}

/** A gig with everything that its page and its orders need. */
export type Gig = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The slug of a gig, by its id, with what `isVisibleTo` needs; null if there is none. */
export async function findSlugById(db: Db, id: string): Promise<({ slug: string } & GigAvailability) | null> {
  const [gig] = await db
    .select({ slug: gigs.slug, ...availabilityColumns })
    .from(gigs)
    .where(eq(gigs.id, id));
  return gig ?? null;
}

/**
 * The current slug and seller of the gig that had this slug before (docs/specification.md#slugs), with what
 * `isVisibleTo` needs.
 * @returns null if no gig had it
 */
export async function findByOldSlug(
  db: Db,
  oldSlug: string,
): Promise<({ slug: string; username: string } & GigAvailability) | null> {
  const [gig] = await db
    .select({ slug: gigs.slug, username: profiles.username, ...availabilityColumns })
    .from(gigSlugs)
    .innerJoin(gigs, eq(gigs.id, gigSlugs.gigId))
    .innerJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(eq(gigSlugs.slug, oldSlug));
  return gig ?? null;
}

/**
 * A statement: the listed gigs related to the gig with this slug (docs/specification.md#related-gigs). They
 * are of the same category; those of the same subcategory come first, then the newest. It reads only the
 * newest few of each, so its cost does not grow with the category.
 */
export function listRelated(db: Db, slug: string) {
  const own = (column: SQL) => sql`(select ${column} from gigs where slug = ${slug})`;
  const newest = (where: SQL) =>
    sql`select number from (select number from gigs where listed = 1 and category_id = ${own(sql`category_id`)} ${where} order by number desc limit ${relatedCount + 1})`;
  const near = sql`and subcategory_id = ${own(sql`subcategory_id`)}`;
  return selectSummaries(
    db,
    and(ne(gigs.slug, slug), sql`${gigs.number} in (${newest(near)} union ${newest(sql``)})`),
  )
    .orderBy(desc(sql`${gigs.subcategoryId} is ${own(sql`subcategory_id`)}`), desc(gigs.number))
    .limit(relatedCount);
}

/**
 * A statement: how many orders the seller of the gig with this slug has in progress, of all their gigs, as
 * one row with `count`. It stops at `limit`, so its cost does not grow with the seller's orders.
 */
export function countQueue(db: Db, slug: string, limit: number) {
  const running = sql`select 1 from orders where seller_id = (select seller_id from gigs where slug = ${slug})
    and status = 'in progress' limit ${limit}`;
  return db.select({ count: sql<number>`count(*)` }).from(sql`(${running})`);
}

/**
 * The listed gigs among these ids, in the order of the ids, at most `limit`
 * (docs/specification.md#recently-viewed).
 */
export async function listByIds(db: Db, ids: string[], limit: number): Promise<GigSummary[]> {
  if (ids.length === 0) return [];
  return await selectSummaries(db, and(inArray(gigs.id, ids), isListed))
    .orderBy(sql`instr(${ids.join(".")}, ${gigs.id})`)
    .limit(limit);
}

/**
 * The seller is a left join, so that SQLite reads the gigs in the order of their index and stops at the
 * limit.
 */
export function selectSummaries(db: Db, where: SQL | undefined) {
  return db
    .select(summaryColumns)
    .from(gigs)
    .leftJoin(profiles, eq(profiles.id, gigs.sellerId))
    .where(where)
    .$dynamic();
}
