import * as z from "zod";
import { errorStack } from "#app/lib/errors.ts";
import type { System } from "#workers/context.ts";
import * as deadLetters from "./dead-letters.server.ts";
import { type Kind, type KindName, kindNames, kinds } from "./kinds.ts";
import * as parts from "./parts.server.ts";

/**
 * A message of the queue. `run`: one unit. `found`: sent after the units of a kind; when it arrives, the kind
 * is searched again. `more`: there were more units than one search takes, so it is searched again
 * immediately. A different `v` comes from another build and cannot be read.
 */
const messageSchema = z.discriminatedUnion("do", [
  z.strictObject({ v: z.literal(1), do: z.literal("run"), kind: z.enum(kindNames), id: z.string().max(200) }),
  z.strictObject({ v: z.literal(1), do: z.literal("found"), kind: z.enum(kindNames), more: z.boolean() }),
]);
export type WorkMessage = z.infer<typeof messageSchema>;
export type WorkQueue = Queue<WorkMessage>;

/** The dead-letter queue (wrangler.toml). */
export const deadQueue = "handiwork-dead";

/** Cloudflare accepts at most a hundred messages at once. */
const messagesAtOnce = 100;

/** How long a failed message waits: half a minute, doubled with each attempt. @returns seconds */
const retryDelay = (attempts: number): number => Math.min(30 * 2 ** (attempts - 1), 3600);

/**
 * Finds the due units of a kind and queues them. Until they are done, the kind is not searched again, so that
 * no unit is queued again every minute.
 * @returns how many were found
 */
export async function putOnQueue(sys: System, queue: WorkQueue, name: KindName): Promise<number> {
  const { find, onQueue }: Kind = kinds[name];
  const ids = await find(sys, onQueue);
  if (ids.length === 0) return 0;
  // First, because the queue may be done before the last message is sent.
  await parts.markQueued(sys.db, name);
  const messages: WorkMessage[] = ids.map((id) => ({ v: 1, do: "run", kind: name, id }));
  messages.push({ v: 1, do: "found", kind: name, more: ids.length === onQueue });
  try {
    for (let i = 0; i < messages.length; i += messagesAtOnce)
      await queue.sendBatch(messages.slice(i, i + messagesAtOnce).map((body) => ({ body })));
  } catch (error) {
    await parts.markDequeued(sys.db, name);
    throw error;
  }
  return ids.length;
}

/**
 * Processes a batch of messages, all units in parallel. A unit that throws is retried, later each time;
 * Cloudflare moves it to the dead-letter queue after the last attempt (wrangler.toml). An unreadable message
 * is stored as a dead letter immediately.
 */
export async function consume(batch: MessageBatch, sys: System, queue: WorkQueue): Promise<void> {
  const succeeded = new Set<KindName>();
  const attempt = async (message: Message, work: () => Promise<unknown>) => {
    try {
      await work();
      message.ack();
    } catch (error) {
      sys.log("warn", "work failed", { message: message.body, error: errorStack(error) });
      message.retry({ delaySeconds: retryDelay(message.attempts) });
    }
  };
  const units: Promise<void>[] = [];
  const findings: (() => Promise<void>)[] = [];
  for (const message of batch.messages) {
    const parsed = messageSchema.safeParse(message.body);
    if (!parsed.success || batch.queue === deadQueue) {
      const reason = parsed.success ? "failed" : "not understood";
      units.push(attempt(message, () => deadLetters.store(sys.db, message.body, reason, sys.clock.now())));
    } else if (parsed.data.do === "run") {
      const { kind, id } = parsed.data;
      units.push(attempt(message, () => kinds[kind].run(sys, id).then(() => succeeded.add(kind))));
    } else {
      const { kind, more } = parsed.data;
      const look = async () => {
        const found = more ? await putOnQueue(sys, queue, kind) : 0;
        if (found === 0) await parts.markDequeued(sys.db, kind);
      };
      findings.push(() => attempt(message, look));
    }
  }
  await Promise.all(units);
  // After the units of this batch, which would otherwise be found again.
  for (const look of findings) await look();
  await parts.markSucceeded(sys.db, [...succeeded]);
}
