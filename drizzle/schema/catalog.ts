import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** spec.md section 3, category. */
export const categories = sqliteTable("categories", {
  n: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull().unique(),
  name: text().notNull().unique(),
  slug: text().notNull().unique(),
  description: text(),
  icon: text(),
  metaTitle: text("meta_title"),
  metaDescription: text("meta_description"),
});

/** spec.md section 3, subcategory. Slugs are unique over all categories. */
export const subcategories = sqliteTable(
  "subcategories",
  {
    n: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id),
    name: text().notNull(),
    slug: text().notNull().unique(),
    description: text(),
    metaTitle: text("meta_title"),
    metaDescription: text("meta_description"),
  },
  (t) => [index("subcategories_category").on(t.categoryId, t.name)],
);
