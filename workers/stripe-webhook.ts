import Stripe from "stripe";
import { errorStack } from "#app/lib/errors.ts";
import * as notifications from "#app/notifications/notifications.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import type { System } from "./context.ts";

const cryptoProvider = Stripe.createSubtleCryptoProvider();

/**
 * POST /webhooks/stripe. The raw body is verified against its signature and the real clock (five minutes), stored with its id,
 * and only then answered 200; the work itself follows, and the sweep repeats what failed.
 */
export async function stripeWebhook(request: Request, secret: string, sys: System): Promise<Response> {
  if (request.method !== "POST")
    return new Response("Method not allowed", { status: 405, headers: { Allow: "POST" } });
  const body = await request.text();
  let event: Stripe.Event;
  try {
    const signature = request.headers.get("Stripe-Signature") ?? "";
    event = await sys.stripe.webhooks.constructEventAsync(body, signature, secret, undefined, cryptoProvider);
  } catch (error) {
    sys.log("warn", "webhook rejected", {
      reason: error instanceof Error ? error.message.split("\n")[0] : "unreadable",
    });
    return new Response("The signature does not fit", { status: 400 });
  }
  const isNew = await webhookEvents.store(
    sys.db,
    { id: event.id, type: event.type, payload: body },
    sys.clock.now(),
  );
  sys.log("info", "webhook", { webhook: event.id, type: event.type, isNew });
  if (isNew) {
    try {
      await webhookEvents.work(sys, event.id);
    } catch (error) {
      sys.log("warn", "webhook work failed, the sweep repeats it", {
        webhook: event.id,
        error: errorStack(error),
      });
    }
  }
  sys.later(refunds.work(sys, 0).then(() => notifications.deliver(sys)));
  return Response.json({ received: true });
}
