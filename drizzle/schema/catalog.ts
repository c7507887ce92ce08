import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The categories (docs/specification.md#data-category). */
export const categories = sqliteTable("categories", {
  number: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique(),
  name: text().notNull().unique(),
  slug: text().notNull().unique(),
  description: text(),
  icon: text(),
  metaTitle: text("meta_title"),
  metaDescription: text("meta_description"),
  /** Grows with each change of the category or its texts. */
  version: integer().notNull().default(1),
});

/** The subcategories (docs/specification.md#data-category). A slug is unique across all categories. */
export const subcategories = sqliteTable(
  "subcategories",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
    name: text().notNull(),
    slug: text().notNull().unique(),
    description: text(),
    metaTitle: text("meta_title"),
    metaDescription: text("meta_description"),
    version: integer().notNull().default(1),
  },
  (t) => [index("subcategories_category").on(t.categoryId, t.name)],
);

/** Former slugs of categories. Their addresses redirect to the current one (docs/specification.md#slugs). */
export const categorySlugs = sqliteTable(
  "category_slugs",
  {
    slug: text().primaryKey(),
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
  },
  (t) => [index("category_slugs_category").on(t.categoryId)],
);

/** Former slugs of subcategories. */
export const subcategorySlugs = sqliteTable(
  "subcategory_slugs",
  {
    slug: text().primaryKey(),
    subcategoryId: text("subcategory_id")
      .notNull()
      .references(() => subcategories.id),
  },
  (t) => [index("subcategory_slugs_subcategory").on(t.subcategoryId)],
);

/** What a text is about: a category or a subcategory, never both. */
const topic = {
  categoryId: text("category_id").references(() => categories.id),
  subcategoryId: text("subcategory_id").references(() => subcategories.id),
};

/** The FAQs of a category or subcategory (docs/specification.md#data-seo). */
export const seoFaqs = sqliteTable(
  "seo_faqs",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    ...topic,
    question: text().notNull(),
    answer: text().notNull(),
    displayOrder: integer("display_order").notNull(),
  },
  (t) => [
    check("seo_faqs_topic", sql`(${t.categoryId} is null) <> (${t.subcategoryId} is null)`),
    index("seo_faqs_category").on(t.categoryId, t.displayOrder),
    index("seo_faqs_subcategory").on(t.subcategoryId, t.displayOrder),
  ],
);

/** The features of a category or subcategory (docs/specification.md#data-seo). */
export const seoFeatures = sqliteTable(
  "seo_features",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    ...topic,
    title: text().notNull(),
    description: text().notNull(),
    displayOrder: integer("display_order").notNull(),
  },
  (t) => [
    check("seo_features_topic", sql`(${t.categoryId} is null) <> (${t.subcategoryId} is null)`),
    index("seo_features_category").on(t.categoryId, t.displayOrder),
    index("seo_features_subcategory").on(t.subcategoryId, t.displayOrder),
  ],
);

/**
 * Reviews of a category (docs/specification.md#data-seo). No average and no structured data includes them.
 */
export const seoReviews = sqliteTable(
  "seo_reviews",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
    rating: integer().notNull(),
    review: text().notNull(),
    name: text().notNull(),
    title: text(),
    service: text(),
  },
  (t) => [
    check("seo_reviews_rating", sql`${t.rating} in (1, 2, 3, 4, 5)`),
    index("seo_reviews_category").on(t.categoryId, t.number),
  ],
);
