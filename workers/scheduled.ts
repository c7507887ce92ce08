import * as sweepRecord from "#app/admin/health/sweep-record.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { manyQueries, type System } from "./context.ts";
import { type Kind, type KindName, kindNames, kinds } from "./work/kinds.ts";
import * as parts from "./work/parts.server.ts";
import { putOnQueue, type WorkQueue } from "./work/queue.ts";

/** How much of each kind of work was done or queued. */
export type Swept = Record<string, number | "failed">;

/**
 * Finds all scheduled work that is due (docs/architecture.md#work) and puts it on the queue. Without a queue
 * it does the work itself, most important first, within the query budget and the time; the rest waits for the
 * next run. It is safe to run twice, even concurrently. A kind that fails is logged and does not stop the
 * others. What each kind did is recorded for Health.
 * @param until no unit begins after this time, real UTC ms
 * @returns how much was found or done for each kind
 */
export async function sweep(
  sys: System,
  queue: WorkQueue | null = null,
  until = Number.POSITIVE_INFINITY,
): Promise<Swept> {
  const begunAt = Date.now();
  const runs = new Map<KindName, parts.PartRun>();
  const queued = queue ? await parts.findQueued(sys.db) : new Set<string>();
  // Without a queue, emails are sent a second time: the other kinds may have written some.
  for (const name of queue ? kindNames : [...kindNames, "mails" as const]) {
    if (queued.has(name)) continue;
    const from = Date.now();
    const before = runs.get(name)?.units ?? 0;
    try {
      const { outcome, units } = queue ? await putDue(sys, queue, name) : await doNow(sys, name, until);
      runs.set(name, { name, outcome, units: before + units, took: Date.now() - from });
    } catch (error) {
      runs.set(name, { name, outcome: "failed", units: before, took: Date.now() - from });
      sys.log("error", "sweep part failed", { part: name, error: errorStack(error) });
    }
  }
  await parts.recordSweep(sys.db, begunAt, [...runs.values()]);
  return Object.fromEntries(
    [...runs.values()].map(({ name, outcome, units }) => [name, outcome === "failed" ? outcome : units]),
  );
}

/**
 * The run of the cron trigger, for at most 30 s.
 * @returns null if another run has not ended: the next one does what is due
 */
export async function cronSweep(sys: System, queue: WorkQueue | null = null): Promise<Swept | null> {
  if (!(await sweepRecord.begin(sys.db))) return null;
  return await sweep(sys, queue, Date.now() + sweepRecord.maxSweep);
}

/**
 * The run that an operator has begun: it does the work immediately, even with a queue.
 * @returns false if a unit takes so long that the run has not ended after 30 s; it continues
 */
export async function repairSweep(sys: System): Promise<boolean> {
  const run = sweep(sys, null, Date.now() + sweepRecord.maxSweep);
  sys.later(run);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), sweepRecord.maxSweep);
  });
  try {
    return await Promise.race([run.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

type Done = Pick<parts.PartRun, "outcome" | "units">;

async function putDue(sys: System, queue: WorkQueue, name: KindName): Promise<Done> {
  const units = await putOnQueue(sys, queue, name);
  return { outcome: units === 0 ? "done" : "queued", units };
}

/**
 * The query budget of a run. It leaves one query for each kind, which looks for its work even if the budget
 * is used up.
 */
const budget = manyQueries - kindNames.length;

/** Does the due work of one kind, within the query budget and the time. */
async function doNow(sys: System, name: KindName, until: number): Promise<Done> {
  const { find, run, inSweep, queries }: Kind = kinds[name];
  if (Date.now() >= until) return { outcome: "skipped", units: 0 };
  const ids = await find(sys, inSweep);
  let [units, tried] = [0, 0];
  for (const id of ids) {
    if (sys.queries() + queries > budget || Date.now() >= until) break;
    if (await run(sys, id)) units++;
    tried++;
  }
  return { outcome: tried === ids.length ? "done" : tried > 0 ? "partly" : "skipped", units };
}
