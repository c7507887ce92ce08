import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { minute } from "#app/lib/dates.ts";
import { workParts } from "#drizzle/schema.ts";
import { kindNames } from "./kinds.ts";

/**
 * How long a kind is not searched again while its units wait in the queue, in ms. Usually the queue finishes
 * earlier and reports it; after this time its messages count as lost.
 */
const maxQueue = 10 * minute;

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
  const queuedUntil = now() + maxQueue;
  await db
    .insert(workParts)
    .values({ name, queuedUntil, succeededAt: now() })
    .onConflictDoUpdate({ target: workParts.name, set: { queuedUntil } });
}

/** Records that the queue no longer contains units of a kind. */
export async function markDequeued(db: Db, name: string): Promise<void> {
  await db.update(workParts).set({ queuedUntil: 0 }).where(eq(workParts.name, name));
}

/** What a sweep did with a part; the columns of `work_parts`. */
export type PartRun = {
  name: string;
  outcome: NonNullable<(typeof workParts.$inferSelect)["outcome"]>;
  units: number;
  /** In ms. */
  took: number;
};

/**
 * Records the end of a sweep and what it did, in one statement. A run that is still going when the next one
 * begins does not mark that one as ended.
 * @param begunAt real UTC ms
 */
export async function recordSweep(db: Db, begunAt: number, runs: PartRun[]): Promise<void> {
  const all: PartRun[] = [...runs, { name: "sweep", outcome: "done", units: 0, took: now() - begunAt }];
  await db.run(sql`
    insert into work_parts (name, succeeded_at, begun_at, took, outcome, units, failures, failing_since)
    select value ->> 'name', ${now()}, ${begunAt}, value ->> 'took', value ->> 'outcome', value ->> 'units',
      iif(value ->> 'outcome' = 'failed', 1, 0), iif(value ->> 'outcome' = 'failed', ${begunAt}, null)
    from json_each(${JSON.stringify(all)}) where true
    on conflict (name) do update set running_until = 0, begun_at = excluded.begun_at, took = excluded.took,
      outcome = excluded.outcome, units = excluded.units,
      succeeded_at = iif(excluded.outcome in ('done', 'partly'), excluded.succeeded_at, work_parts.succeeded_at),
      failures = case excluded.outcome when 'failed' then work_parts.failures + 1 when 'skipped' then work_parts.failures else 0 end,
      failing_since = case excluded.outcome when 'failed' then ifnull(work_parts.failing_since, excluded.begun_at)
        when 'skipped' then work_parts.failing_since end
      where work_parts.begun_at is null or excluded.begun_at >= work_parts.begun_at`);
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
