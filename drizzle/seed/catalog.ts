import { z } from "zod";
// As modules, because the console has no files to read (docs/specification.md#operator-catalogue).
import categories from "./data/categories.json" with { type: "json" };
import seoTexts from "./data/seo.json" with { type: "json" };
import { idOf } from "./ids.ts";
import type { SourceCategory, SourceSeo } from "./source.ts";

/** By slug. */
const seo: Record<"categories" | "subcategories", Record<string, SourceSeo>> = seoTexts;

/** Implemented by a binding and by the client of Cloudflare's API (scripts/data/). */
type Database = Pick<D1Database, "batch" | "prepare">;

const text = z.string().trim().min(1);
const topic = {
  name: text,
  /** The last part of the address: `/services/design-branding`. */
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  description: text,
  /** The title and description for search engines. Default: the name and the description. */
  metaTitle: text.optional(),
  metaDescription: text.optional(),
  faqs: z.array(z.strictObject({ question: text, answer: text })).default([]),
  features: z.array(z.strictObject({ title: text, description: text })).default([]),
};
const subcategory = z.strictObject(topic);
type Topic = z.infer<typeof subcategory>;
const review = z.strictObject({
  rating: z.int().min(1).max(5),
  review: text,
  name: text,
  title: text.optional(),
  service: text.optional(),
});
const category = z.strictObject({
  ...topic,
  icon: text.optional(),
  subcategories: z.array(subcategory).default([]),
  reviews: z.array(review).default([]),
});

/** The format of a catalogue file (docs/operations.md#catalogue). Lists keep the file's order. */
export const catalogueSchema = z
  .strictObject({ categories: z.array(category).min(1) })
  .superRefine((catalogue, context) => {
    const subcategories = catalogue.categories.flatMap((each) => each.subcategories);
    for (const [what, values] of [
      ["category names", catalogue.categories.map(({ name }) => name)],
      ["category slugs", catalogue.categories.map(({ slug }) => slug)],
      ["subcategory slugs", subcategories.map(({ slug }) => slug)],
    ] as const) {
      const twice = values.find((value, i) => values.indexOf(value) !== i);
      if (twice !== undefined) context.addIssue(`Two ${what} are "${twice}".`);
    }
  });

export type Catalogue = z.infer<typeof catalogueSchema>;

/** The demo market's catalogue, in the format of a file. */
export function demoCatalogue(): Catalogue {
  const textsOf = (source: SourceCategory, texts: SourceSeo | undefined) => ({
    name: source.name,
    slug: source.slug,
    description: source.description,
    metaTitle: source.meta_title,
    metaDescription: source.meta_description,
    faqs: (texts?.faqs ?? []).map(({ question, answer }) => ({ question, answer })),
    features: (texts?.features ?? []).map(({ title, description }) => ({ title, description })),
  });
  return {
    categories: categories.map((source) => ({
      ...textsOf(source, seo.categories[source.slug]),
      icon: `/category-icons/${source.icon}.svg`,
      subcategories: source.subcategories.map((each) => textsOf(each, seo.subcategories[each.slug])),
      reviews: seo.categories[source.slug]?.testimonials ?? [],
    })),
  };
}

const topicId = (kind: string, slug: string) => idOf(`${kind}:${slug}`);

/** SQL: the id of the topic that has or had a slug, or was added with this id; null if there is none. */
function found(kind: "category" | "subcategory", slug: string, id = "value->>'id'"): string {
  const table = kind === "category" ? "categories" : "subcategories";
  return `coalesce((SELECT id FROM ${table} WHERE slug = ${slug}),
    (SELECT ${kind}_id FROM ${kind}_slugs WHERE slug = ${slug}), (SELECT id FROM ${table} WHERE id = ${id}))`;
}

/**
 * Adds the categories, subcategories and texts that the database does not have yet, in one batch. It changes
 * and removes none. Categories are identified by their slug, a former one, or their id, so that a changed
 * address adds nothing twice; FAQs by question, features by title.
 * @returns how many rows were added, by table
 */
