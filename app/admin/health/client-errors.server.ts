import { desc, gt, sql } from "drizzle-orm";
import type { Capabilities, Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as attempts from "#app/limits/attempts.server.ts";
import { clientErrors } from "#drizzle/schema.ts";

/** How many days Health shows. */
const shownDays = 14;

/**
 * Counts an error that a page has reported (docs/specification.md#client-errors). If counting fails, that is
 * only logged.
 * @returns seconds to wait if this network has sent too many reports, so that this one is not counted; else
 * null
 */
export async function countReport({
  db,
  address,
  clock,
  log,
}: Pick<Capabilities, "db" | "clock" | "log"> & { address: string }): Promise<number | null> {
  try {
    const at = clock.now();
    const { wait } = await attempts.count(db, "client-error", address, null, at);
    if (wait === null) await count(db, at);
    return wait;
  } catch (error) {
    log("error", "client error not counted", { error: errorStack(error) });
    return null;
  }
}

async function count(db: Db, at: number): Promise<void> {
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
