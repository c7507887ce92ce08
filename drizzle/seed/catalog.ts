import type { Db } from "#app/context.ts";
import * as schema from "#drizzle/schema.ts";
import { categories, idOf, inBulk, type SourceCategory, type SourceSeo, seo } from "./source.ts";

/** Writes the categories and their subcategories, with what is said of them. */
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
  const texts = [
    ...Object.entries(seo.categories).flatMap(([slug, said]) => [
      ...textsOf(db, { categoryId: idOf(`category:${slug}`) }, said),
      ...(said.testimonials ?? []).map((testimonial) =>
        db.insert(schema.seoReviews).values({ categoryId: idOf(`category:${slug}`), ...testimonial }),
      ),
    ]),
    ...Object.entries(seo.subcategories).flatMap(([slug, said]) =>
      textsOf(db, { subcategoryId: idOf(`subcategory:${slug}`) }, said),
    ),
  ];
  await inBulk(db, [...parents, ...children, ...texts]);
}

/** Statements of the questions and features of a category or a subcategory. */
function textsOf(db: Db, topic: { categoryId: string } | { subcategoryId: string }, said: SourceSeo) {
  return [
    ...said.faqs.map(({ question, answer, display_order }) =>
      db.insert(schema.seoFaqs).values({ ...topic, question, answer, displayOrder: display_order }),
    ),
    ...said.features.map(({ title, description, display_order }) =>
      db.insert(schema.seoFeatures).values({ ...topic, title, description, displayOrder: display_order }),
    ),
  ];
}

function common({ name, slug, description, meta_title, meta_description }: SourceCategory) {
  return { name, slug, description, metaTitle: meta_title, metaDescription: meta_description };
}
