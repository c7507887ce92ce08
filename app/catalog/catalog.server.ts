import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { minute } from "#app/lib/dates.ts";
import { categories, subcategories } from "#drizzle/schema.ts";

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
export type CategoryWithSubcategories = Category & { subcategories: Link[] };
export type SubcategoryWithCategory = Category & { category: Link };

/** How long the menu is kept (spec.md section 9, cache: category and subcategories). */
const menuLife = 5 * minute;
const menuCategories = 4;
const menuSubcategories = 2;
let kept: { menu: MenuCategory[]; until: number } | null = null;

/**
 * The categories of header and footer: the first 4 by name with their first 2 subcategories (spec.md section 2). Kept
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

/** All categories by name, but those whose name contains 'file conversion' (spec.md section 2, home). */
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

/** One category with its subcategories by name; null when there is none (spec.md section 7, table reads). */
export async function findCategory(db: Db, slug: string): Promise<CategoryWithSubcategories | null> {
  const [[category], subs] = await db.batch([
    db.select(fields(categories)).from(categories).where(eq(categories.slug, slug)),
    db
      .select({ name: subcategories.name, slug: subcategories.slug })
      .from(subcategories)
      .innerJoin(categories, eq(categories.id, subcategories.categoryId))
      .where(eq(categories.slug, slug))
      .orderBy(asc(subcategories.name)),
  ]);
  return category ? { ...category, subcategories: subs } : null;
}

/** One subcategory with the category it belongs to; null when there is none. */
export async function findSubcategory(db: Db, slug: string): Promise<SubcategoryWithCategory | null> {
  const [subcategory] = await db
    .select({ ...fields(subcategories), category: { name: categories.name, slug: categories.slug } })
    .from(subcategories)
    .innerJoin(categories, eq(categories.id, subcategories.categoryId))
    .where(eq(subcategories.slug, slug));
  return subcategory ?? null;
}
