import { asc, eq, inArray, sql } from "drizzle-orm";
import { categoryTtl } from "#app/catalog/listing.ts";
import type { Db, Log } from "#app/context.ts";
import { categories, seoFaqs, seoFeatures, subcategories } from "#drizzle/schema.ts";

export type Link = { name: string; slug: string };
export type MenuCategory = Link & { subcategories: Link[] };
export type Category = {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  metaTitle: string | null;
  metaDescription: string | null;
};
export type SubcategoryWithCategory = Category & { category: Link & { id: string } };

/** How long the menu is kept (docs/specification.md#cache-times: category and subcategories). */
const menuLife = categoryTtl;
const menuCategories = 4;
const menuSubcategories = 2;
let kept: { menu: MenuCategory[]; until: number } | null = null;

/**
 * The categories of header and footer: the first 4 by name with their first 2 subcategories (docs/specification.md#header-and-footer). Kept
 * for 5 minutes per isolate, by the real clock; a failure throws and is not kept.
 */
export async function menu(db: Db): Promise<MenuCategory[]> {
  if (kept && Date.now() < kept.until) return kept.menu;
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
  kept = { menu, until: Date.now() + menuLife };
  return menu;
}

/** All categories by name, but those whose name contains 'file conversion' (docs/specification.md#home). */
export function listCategories(db: Db) {
  return db
    .select({ name: categories.name, slug: categories.slug })
    .from(categories)
    .where(sql`instr(lower(${categories.name}), 'file conversion') = 0`)
    .orderBy(asc(categories.name));
}

const fields = <T extends typeof categories | typeof subcategories>(table: T) => ({
  id: table.id,
  name: table.name,
  slug: table.slug,
  description: table.description,
  metaTitle: table.metaTitle,
  metaDescription: table.metaDescription,
});

/** One category; null when there is none (docs/specification.md#data-access). */
async function findCategory(db: Db, slug: string): Promise<Category | null> {
  const [category] = await db.select(fields(categories)).from(categories).where(eq(categories.slug, slug));
  return category ?? null;
}

/** One subcategory with the category it belongs to; null when there is none. */
async function findSubcategory(db: Db, slug: string): Promise<SubcategoryWithCategory | null> {
  const [subcategory] = await db
    .select({
      ...fields(subcategories),
      category: { id: categories.id, name: categories.name, slug: categories.slug },
    })
    .from(subcategories)
    .innerJoin(categories, eq(categories.id, subcategories.categoryId))
    .where(eq(subcategories.slug, slug));
  return subcategory ?? null;
}

/** A category's row, and a subcategory's, as everybody sees them. */
export const category = {
  name: "category",
  ttl: categoryTtl,
  read: (db: Db, _log: Log, slug: string) => findCategory(db, slug),
};
export const subcategory = {
  name: "subcategory",
  ttl: categoryTtl,
  read: (db: Db, _log: Log, slug: string) => findSubcategory(db, slug),
};

/** The subcategories of a category by name; a statement, for a batch. */
export function subcategoriesOf(db: Db, categoryId: string) {
  return db
    .select({ name: subcategories.name, slug: subcategories.slug })
    .from(subcategories)
    .where(eq(subcategories.categoryId, categoryId))
    .orderBy(asc(subcategories.name));
}

/** What a text is about: a category or a subcategory. */
export type Topic = { categoryId: string } | { subcategoryId: string };

/** FAQs and features are capped (docs/specification.md#limits). */
const textsOfTopic = 5;

function about(table: typeof seoFaqs | typeof seoFeatures, topic: Topic) {
  return "categoryId" in topic
    ? eq(table.categoryId, topic.categoryId)
    : eq(table.subcategoryId, topic.subcategoryId);
}

/** The first 5 questions about a topic, in their order (docs/specification.md#about-section); a statement, for a batch. */
export function faqsOf(db: Db, topic: Topic) {
  return db
    .select({ question: seoFaqs.question, answer: seoFaqs.answer })
    .from(seoFaqs)
    .where(about(seoFaqs, topic))
    .orderBy(asc(seoFaqs.displayOrder), asc(seoFaqs.n))
    .limit(textsOfTopic);
}

/** The first 5 features of a topic, in their order (docs/specification.md#about-section); a statement, for a batch. */
export function featuresOf(db: Db, topic: Topic) {
  return db
    .select({ title: seoFeatures.title, description: seoFeatures.description })
    .from(seoFeatures)
    .where(about(seoFeatures, topic))
    .orderBy(asc(seoFeatures.displayOrder), asc(seoFeatures.n))
    .limit(textsOfTopic);
}

/** All categories by name, with their ids (docs/specification.md#data-access). */
export function listAllCategories(db: Db): Promise<(Link & { id: string })[]> {
  return db
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
    .orderBy(asc(categories.name));
}

export const allCategories = { name: "categories", ttl: categoryTtl, read: listAllCategories };

/** All subcategories by name, with their category; a statement, for a batch. */
export function allSubcategories(db: Db) {
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