export async function fillCatalogue(db: Database, catalogue: Catalogue): Promise<Record<string, number>> {
  const topics = catalogue.categories.flatMap((each) => [
    { ...each, kind: "category" },
    ...each.subcategories.map((child) => ({ ...child, kind: "subcategory" })),
  ]);
  const listed = <Item extends object>(items: (topic: Topic) => Item[]) =>
    topics.flatMap((each) =>
      items(each).map((item, i) => ({
        ...item,
        [each.kind]: each.slug,
        id: topicId(each.kind, each.slug),
        order: i + 1,
      })),
    );
  const common =
    "value->>'name', value->>'slug', value->>'description', value->>'metaTitle', value->>'metaDescription'";
  const category = found("category", "value->>'category'");
  const subcategory = found("subcategory", "value->>'subcategory'");
  const isThere = (table: string, name: string) => `EXISTS (SELECT 1 FROM ${table} t
    WHERE t.${name} = value->>'${name}' AND (t.category_id = ${category} OR t.subcategory_id = ${subcategory}))`;
  const additions: [table: string, sql: string, rows: object[]][] = [
    [
      "categories",
      `INSERT INTO categories (id, icon, name, slug, description, meta_title, meta_description)
       SELECT value->>'id', value->>'icon', ${common} FROM json_each(?)
       WHERE ${found("category", "value->>'slug'")} IS NULL ORDER BY key`,
      catalogue.categories.map(({ subcategories, ...rest }) => ({
        ...rest,
        id: topicId("category", rest.slug),
      })),
    ],
    [
      "subcategories",
      `INSERT INTO subcategories (id, category_id, name, slug, description, meta_title, meta_description)
       SELECT value->>'id', ${found("category", "value->>'category'", "value->>'parent'")}, ${common} FROM json_each(?)
       WHERE ${found("subcategory", "value->>'slug'")} IS NULL ORDER BY key`,
      catalogue.categories.flatMap(({ slug, subcategories }) =>
        subcategories.map((each) => ({
          ...each,
          category: slug,
          parent: topicId("category", slug),
          id: topicId("subcategory", each.slug),
        })),
      ),
    ],
    [
      "seo_faqs",
      `INSERT INTO seo_faqs (category_id, subcategory_id, question, answer, display_order)
       SELECT ${category}, ${subcategory}, value->>'question', value->>'answer', value->>'order' FROM json_each(?)
       WHERE NOT ${isThere("seo_faqs", "question")} ORDER BY key`,
      listed(({ faqs }) => faqs),
    ],
    [
      "seo_features",
      `INSERT INTO seo_features (category_id, subcategory_id, title, description, display_order)
       SELECT ${category}, ${subcategory}, value->>'title', value->>'description', value->>'order' FROM json_each(?)
       WHERE NOT ${isThere("seo_features", "title")} ORDER BY key`,
      listed(({ features }) => features),
    ],
    [
      "seo_reviews",
      `INSERT INTO seo_reviews (category_id, rating, review, name, title, service)
       SELECT c.id, value->>'rating', value->>'review', value->>'name', value->>'title', value->>'service'
       FROM json_each(?) JOIN categories c ON c.id = ${category}
       WHERE NOT EXISTS (SELECT 1 FROM seo_reviews r WHERE r.category_id = c.id AND r.review = value->>'review') ORDER BY key`,
      catalogue.categories.flatMap(({ slug, reviews }) =>
        reviews.map((each) => ({ ...each, category: slug, id: topicId("category", slug) })),
      ),
    ],
  ];
  const counts = (
    await db.batch<{ n: number }>(
      additions.flatMap(([table, sql, rows]) => [
        db.prepare(`SELECT -count(*) AS n FROM ${table}`),
        db.prepare(sql).bind(JSON.stringify(rows)),
        db.prepare(`SELECT count(*) AS n FROM ${table}`),
      ]),
    )
  ).map(({ results }) => results[0]?.n ?? 0);
  return Object.fromEntries(
    additions.map(([table], i) => [table, (counts[3 * i] ?? 0) + (counts[3 * i + 2] ?? 0)]),
  );
}
