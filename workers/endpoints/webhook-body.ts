import { perIsolate } from "#app/lib/isolate-memory.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import type { System } from "#workers/context.ts";
import { RejectionCounts } from "./webhook-rejections.ts";

/** The rejections of this isolate. */
const rejections = perIsolate(() => new RejectionCounts());

/** The longest accepted body, in bytes: many times the largest event. */
const maxBodyLength = 1024 * 1024;

/** Answers a delivery that is rejected, and counts why. */
export type Reject = (reason: webhookEvents.Rejection, status: number, text: string) => Response;

/** Rejections are counted in memory and written every 10 s. */
export function rejecting(sys: System): Reject {
  return (reason, status, text) => {
    sys.log("warn", "webhook rejected", { reason });
    const write = (counts: Map<webhookEvents.Rejection, number>) =>
      webhookEvents.countRejections(sys.db, counts, sys.clock.now());
    rejections.value.count(reason, write, sys.later);
    return new Response(text, { status });
  };
}

/** The body of a POST to a webhook; null if it is too long. */
export async function webhookBody(request: Request): Promise<string | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBodyLength) return null;
  const body = await request.text();
  return body.length > maxBodyLength ? null : body;
}
