import { eq, sql } from "drizzle-orm";
import type { Topic } from "#app/catalog/catalog.server.ts";
import type { Db } from "#app/context.ts";
import { gigCounts } from "#drizzle/schema.ts";

/** How many listed gigs a category or subcategory has: one row with `count`; a statement, for a batch. */
export function countOf(db: Db, topic: Topic) {
  return db
    .select({ count: sql<number>`ifnull(sum(${gigCounts.count}), 0)` })
    .from(gigCounts)
    .where(
      "categoryId" in topic
        ? eq(gigCounts.categoryId, topic.categoryId)
        : eq(gigCounts.subcategoryId, topic.subcategoryId),
    );
}

/** How many listed gigs each subcategory has; those of a category without one stand under null. A statement, for a batch. */
export function countsByTopic(db: Db) {
  return db
    .select({
      categoryId: gigCounts.categoryId,
      subcategoryId: sql<string | null>`nullif(${gigCounts.subcategoryId}, '')`,
      count: gigCounts.count,
    })
    .from(gigCounts);
}

/** How many listed gigs there are: one row with `count`; a statement, for a batch. */
export function countOfAll(db: Db) {
  return db.select({ count: sql<number>`ifnull(sum(${gigCounts.count}), 0)` }).from(gigCounts);
}
