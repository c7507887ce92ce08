import Stripe from "stripe";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { readEvent } from "#app/payments/stripe-event.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import type { System } from "#workers/context.ts";
import { RejectionCounts } from "./webhook-rejections.ts";

/** The rejections of this isolate. */
const rejections = new RejectionCounts();

const cryptoProvider = Stripe.createSubtleCryptoProvider();

/** The longest accepted body, in bytes: many times Stripe's largest event. */
const longestBody = 1024 * 1024;

/**
 * How long the response waits for the work, in ms. The work continues after that. Stripe itself waits about
 * 20 seconds.
 */
const longestWait = 5000;

/**
 * POST /webhooks/stripe. Verifies the raw body against its signature and the real clock (five minutes),
 * stores the event under its unique id, processes it and answers 200 within 5 s. For an already stored event
 * it only answers. The sweep retries what failed. Rejections are counted in memory and written every 10 s.
 */
export async function receiveStripeWebhook(request: Request, secret: string, sys: System): Promise<Response> {
  if (request.method !== "POST")
    return new Response("Method not allowed", { status: 405, headers: { Allow: "POST" } });
  const reject = (reason: webhookEvents.Rejection, status: number, text: string) => {
    sys.log("warn", "webhook rejected", { reason });
    const write = (counts: Map<webhookEvents.Rejection, number>) =>
      webhookEvents.countRejections(sys.db, counts, sys.clock.now());
    rejections.count(reason, write, sys.later);
    return new Response(text, { status });
  };
  if (Number(request.headers.get("Content-Length") ?? 0) > longestBody)
    return reject("too big", 413, "The body is too long");
  const body = await request.text();
  if (body.length > longestBody) return reject("too big", 413, "The body is too long");
  const signature = request.headers.get("Stripe-Signature");
  if (!signature) return reject("no signature", 400, "The signature is missing");
  let parsed: unknown;
  try {
    parsed = await sys.stripe.webhooks.constructEventAsync(
      body,
      signature,
      secret,
      undefined,
      cryptoProvider,
    );
  } catch (error) {
    return reject(reasonOf(error), 400, "The signature does not match");
  }
  const event = readEvent(parsed);
  if (!event) return reject("unreadable", 400, "The body is not an event");
  const isNew = await webhookEvents.store(sys.db, event, sys.clock.now());
  sys.log("info", "webhook", { webhook: event.id, type: event.type, isNew });
  const work = isNew ? webhookEvents.tryProcessing(sys, event.id) : Promise.resolve();
  sys.later(work.then(() => refunds.sendDue(sys, 0)).then(() => sys.sendMails()));
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, longestWait))]);
  return Response.json({ received: true });
}

/** The errors of Stripe's library differ only in their messages. */
function reasonOf(error: unknown): webhookEvents.Rejection {
  const text = error instanceof Error ? error.message : "";
  if (text.includes("Timestamp outside the tolerance zone")) return "stale";
  return /signature/i.test(text) ? "bad signature" : "unreadable";
}
