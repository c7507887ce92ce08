import { env } from "cloudflare:workers";
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from "#tests/support/runtime.ts";
import worker from "#workers/local/app.ts";
import type { WorkMessage } from "#workers/work/queue.ts";
import { databaseProxy } from "./bindings/database-proxy.ts";

/** A database that counts the statements it runs. */
export function countedDatabase(db: D1Database = env.DB): { database: D1Database; queries: () => number } {
  let queries = 0;
  const database = databaseProxy(db, ({ statements }, run) => {
    queries += statements.length;
    return run();
  });
  return { database, queries: () => queries };
}

/** Runs the scheduled work as the cron trigger does. */
export async function runCron(changes: Partial<Env> = {}): Promise<void> {
  const context = createExecutionContext();
  await worker.scheduled(createScheduledController(), { ...env, ...changes }, context);
  await waitOnExecutionContext(context);
}

/** A queue that keeps its messages until they are delivered. */
export function heldQueue(): { queue: Queue<WorkMessage>; messages: WorkMessage[] } {
  const messages: WorkMessage[] = [];
  const queue = {
    sendBatch: async (batch: Iterable<MessageSendRequest<WorkMessage>>) => {
      messages.push(...[...batch].map(({ body }) => body));
    },
  } as unknown as Queue<WorkMessage>;
  return { queue, messages };
}

/** Delivers messages to the worker. @returns which were done, and the delay of those to be tried again */
export async function deliverMessages(
  bodies: unknown[],
  { changes = {}, name = "handiwork-work", attempts = 1 }: DeliveryOptions = {},
): Promise<{ done: number; retried: (number | undefined)[] }> {
  const batch = createMessageBatch(
    name,
    bodies.map((body, i) => ({ id: String(i), timestamp: Date.now(), attempts, body })),
  );
  // The result says which messages are tried again, but not when.
  const delays = new Map<string, number | undefined>();
  for (const message of batch.messages) {
    const retry = message.retry.bind(message);
    message.retry = (options) => {
      delays.set(message.id, options?.delaySeconds);
      retry(options);
    };
  }
  const context = createExecutionContext();
  await worker.queue(batch, { ...env, ...changes }, context);
  const result = await getQueueResult(batch, context);
  return {
    done: result.explicitAcks.length,
    retried: result.retryMessages.map(({ msgId }) => delays.get(msgId)),
  };
}

type DeliveryOptions = { changes?: Partial<Env>; name?: string; attempts?: number };
