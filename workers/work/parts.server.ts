import { eq, gt } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { minute } from "#app/lib/dates.ts";
import { workParts } from "#drizzle/schema.ts";

/**
 * How long a kind is not looked for while what was found waits in the queue, in ms. Usually the queue is
 * done earlier and says so; after this time its messages count as lost.
 */
const longestQueue = 10 * minute;

/** The real time in UTC ms: moving the local clock must not look like a machine that stands still. */
const now = () => Date.now();

/** The kinds whose units wait in the queue. */
export async function findQueued(db: Db): Promise<Set<string>> {
  const rows = await db
    .select({ name: workParts.name })
    .from(workParts)
    .where(gt(workParts.queuedUntil, now()));
  return new Set(rows.map(({ name }) => name));
}

/** Units of a kind are about to be put on the queue. */
export async function markQueued(db: Db, name: string): Promise<void> {
  const queuedUntil = now() + longestQueue;
  await db
    .insert(workParts)
    .values({ name, queuedUntil, succeededAt: now() })
    .onConflictDoUpdate({ target: workParts.name, set: { queuedUntil } });
}

/** The queue holds no unit of a kind any more. */
export async function markDequeued(db: Db, name: string): Promise<void> {
  await db.update(workParts).set({ queuedUntil: 0 }).where(eq(workParts.name, name));
}

/** Parts have found nothing to do, or have done some of it. */
export async function markSucceeded(db: Db, names: string[]): Promise<void> {
  if (names.length === 0) return;
  const succeededAt = now();
  await db
    .insert(workParts)
    .values(names.map((name) => ({ name, succeededAt })))
    .onConflictDoUpdate({ target: workParts.name, set: { succeededAt } });
}
