import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { href } from "#app/lib/href.ts";
import { categories, categorySlugs, subcategories, subcategorySlugs } from "#drizzle/schema.ts";

/** In SQL: whether this slug is a current or former one of the category with this id. */
const isCategory = (slug: string, id: SQL) =>
  sql`(exists (select 1 from categories where slug = ${slug} and id = ${id})
    or exists (select 1 from category_slugs where slug = ${slug} and category_id = ${id}))`;

/**
 * The current address of the category that had this slug before (docs/specification.md#slugs); null if none
 * had it.
 */
export async function findMovedCategory(db: Db, slug: string): Promise<string | null> {
  const present = await findPresentSlug(db, slug);
  return present === null ? null : href("/categories/:category", { category: present });
}

/** The current slug of the category that had this slug before; null if none had it. */
export async function findPresentSlug(db: Db, slug: string): Promise<string | null> {
  const [found] = await db
    .select({ slug: categories.slug })
    .from(categorySlugs)
    .innerJoin(categories, eq(categories.id, categorySlugs.categoryId))
    .where(eq(categorySlugs.slug, slug));
  return found?.slug ?? null;
}

/**
 * The current address of the subcategory that these slugs named before one or both of them changed; null if
 * there is none.
 */
export async function findMovedSubcategory(
  db: Db,
  slugs: { category: string; subcategory: string },
): Promise<string | null> {
  const [found] = await db
    .select({ category: categories.slug, subcategory: subcategories.slug })
    .from(subcategories)
    .innerJoin(categories, eq(categories.id, subcategories.categoryId))
    .where(
      sql`${subcategories.id} = coalesce((select id from subcategories where slug = ${slugs.subcategory}),
        (select ${subcategorySlugs.subcategoryId} from ${subcategorySlugs} where ${subcategorySlugs.slug} = ${slugs.subcategory}))
        and ${isCategory(slugs.category, sql`${subcategories.categoryId}`)}
        and (${categories.slug} <> ${slugs.category} or ${subcategories.slug} <> ${slugs.subcategory})`,
    );
  return found ? href("/categories/:category/:subcategory", found) : null;
}
