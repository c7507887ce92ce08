import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { removals } from "#drizzle/schema.ts";

/**
 * A statement: an operator's decision takes something off public pages, or changes the catalogue. Nothing
 * cached before is shown (docs/architecture.md#removals). Only operators may do this, because it empties the
 * caches.
 */
export function removed(db: Db) {
  return db
    .insert(removals)
    .values({ id: 1, number: 1 })
    .onConflictDoUpdate({ target: removals.id, set: { number: sql`number + 1` } });
}
