import { type SQL, sql } from "drizzle-orm";
import { audited, type Decision, runAudited } from "#app/admin/audit.server.ts";
import type { Capabilities } from "#app/context.ts";
import { removed } from "#app/gigs/removals.server.ts";
import * as guards from "#app/lib/guards.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import { categories, seoFaqs, seoFeatures, seoReviews, subcategories } from "#drizzle/schema.ts";
import { demoCatalogue } from "#drizzle/seed/catalog.ts";
import { idOf } from "#drizzle/seed/ids.ts";

/**
 * Fills an empty market with the demo's twelve categories, their subcategories and texts, all or nothing. The
 * ids are those of `npm run catalogue`.
 * @returns how many categories there are now
 * @throws Refusal if there is a category
 */
export async function beginCatalogue(
  { db, clock }: Pick<Capabilities, "db" | "clock">,
  decision: Decision,
): Promise<number> {
  const tops = demoCatalogue().categories.map((top) => ({ ...top, id: idOf(`category:${top.slug}`) }));
  const subs = tops.flatMap(({ id, subcategories }) =>
    subcategories.map((sub) => ({ ...sub, categoryId: id, id: idOf(`subcategory:${sub.slug}`) })),
  );
  const topics = [
    ...tops.map((top) => ({ ...top, owner: { categoryId: top.id } })),
    ...subs.map((sub) => ({ ...sub, owner: { subcategoryId: sub.id } })),
  ];
  const faqs = topics.flatMap(({ faqs, owner }) =>
    faqs.map((faq, i) => ({ ...owner, ...faq, order: i + 1 })),
  );
  const features = topics.flatMap(({ features, owner }) =>
    features.map((feature, i) => ({ ...owner, ...feature, order: i + 1 })),
  );
  const reviews = tops.flatMap(({ reviews, id }) => reviews.map((review) => ({ ...review, categoryId: id })));
  const facts = { before: "nothing", after: `${tops.length} categories` };
  const run = () =>
    db.batch([
      guards.that(db, "catalogue-empty", sql`not exists (select 1 from categories)`),
      ...audited(db, "begin-catalogue", "catalogue", decision, clock.now(), facts),
      db
        .insert(categories)
        .select(rowsOf(tops, "id", "name", "slug", "description", "icon", "metaTitle", "metaDescription", 1)),
      db
        .insert(subcategories)
        .select(
          rowsOf(subs, "id", "categoryId", "name", "slug", "description", "metaTitle", "metaDescription", 1),
        ),
      db.insert(seoFaqs).select(rowsOf(faqs, "categoryId", "subcategoryId", "question", "answer", "order")),
      db
        .insert(seoFeatures)
        .select(rowsOf(features, "categoryId", "subcategoryId", "title", "description", "order")),
      db
        .insert(seoReviews)
        .select(rowsOf(reviews, "categoryId", "rating", "review", "name", "title", "service")),
      removed(db),
    ]);
  try {
    await runAudited(run);
  } catch (error) {
    if (guards.broken(error) !== "catalogue-empty") throw error;
    refuse("stale", "There are already categories. Add more below.");
  }
  return tops.length;
}

/**
 * A select of rows, in the order of the table's columns after its number.
 * @param columns a property of the row, or 1
 */
function rowsOf(rows: object[], ...columns: (string | 1)[]): SQL {
  const values = columns.map((column) => (column === 1 ? sql`1` : sql`value->>${sql.raw(`'${column}'`)}`));
  return sql`select null, ${sql.join(values, sql`, `)} from json_each(${JSON.stringify(rows)}) where true order by key`;
}
