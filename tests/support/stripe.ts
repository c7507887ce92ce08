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

/** Steers the stand-in; throws what it refuses. */
async function steer<T>(path: string, body: object = {}): Promise<T> {
  const response = await sandbox(`/control/${path}`, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return await response.json();
}

/** Pays with a card without its page. @returns false: the card is declined, or the session has expired */
export async function payByCard(session: string, card = "4242424242424242"): Promise<boolean> {
  const response = await sandbox(`/control/sessions/${session}/pay`, { card });
  await response.text();
  return response.ok;
}

/** Moves the stand-in's clock forward. @param seconds whole */
export async function advance(seconds: number): Promise<void> {
  await steer("clock", { advance: seconds });
}

/** Pays from a bank account: the session is complete, and unpaid until it is settled. Takes its id or its card page's address. */
export async function payLater(session: string): Promise<Stripe.Checkout.Session> {
  return await steer(`sessions/${sessionIdOf(session)}/pay`, { async: true });
}

/** The bank's answer to `payLater`. */
export async function settleSession(
  id: string,
  outcome: "succeeded" | "failed",
): Promise<Stripe.Checkout.Session> {
  return await steer(`sessions/${id}/settle`, { outcome });
}

/** Brings a refund to its end, also one that had succeeded; a failed one puts the money back. */
export async function settleRefund(id: string, outcome: "succeeded" | "failed"): Promise<Stripe.Refund> {
  return await steer(`refunds/${id}/settle`, { outcome });
}

/** Has Stripe refuse every refund for want of money, or no more. */
export async function refuseRefunds(refuse: boolean): Promise<void> {
  await steer("balance", { refuse_refunds: refuse });
}

/** The cardholder's bank takes back what was paid for a session. */
export async function disputeSession(id: string): Promise<Stripe.Dispute> {
  return await steer(`sessions/${id}/dispute`);
}

/** The bank decides a dispute. */
export async function closeDispute(id: string, status: "won" | "lost"): Promise<Stripe.Dispute> {
  return await steer(`disputes/${id}/close`, { status });
}

/** What has happened at Stripe since an event, oldest first; null: since the beginning. */
export async function eventsAfter(id: string | null): Promise<KeptEvent[]> {
  const query = id === null ? "" : `?after=${id}`;
  const kept: KeptEvent[] = await (await sandbox(`/control/events${query}`)).json();
  return id === null ? kept.reverse() : kept;
}

/** A fault of the stand-in: what the next call whose address begins with `path` meets. README says what each does. */
export interface Fault {
  path: string;
  method?: "GET" | "POST";
  status: number | "cut" | "slow";
  seconds?: number;
  after?: boolean;
}

/** Puts faults before the next calls of the API, in place of any that still wait; none: all is well again. */
export async function faults(next: Fault[]): Promise<void> {
  await steer("faults", { next });
}
