import { desc, gt, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { clientErrors } from "#drizzle/schema.ts";

/** How many days Health shows. */
const shownDays = 14;

/** Counts an error that a page has reported (docs/specification.md#client-errors). @param at UTC ms */
export async function count(db: Db, at: number): Promise<void> {
  await db
    .insert(clientErrors)
    .values({ day: at - (at % day), count: 1 })
    .onConflictDoUpdate({ target: clientErrors.day, set: { count: sql`count + 1` } });
}

/** The days with reported errors among the last 14, newest first. @param at UTC ms */
export async function listDays(db: Db, at: number): Promise<{ day: number; count: number }[]> {
  return await db
    .select()
    .from(clientErrors)
    .where(gt(clientErrors.day, at - shownDays * day))
    .orderBy(desc(clientErrors.day));
}
