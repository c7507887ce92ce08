import { eq, sql } from "drizzle-orm";
import type { Topic } from "#app/catalog/catalog.server.ts";
import type { Db } from "#app/context.ts";
import { gigCounts } from "#drizzle/schema.ts";

/** A statement: how many listed gigs a category or subcategory has, as one row with `count`. */
export function countListed(db: Db, topic: Topic) {
  return db
    .select({ count: sql<number>`ifnull(sum(${gigCounts.count}), 0)` })
    .from(gigCounts)
    .where(
      "categoryId" in topic
        ? eq(gigCounts.categoryId, topic.categoryId)
        : eq(gigCounts.subcategoryId, topic.subcategoryId),
    );
}

/**
 * A statement: how many listed gigs each subcategory has. `subcategoryId` is null for gigs without a
 * subcategory.
 */
export function countBySubcategory(db: Db) {
  return db
    .select({
      categoryId: gigCounts.categoryId,
      subcategoryId: sql<string | null>`nullif(${gigCounts.subcategoryId}, '')`,
      count: gigCounts.count,
    })
    .from(gigCounts);
}
