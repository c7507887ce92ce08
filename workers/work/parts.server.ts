import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { minute } from "#app/lib/dates.ts";
import { workParts } from "#drizzle/schema.ts";
import { kindNames } from "./kinds.ts";

/**
 * How long a kind is not searched again while its units wait in the queue, in ms. Usually the queue finishes
 * earlier and reports it; after this time its messages count as lost.
 */
const longestQueue = 10 * minute;

/** The real time in UTC ms: moving the local clock must not look as if the work had stopped. */
const now = () => Date.now();

/** After this time without success a part counts as stopped, in ms. No one waits for a picture. */
const stoppedAfter = { pictures: 30 * minute, others: 10 * minute };

/**
 * The part that has been stopped longest; null if all run. A part without a row has not run yet: it counts as
 * running, because the migration writes a row for the sweep itself.
 */
export async function findStopped(db: Db): Promise<string | null> {
  const names = JSON.stringify(["sweep", ...kindNames]);
  const [part] = await db
    .select({ name: workParts.name })
    .from(workParts)
    .where(
      and(
        sql`${workParts.name} in (select value from json_each(${names}))`,
        sql`${workParts.succeededAt} < iif(${workParts.name} = 'pictures', ${now() - stoppedAfter.pictures}, ${now() - stoppedAfter.others})`,
      ),
    )
    .orderBy(workParts.succeededAt)
    .limit(1);
  return part?.name ?? null;
}

/** The kinds whose units wait in the queue. */
export async function findQueued(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ name: workParts.name })
    .from(workParts)
    .where(gt(workParts.queuedUntil, now()));
  return new Set(rows.map(({ name }) => name));
}

/** Records that units of a kind are about to be queued. */
export async function markQueued(db: Db, name: string): Promise<void> {
  const queuedUntil = now() + longestQueue;
  await db
    .insert(workParts)
    .values({ name, queuedUntil, succeededAt: now() })
    .onConflictDoUpdate({ target: workParts.name, set: { queuedUntil } });
}

/** Records that the queue no longer contains units of a kind. */
export async function markDequeued(db: Db, name: string): Promise<void> {
  await db.update(workParts).set({ queuedUntil: 0 }).where(eq(workParts.name, name));
}

/** Records that parts found nothing to do, or did some of it. */
export async function markSucceeded(db: Db, names: string[]): Promise<void> {
  if (names.length === 0) return;
  const succeededAt = now();
  await db
    .insert(workParts)
    .values(names.map((name) => ({ name, succeededAt })))
    .onConflictDoUpdate({ target: workParts.name, set: { succeededAt } });
}
