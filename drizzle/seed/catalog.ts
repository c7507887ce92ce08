import type { Db } from "#app/context.ts";
import * as schema from "#drizzle/schema.ts";
import { categories, idOf, inBatches, type SourceCategory } from "./source.ts";

/** Writes the categories and their subcategories. */
export async function seedCatalog(db: Db): Promise<void> {
  const parents = categories.map((category) =>
    db
      .insert(schema.categories)
      .values({ id: idOf(`category:${category.slug}`), icon: category.icon, ...common(category) }),
  );
  const children = categories.flatMap((category) =>
    category.subcategories.map((subcategory) =>
      db.insert(schema.subcategories).values({
        id: idOf(`subcategory:${subcategory.slug}`),
        categoryId: idOf(`category:${category.slug}`),
        ...common(subcategory),
      }),
    ),
  );
  await inBatches(db, [...parents, ...children]);
}

function common({ name, slug, description, meta_title, meta_description }: SourceCategory) {
  return { name, slug, description, metaTitle: meta_title, metaDescription: meta_description };
}
