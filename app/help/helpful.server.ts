import { sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { helpfulCounts } from "#drizzle/schema.ts";

/**
 * Counts one answer to 'Was this helpful?' (docs/specification.md#helpful), anonymously.
 * @param questionId of app/help/questions.ts
 */
export async function count(db: Db, questionId: string, helped: boolean): Promise<void> {
  await db
    .insert(helpfulCounts)
    .values({ questionId, yes: helped ? 1 : 0, no: helped ? 0 : 1 })
    .onConflictDoUpdate({
      target: helpfulCounts.questionId,
      set: { yes: sql`yes + excluded.yes`, no: sql`no + excluded.no` },
    });
}
