import type { Db } from "#app/context.ts";
import * as schema from "#drizzle/schema.ts";
import { categories, idOf, inBulk, type SourceCategory, type SourceSeo, seo } from "./source.ts";

/** Seeds the categories and subcategories, with their FAQs, features and testimonials. */
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
    ...Object.entries(seo.categories).flatMap(([slug, seoTexts]) => [
      ...textsOf(db, { categoryId: idOf(`category:${slug}`) }, seoTexts),
      ...(seoTexts.testimonials ?? []).map((testimonial) =>
        db.insert(schema.seoReviews).values({ categoryId: idOf(`category:${slug}`), ...testimonial }),
      ),
    ]),
    ...Object.entries(seo.subcategories).flatMap(([slug, seoTexts]) =>
      textsOf(db, { subcategoryId: idOf(`subcategory:${slug}`) }, seoTexts),
    ),
  ];
  await inBulk(db, [...parents, ...children, ...texts]);
}

/** The statements that insert the FAQs and features of a category or subcategory. */
function textsOf(db: Db, topic: { categoryId: string } | { subcategoryId: string }, seoTexts: SourceSeo) {
  return [
    ...seoTexts.faqs.map(({ question, answer, display_order }) =>
      db.insert(schema.seoFaqs).values({ ...topic, question, answer, displayOrder: display_order }),
    ),
    ...seoTexts.features.map(({ title, description, display_order }) =>
      db.insert(schema.seoFeatures).values({ ...topic, title, description, displayOrder: display_order }),
    ),
  ];
}

function common({ name, slug, description, meta_title, meta_description }: SourceCategory) {
  return { name, slug, description, metaTitle: meta_title, metaDescription: meta_description };
}
