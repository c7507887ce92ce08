import { asc, eq, inArray, sql } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";
import { categoryTtl } from "#app/catalog/category.ts";
import type { Db, Log } from "#app/context.ts";
import { href } from "#app/lib/href.ts";
import { perIsolate } from "#app/lib/isolate-memory.ts";
import { categories, seoFaqs, seoFeatures, subcategories, subcategorySlugs } from "#drizzle/schema.ts";

export type Link = { name: string; slug: string };
export type MenuCategory = Link & { subcategories: Link[] };
export type Category = Pick<
  typeof categories.$inferSelect,
  "id" | "name" | "slug" | "description" | "metaTitle" | "metaDescription"
>;
export type SubcategoryWithCategory = Category & { category: Link & { id: string } };

/** How long the menu is cached, in ms: as long as a category (docs/specification.md#cache-times). */
const menuTtl = categoryTtl;
const menuCategories = 4;
const menuSubcategories = 2;
const cached = perIsolate<{ menu: MenuCategory[]; until: number } | null>(() => null);

/**
 * The categories in header and footer: the first 4 by name, each with its first 2 subcategories
 * (docs/specification.md#header-and-footer). Each isolate caches them for 5 minutes of real time.
 * @param isFresh reads them again
 * @throws Error if they cannot be read; a failure is not cached
 */
export async function menu(db: Db, isFresh = false): Promise<MenuCategory[]> {
  if (!isFresh && cached.value && Date.now() < cached.value.until) return cached.value.menu;
  const first = db
    .select({ id: categories.id })
    .from(categories)
    .orderBy(asc(categories.name))
    .limit(menuCategories);
  const [tops, subs] = await db.batch([
    db
      .select({ id: categories.id, name: categories.name, slug: categories.slug })
      .from(categories)
      .orderBy(asc(categories.name))
      .limit(menuCategories),
    db
      .select({ categoryId: subcategories.categoryId, name: subcategories.name, slug: subcategories.slug })
      .from(subcategories)
      .where(inArray(subcategories.categoryId, first))
      .orderBy(asc(subcategories.name)),
  ]);
  const menu = tops.map(({ id, name, slug }) => ({
    name,
    slug,
    subcategories: subs
      .filter((sub) => sub.categoryId === id)
      .slice(0, menuSubcategories)
      .map((sub) => ({ name: sub.name, slug: sub.slug })),
  }));
  cached.value = { menu, until: Date.now() + menuTtl };
  return menu;
}

/**
 * A statement: which of these slugs of subcategories have a page. A former slug has one until its subcategory
 * is deleted.
 */
export function listKnownSubcategories(db: Db, slugs: string[]) {
  return db
    .select({ slug: subcategories.slug })
    .from(subcategories)
    .where(inArray(subcategories.slug, slugs))
    .union(
      db
        .select({ slug: subcategorySlugs.slug })
        .from(subcategorySlugs)
        .where(inArray(subcategorySlugs.slug, slugs)),
    );
}

/**
 * A statement: all categories by name, without those whose name contains 'file conversion'
 * (docs/specification.md#home).
 */
export function listHomeCategories(db: Db) {
  return db
    .select({ name: categories.name, slug: categories.slug, icon: categories.icon })
    .from(categories)
    .where(sql`instr(lower(${categories.name}), 'file conversion') = 0`)
    .orderBy(asc(categories.name));
}

const topicColumns = <T extends typeof categories | typeof subcategories>(table: T) => ({
  id: table.id,
  name: table.name,
  slug: table.slug,
  description: table.description,
  metaTitle: table.metaTitle,
  metaDescription: table.metaDescription,
});

/** One category by its slug; null if there is none (docs/specification.md#data-access). */
async function findCategory(db: Db, slug: string): Promise<Category | null> {
  const [category] = await db
    .select(topicColumns(categories))
    .from(categories)
    .where(eq(categories.slug, slug));
  return category ?? null;
}

/** One subcategory by its slug, with its category; null if there is none. */
async function findSubcategory(db: Db, slug: string): Promise<SubcategoryWithCategory | null> {
  const [subcategory] = await db
    .select({
      ...topicColumns(subcategories),
      category: { id: categories.id, name: categories.name, slug: categories.slug },
    })
    .from(subcategories)
    .innerJoin(categories, eq(categories.id, subcategories.categoryId))
    .where(eq(subcategories.slug, slug));
  return subcategory ?? null;
}

