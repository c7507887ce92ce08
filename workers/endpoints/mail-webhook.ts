import { processMailEvent } from "#app/emails/mail-events.server.ts";
import { readMailEvent } from "#app/emails/mail-events.ts";
import type { System } from "#workers/context.ts";
import { realClock } from "#workers/platform/real-clock.ts";
import { checkSignature, signedHeaders } from "./mail-signature.ts";
import { rejecting, webhookBody } from "./webhook-body.ts";

export const mailWebhookPath = "/webhooks/mail";

/** No provider's ids are longer. */
const maxIdLength = 200;

/**
 * POST to the mail provider's webhook (docs/specification.md#mail-webhook). Verifies the raw body against its
 * signature and the real clock (five minutes), and does what the event means, once.
 */
export async function receiveMailWebhook(request: Request, secret: string, sys: System): Promise<Response> {
  if (request.method !== "POST")
    return new Response("Method not allowed", { status: 405, headers: { Allow: "POST" } });
  const reject = rejecting(sys);
  const body = await webhookBody(request);
  if (body === null) return reject("mail: too big", 413, "The body is too long");
  const signed = signedHeaders(request.headers);
  if (!signed) return reject("mail: no signature", 400, "The signature is missing");
  const result = await checkSignature(signed, body, secret, realClock.now());
  if (result !== "ok") return reject(`mail: ${result}`, 400, "The signature does not match");
  const event = signed.id.length > maxIdLength ? null : readMailEvent(body);
  if (!event) return reject("mail: unreadable", 400, "The body is not an event");
  const isNew = await processMailEvent(sys, signed.id, event);
  sys.log("info", "mail event", { event: signed.id, type: event.type, isNew });
  return Response.json({ received: true });
}
