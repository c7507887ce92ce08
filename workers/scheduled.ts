import { errorStack } from "#app/lib/errors.ts";
import { manyQueries, type System } from "./context.ts";
import { type Kind, type KindName, kindNames, kinds } from "./work/kinds.ts";
import * as parts from "./work/parts.server.ts";
import { putOnQueue, type WorkQueue } from "./work/queue.ts";

/** How much of each kind of work was done or queued. */
export type Swept = Record<string, number | "failed">;

/**
 * Finds all scheduled work that is due (docs/architecture.md#work) and puts it on the queue. Without a queue
 * it does the work itself, most important first, within the query budget; the rest waits for the next run. It
 * is safe to run twice, even concurrently. A kind that fails is logged and does not stop the others.
 * @returns how much was found or done for each kind
 */
export async function sweep(sys: System, queue: WorkQueue | null = null): Promise<Swept> {
  const swept: Swept = {};
  const succeeded: string[] = ["sweep"];
  const queued = queue ? await parts.findQueued(sys.db) : new Set<string>();
  // Without a queue, emails are sent a second time: the other kinds may have written some.
  for (const name of queue ? kindNames : [...kindNames, "mails" as const]) {
    if (queued.has(name)) continue;
    try {
      if (queue) {
        swept[name] = await putOnQueue(sys, queue, name);
        if (swept[name] === 0) succeeded.push(name);
      } else {
        const { done, tried, left } = await doNow(sys, name);
        swept[name] = done + Number(swept[name] ?? 0);
        if (tried > 0 || left === 0) succeeded.push(name);
      }
    } catch (error) {
      swept[name] = "failed";
      sys.log("error", "sweep part failed", { part: name, error: errorStack(error) });
    }
  }
  await parts.markSucceeded(sys.db, succeeded);
  return swept;
}

/** Does the due work of one kind, within the query budget. */
async function doNow(sys: System, name: KindName): Promise<{ done: number; tried: number; left: number }> {
  const { find, run, inSweep, queries }: Kind = kinds[name];
  const ids = await find(sys, inSweep);
  let [done, tried] = [0, 0];
  for (const id of ids) {
    if (sys.queries() + queries > manyQueries) break;
    if (await run(sys, id)) done++;
    tried++;
  }
  return { done, tried, left: ids.length - tried };
}
