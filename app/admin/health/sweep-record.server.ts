import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { hour, minute, second } from "#app/lib/dates.ts";
import { workParts } from "#drizzle/schema.ts";

// The record of the scheduled work (docs/specification.md#last-sweep). Its times are the real time in UTC ms:
// moving the local clock must not make it look as if the work had stopped.

/** After this time, in ms, a run begins no more units: the rest waits for the next run. */
export const maxSweep = 30 * second;

/** A run whose worker was lost counts as ended after this time, in ms. */
const lostAfter = 50 * second;

/** Without a run for this long, the work counts as stopped, in ms. */
const stoppedAfter = 5 * minute;

/** A part that fails this often in a row needs an operator. */
const failuresInARow = 3;

/** Statement: a sweep begins. */
export function begun(db: Db) {
  const at = Date.now();
  return db
    .update(workParts)
    .set({ begunAt: at, runningUntil: at + lostAfter })
    .where(and(eq(workParts.name, "sweep"), lte(workParts.runningUntil, at)));
}

/** Begins a sweep. @returns false if one is running */
export async function begin(db: Db): Promise<boolean> {
  return (await begun(db)).meta.changes > 0;
}

/** A sub-select: `sweep`, or null while a sweep is running. */
export const free = () =>
  sql<string>`(select name from work_parts where name = 'sweep' and running_until <= ${Date.now()})`;

/**
 * The last sweep. Parts that the product no longer has are left out.
 * @returns `begunAt`: null if none has begun yet. `took`: in ms; null while it runs, or if its worker was
 * lost. `isQueued`: the part was not looked at, because its units are still on the queue
 */
export async function find(db: Db) {
  const rows = await db
    .select()
    .from(workParts)
    .where(isNotNull(workParts.begunAt))
    .orderBy(asc(workParts.name));
  const sweep = rows.find(({ name }) => name === "sweep");
  const begunAt = sweep?.begunAt ?? null;
  const isRunning = (sweep?.runningUntil ?? 0) > Date.now();
  const parts = rows.flatMap(({ name, begunAt: last, outcome, units, failures, failingSince }) =>
    name === "sweep" || outcome === null || (last ?? 0) < (begunAt ?? 0) - hour
      ? []
      : [{ name, outcome, units, failures, failingSince, isQueued: !isRunning && last !== begunAt }],
  );
  return { begunAt, took: isRunning ? null : (sweep?.took ?? null), isRunning, parts };
}

export type LastSweep = Awaited<ReturnType<typeof find>>;
/** What the last run did with a part. */
export type SweepPart = LastSweep["parts"][number];

/** Selects the sweep as `since`, if it has not run for five minutes. @param at the product's time, UTC ms */
export function stopped(at: number) {
  const now = Date.now();
  return sql`select succeeded_at + ${at - now} as since from work_parts
    where name = 'sweep' and succeeded_at <= ${now - stoppedAfter}`;
}

/** Selects the parts whose last three runs failed, as `since`. @param at the product's time, UTC ms */
export function failing(at: number) {
  return sql`select failing_since + ${at - Date.now()} as since from work_parts
    where failures >= ${failuresInARow} and begun_at > (select begun_at from work_parts where name = 'sweep') - ${hour}
    order by failing_since`;
}