/** A category by its slug, cached. */
export const category = {
  name: "category",
  ttl: categoryTtl,
  read: (db: Db, _log: Log, slug: string) => findCategory(db, slug),
};

/** A subcategory by its slug, with its category, cached. */
export const subcategory = {
  name: "subcategory",
  ttl: categoryTtl,
  read: (db: Db, _log: Log, slug: string) => findSubcategory(db, slug),
};

/** A statement: the subcategories of a category, by name. */
export function listSubcategories(db: Db, categoryId: string) {
  return db
    .select({ name: subcategories.name, slug: subcategories.slug })
    .from(subcategories)
    .where(eq(subcategories.categoryId, categoryId))
    .orderBy(asc(subcategories.name));
}

/** A category or a subcategory, by its id. */
export type Topic = { categoryId: string } | { subcategoryId: string };

/**
 * How many FAQs and how many features a category or subcategory shows (docs/specification.md#about-section).
 */
export const maxTextsPerTopic = 5;

/** Limits a select of FAQs or features to the first ones of a category or subcategory, in display order. */
function firstAbout<Select extends SQLiteSelect>(
  select: Select,
  table: typeof seoFaqs | typeof seoFeatures,
  topic: Topic,
) {
  return select
    .where(
      "categoryId" in topic
        ? eq(table.categoryId, topic.categoryId)
        : eq(table.subcategoryId, topic.subcategoryId),
    )
    .orderBy(asc(table.displayOrder), asc(table.number))
    .limit(maxTextsPerTopic);
}

/**
 * A statement: the first 5 FAQs of a category or subcategory, in display order
 * (docs/specification.md#about-section).
 */
export function listFaqs(db: Db, topic: Topic) {
  const faqs = db.select({ question: seoFaqs.question, answer: seoFaqs.answer }).from(seoFaqs);
  return firstAbout(faqs.$dynamic(), seoFaqs, topic);
}

/**
 * A statement: the first 5 features of a category or subcategory, in display order
 * (docs/specification.md#about-section).
 */
export function listFeatures(db: Db, topic: Topic) {
  const features = db
    .select({ title: seoFeatures.title, description: seoFeatures.description })
    .from(seoFeatures);
  return firstAbout(features.$dynamic(), seoFeatures, topic);
}

/** All categories, by name (docs/specification.md#data-access). */
export function listAllCategories(db: Db): Promise<(Link & { id: string; icon: string | null })[]> {
  return db
    .select({ id: categories.id, name: categories.name, slug: categories.slug, icon: categories.icon })
    .from(categories)
    .orderBy(asc(categories.name));
}

/** All categories by name, cached. */
export const allCategories = { name: "categories", ttl: categoryTtl, read: listAllCategories };

/** A statement: all subcategories, by name. */
export function listAllSubcategories(db: Db) {
  return db
    .select({
      id: subcategories.id,
      categoryId: subcategories.categoryId,
      name: subcategories.name,
      slug: subcategories.slug,
    })
    .from(subcategories)
    .orderBy(asc(subcategories.name));
}

/**
 * Every category and subcategory by name, as the search knows them: `token` is its name in the index of words
 * (drizzle/schema/gigs.ts), `path` its page, and `categoryId` is null for a subcategory.
 */
async function listTopics(db: Db) {
  const [tops, subs] = await db.batch([
    db
      .select({ number: categories.number, id: categories.id, name: categories.name, slug: categories.slug })
      .from(categories)
      .orderBy(asc(categories.name)),
    db
      .select({
        number: subcategories.number,
        name: subcategories.name,
        slug: subcategories.slug,
        categoryId: subcategories.categoryId,
      })
      .from(subcategories)
      .orderBy(asc(subcategories.name)),
  ]);
  const slugOf = new Map(tops.map(({ id, slug }) => [id, slug]));
  return [
    ...tops.map(({ number, id, name, slug }) => ({
      token: `#c${number}`,
      number,
      categoryId: id,
      name,
      slug,
      path: href("/categories/:category", { category: slug }),
    })),
    ...subs.map(({ number, name, slug, categoryId }) => ({
      token: `#s${number}`,
      number,
      categoryId: null,
      name,
      slug,
      path: href("/categories/:category/:subcategory", {
        category: slugOf.get(categoryId) ?? "",
        subcategory: slug,
      }),
    })),
  ];
}

/** Every category and subcategory by name, for the search, cached. */
export const searchTopics = { name: "topics", ttl: categoryTtl, read: listTopics };
