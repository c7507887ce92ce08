import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { day, hour, minute } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import type { Work } from "#app/lib/work.ts";
import { forgottenFiles } from "#drizzle/schema.ts";

/** The delay after each failed attempt, in ms. The last one repeats until the files are deleted. */
const retryDelays = [10 * minute, hour, 6 * hour, day];

/**
 * A statement: these files are no longer needed, and must be deleted from the bucket.
 * @param prefixes a select of their keys' prefixes; each ends with a slash
 * @param at UTC ms
 */
export function noted(db: Db, prefixes: SQL, at: number) {
  return db
    .insert(forgottenFiles)
    .select(sql`select prefix, ${at}, 0 from (select distinct prefix from (${prefixes})) where true`)
    .onConflictDoNothing();
}

type Deps = Pick<Capabilities, "db" | "clock" | "files" | "log">;

/**
 * The files to delete from the bucket, longest wait first. One that fails is retried until it is deleted:
 * deleting twice is harmless.
 */
export const forgotten: Work<Deps> = {
  async find({ db, clock }, limit) {
    const due = await db
      .select({ prefix: forgottenFiles.prefix })
      .from(forgottenFiles)
      .where(lte(forgottenFiles.dueAt, clock.now()))
      .orderBy(forgottenFiles.dueAt)
      .limit(limit);
    return due.map(({ prefix }) => prefix);
  },

  async run({ db, clock, files, log }, prefix) {
    const [row] = await db
      .select()
      .from(forgottenFiles)
      .where(and(eq(forgottenFiles.prefix, prefix), lte(forgottenFiles.dueAt, clock.now())));
    if (!row) return false;
    // Before the attempt, so that one that ends with its worker is counted too.
    const pause = retryDelays[Math.min(row.attempts, retryDelays.length - 1)] ?? day;
    await db
      .update(forgottenFiles)
      .set({ attempts: row.attempts + 1, dueAt: clock.now() + pause })
      .where(eq(forgottenFiles.prefix, prefix));
    try {
      await files.forgetAll(prefix);
    } catch (error) {
      log("warn", "files not forgotten", { prefix, error: errorStack(error) });
      return false;
    }
    await db.delete(forgottenFiles).where(eq(forgottenFiles.prefix, prefix));
    return true;
  },
};
