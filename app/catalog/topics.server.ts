import { asc } from "drizzle-orm";
import { categoryTtl } from "#app/catalog/category.ts";
import type { Db } from "#app/context.ts";
import { categories, subcategories } from "#drizzle/schema.ts";

/** All categories with their subcategories, by name, for forms. Cached as long as a category. */
export const topics = {
  name: "topics of forms",
  ttl: categoryTtl,
  read: async (db: Db) => {
    const [tops, subs] = await db.batch([
      db
        .select({ id: categories.id, name: categories.name, slug: categories.slug })
        .from(categories)
        .orderBy(asc(categories.name)),
      db
        .select({
          id: subcategories.id,
          name: subcategories.name,
          slug: subcategories.slug,
          categoryId: subcategories.categoryId,
        })
        .from(subcategories)
        .orderBy(asc(subcategories.name)),
    ]);
    return tops.map((top) => ({
      ...top,
      subcategories: subs.flatMap(({ categoryId, ...sub }) => (categoryId === top.id ? [sub] : [])),
    }));
  },
};
