import Stripe from "stripe";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { isOfMode, readEvent, readThinEvent, type StripeEvent } from "#app/payments/stripe-event.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import { onAccountEvent } from "#app/payouts/account-work.server.ts";
import type { System } from "#workers/context.ts";
import { rejecting, webhookBody } from "./webhook-body.ts";

const cryptoProvider = Stripe.createSubtleCryptoProvider();

/**
 * How long the response waits for the work, in ms. The work continues after that. Stripe itself waits about
 * 20 seconds.
 */
const maxWait = 5000;

/**
 * The addresses of webhooks, each with its own secret (docs/specification.md#webhooks). `read` verifies a
 * body and reads its event.
 */
const endpoints = {
  /** The platform's own events. */
  "/webhooks/stripe": {
    secret: "STRIPE_WEBHOOK_SECRET",
    read: async (signed) => readEvent(await construct(signed)),
  },
  /** Thin events of accounts (API v2). */
  "/webhooks/stripe/accounts": {
    secret: "STRIPE_ACCOUNTS_WEBHOOK_SECRET",
    read: async ({ stripe, body, signature, secret, key }) => {
      const parsed = await stripe.parseEventNotificationAsync(
        body,
        signature,
        secret,
        undefined,
        cryptoProvider,
      );
      return isOfMode(parsed, key) ? readThinEvent(parsed) : "wrong mode";
    },
  },
  /** Events of the connected accounts themselves, in both modes of Stripe. */
  "/webhooks/stripe/connect": {
    secret: "STRIPE_CONNECT_WEBHOOK_SECRET",
    read: async (signed) => {
      const parsed = await construct(signed);
      const event = readEvent(parsed);
      if (event?.account === undefined) return null;
      return isOfMode(parsed, signed.key) ? event : "wrong mode";
    },
  },
} satisfies Record<
  string,
  { secret: keyof Env; read(signed: Signed): Promise<StripeEvent | "wrong mode" | null> }
>;

type Signed = { stripe: Stripe; body: string; signature: string; secret: string; key: string };

function construct({ stripe, body, signature, secret }: Signed): Promise<unknown> {
  return stripe.webhooks.constructEventAsync(body, signature, secret, undefined, cryptoProvider);
}

/** The webhook with this path; null if there is none. */
export function webhookAt(path: string): keyof typeof endpoints | null {
  return Object.keys(endpoints).find((one): one is keyof typeof endpoints => one === path) ?? null;
}

/**
 * POST to a webhook. Verifies the raw body against its signature and the real clock (five minutes),
 * stores the event under its unique id, processes it and answers 200 within 5 s. For an already stored
 * event it only answers. The sweep retries what failed. Rejections are counted in memory and written
 * every 10 s.
 */
export async function receiveStripeWebhook(
  request: Request,
  path: keyof typeof endpoints,
  env: Env,
  sys: System,
): Promise<Response> {
  if (request.method !== "POST")
    return new Response("Method not allowed", { status: 405, headers: { Allow: "POST" } });
  const reject = rejecting(sys);
  const body = await webhookBody(request);
  if (body === null) return reject("too big", 413, "The body is too long");
  const signature = request.headers.get("Stripe-Signature");
  if (!signature) return reject("no signature", 400, "The signature is missing");
  const { secret, read } = endpoints[path];
  let event: StripeEvent | "wrong mode" | null;
  try {
    const signed = { stripe: sys.stripe, body, signature, secret: env[secret], key: env.STRIPE_SECRET_KEY };
    event = await read(signed);
  } catch (error) {
    return reject(reasonOf(error), 400, "The signature does not match");
  }
  if (event === "wrong mode") return reject(event, 400, "The event is from Stripe's other mode");
  if (!event) return reject("unreadable", 400, "The body is not an event");
  const isNew = await webhookEvents.store(sys.db, event, sys.clock.now());
  sys.log("info", "webhook", { webhook: event.id, type: event.type, isNew });
  const work = isNew ? webhookEvents.tryProcessing(sys, event.id, onAccountEvent) : Promise.resolve();
  sys.later(work.then(() => refunds.sendDue(sys, 0)).then(() => sys.sendMails()));
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, maxWait))]);
  return Response.json({ received: true });
}

/** The errors of Stripe's library differ only in their messages. */
function reasonOf(error: unknown): webhookEvents.Rejection {
  const text = error instanceof Error ? error.message : "";
  if (text.includes("Timestamp outside the tolerance zone")) return "stale";
  return /signature/i.test(text) ? "bad signature" : "unreadable";
}
