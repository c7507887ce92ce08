import { asc, eq, sql } from "drizzle-orm";
import { listAudit } from "#app/admin/audit.server.ts";
import { type EntryKind, type GigNumbers, most, type TopicKind } from "#app/admin/catalogue/topic.ts";
import type { Db } from "#app/context.ts";
import { type categories, seoFaqs, seoFeatures, seoReviews } from "#drizzle/schema.ts";

/** A category or subcategory. `parent`: the category of a subcategory. */
export type Topic = Omit<typeof categories.$inferSelect, "number"> & {
  kind: TopicKind;
  parent: { id: string; name: string; slug: string } | null;
};

/** An FAQ (question and answer) or a feature (title and description). */
export type Entry = { number: number; heading: string; text: string };

/** Lists the categories by name, each with its number of listed gigs. */
export async function listCategories(db: Db) {
  return await db.all<{ id: string; name: string; slug: string; icon: string | null; listed: number }>(sql`
    select id, name, slug, icon, (select ifnull(sum(count), 0) from gig_counts where category_id = c.id) as listed
    from categories c order by name limit ${2 * most.categories}`);
}

/** Finds a category or a subcategory by its id. */
export async function findTopic(db: Db, id: string): Promise<Topic | null> {
  const [found] = await db.all<
    Omit<Topic, "parent"> & { parentId: string | null; parentName: string; parentSlug: string }
  >(sql`
    select 'category' as kind, id, name, slug, description, icon, meta_title as metaTitle,
      meta_description as metaDescription, version, null as parentId, null as parentName, null as parentSlug
    from categories where id = ${id}
    union all
    select 'subcategory', s.id, s.name, s.slug, s.description, null, s.meta_title, s.meta_description, s.version,
      c.id, c.name, c.slug
    from subcategories s join categories c on c.id = s.category_id where s.id = ${id}`);
  if (!found) return null;
  const { parentId, parentName, parentSlug, ...topic } = found;
  return {
    ...topic,
    parent: parentId === null ? null : { id: parentId, name: parentName, slug: parentSlug },
  };
}

/** Everything on a topic's page in the console except its own row. */
export async function findTopicPage(db: Db, topic: Topic) {
  const [faqs, features, reviews, subcategories, gigs, audit] = await Promise.all([
    listEntries(db, "faq", topic),
    listEntries(db, "feature", topic),
    topic.kind === "category" ? listReviews(db, topic.id) : [],
    topic.kind === "category" ? listSubcategories(db, topic.id) : [],
    countGigs(db, topic),
    listAudit(db, topic.id, 10),
  ]);
  return { faqs, features, reviews, subcategories, gigs, audit };
}

export type TopicContent = Awaited<ReturnType<typeof findTopicPage>>;

/** Lists the FAQs or the features of a topic, in display order. */
export async function listEntries(db: Db, kind: EntryKind, topic: Topic): Promise<Entry[]> {
  if (kind === "faq")
    return await db
      .select({ number: seoFaqs.number, heading: seoFaqs.question, text: seoFaqs.answer })
      .from(seoFaqs)
      .where(isAbout(seoFaqs, topic))
      .orderBy(asc(seoFaqs.displayOrder), asc(seoFaqs.number))
      .limit(2 * most.entries);
  return await db
    .select({ number: seoFeatures.number, heading: seoFeatures.title, text: seoFeatures.description })
    .from(seoFeatures)
    .where(isAbout(seoFeatures, topic))
    .orderBy(asc(seoFeatures.displayOrder), asc(seoFeatures.number))
    .limit(2 * most.entries);
}

function isAbout(table: typeof seoFaqs | typeof seoFeatures, { kind, id }: Topic) {
  return eq(kind === "category" ? table.categoryId : table.subcategoryId, id);
}

/** Lists the SEO reviews of a category. Visitors see the first five (docs/specification.md#review-list). */
async function listReviews(db: Db, categoryId: string) {
  return await db
    .select({
      number: seoReviews.number,
      rating: seoReviews.rating,
      text: seoReviews.review,
      author: seoReviews.name,
      title: seoReviews.title,
      service: seoReviews.service,
    })
    .from(seoReviews)
    .where(eq(seoReviews.categoryId, categoryId))
    .orderBy(asc(seoReviews.number))
    .limit(2 * most.entries);
}

async function listSubcategories(db: Db, categoryId: string) {
  return await db.all<{ id: string; name: string; slug: string; listed: number }>(sql`
    select id, name, slug, ifnull((select count from gig_counts where category_id = ${categoryId} and subcategory_id = s.id), 0) as listed
    from subcategories s where category_id = ${categoryId} order by name limit ${2 * most.subcategories}`);
}

/** How many gigs that are not on the market are counted. */
const maxOthers = 200;

/** How many gigs a topic has. Only the first 200 that are not on the market are counted. */
async function countGigs(db: Db, { kind, id }: Topic): Promise<GigNumbers> {
  const column = kind === "category" ? sql`category_id` : sql`subcategory_id`;
  const [row] = await db.all<{ listed: number; others: number }>(sql`
    select (select ifnull(sum(count), 0) from gig_counts where ${column} = ${id}) as listed,
      (select count(*) from (select 1 from gigs where ${column} = ${id} and listed = 0 limit ${maxOthers + 1})) as others`);
  const { listed = 0, others = 0 } = row ?? {};
  return { listed, others: Math.min(others, maxOthers), isWhole: others <= maxOthers };
}
