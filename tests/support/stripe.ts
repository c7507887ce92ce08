import { env, exports } from "cloudflare:workers";
import Stripe from "stripe";
import { shop } from "./visitor.ts";

/** An event as the stand-in keeps it. */
export type KeptEvent = { id: string; type: string; created: number; data: { object: { id: string } } };

async function sandbox(path: string, body?: unknown): Promise<Response> {
  return await env.STRIPE_SANDBOX.fetch(
    new URL(path, "http://stripe.test"),
    body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } },
  );
}

/** What the stand-in does with its deliveries; tests usually turn them off and deliver by hand. */
export async function deliveries(mode: "normal" | "off" | "duplicate"): Promise<void> {
  await (await sandbox("/control/delivery", { mode })).text();
}

/** Pays on the hosted card page, as the buyer's browser does. @returns where the page leads */
export async function payOnCardPage(url: string, number = "4242 4242 4242 4242"): Promise<string | null> {
  const body = new URLSearchParams({ email: "buyer@example.test", number, exp: "12 / 30", cvc: "123" });
  const response = await env.STRIPE_SANDBOX.fetch(url, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { Origin: "http://stripe.test" },
  });
  await response.text();
  return response.headers.get("Location");
}

/** The stand-in's events of a type, newest first. */
export async function events(type: string): Promise<KeptEvent[]> {
  const kept: KeptEvent[] | { data: KeptEvent[] } = await (await sandbox("/control/events")).json();
  return (Array.isArray(kept) ? kept : kept.data).filter((event) => event.type === type);
}

/** Delivers an event to the product as Stripe does: signed, raw. */
export async function deliver(
  event: unknown,
  options: { secret?: string; at?: number } = {},
): Promise<Response> {
  const payload = JSON.stringify(event);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: options.secret ?? "whsec_sandbox",
    timestamp: options.at ?? Math.floor(Date.now() / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
  return await exports.default.fetch(
    new Request(`${shop}/webhooks/stripe`, {
      method: "POST",
      body: payload,
      headers: { "Stripe-Signature": signature },
    }),
  );
}

/** The session's id in the address of its card page. */
export function sessionIdOf(url: string | null): string {
  const id = /cs_[A-Za-z0-9_]+/.exec(url ?? "")?.[0];
  if (!id) throw new Error(`No session in ${url}`);
  return id;
}
