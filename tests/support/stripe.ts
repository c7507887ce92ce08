import { env, exports } from "cloudflare:workers";
import Stripe from "stripe";
import { expect } from "vitest";
import { origin } from "./visitor.ts";

/** An event as the Stripe stand-in stores it. */
export type StoredEvent = { id: string; type: string; created: number; data: { object: { id: string } } };

async function sandbox(path: string, body?: unknown): Promise<Response> {
  return await env.STRIPE_SANDBOX.fetch(
    new URL(path, "http://stripe.test"),
    body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } },
  );
}

/**
 * Sets how the stand-in delivers its events. Tests usually turn delivery off and deliver events themselves.
 */
export async function deliveries(mode: "normal" | "off" | "duplicate"): Promise<void> {
  await (await sandbox("/control/delivery", { mode })).text();
}

/**
 * Pays on the hosted Checkout page, as the buyer's browser does.
 * @returns the address of the redirect, null if there is none
 */
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

/** All events of a type, newest first. */
export async function events(type: string): Promise<StoredEvent[]> {
  const all: StoredEvent[] | { data: StoredEvent[] } = await (await sandbox("/control/events")).json();
  return (Array.isArray(all) ? all : all.data).filter((event) => event.type === type);
}

/** Delivers an event to the product, signed as Stripe signs it. */
export async function deliver(
  event: unknown,
  options: { secret?: string; at?: number; path?: string } = {},
): Promise<Response> {
  const payload = JSON.stringify(event);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: options.secret ?? "whsec_sandbox",
    timestamp: options.at ?? Math.floor(Date.now() / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
  return await exports.default.fetch(
    new Request(origin + (options.path ?? "/webhooks/stripe"), {
      method: "POST",
      body: payload,
      headers: { "Stripe-Signature": signature },
    }),
  );
}

/** The id of a session in the address of its Checkout page. @throws Error if there is none */
export function sessionIdOf(url: string | null): string {
  const id = /cs_[A-Za-z0-9_]+/.exec(url ?? "")?.[0];
  if (!id) throw new Error(`No session in ${url}`);
  return id;
}

/** Calls the control API of the stand-in. @throws Error if it refuses */
async function control<T>(path: string, body: object = {}): Promise<T> {
  const response = await sandbox(`/control/${path}`, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return await response.json();
}

/**
 * Pays with a card, without the Checkout page.
 * @returns false if the card is declined or the session has expired
 */
export async function payByCard(session: string, card = "4242424242424242"): Promise<boolean> {
  const response = await sandbox(`/control/sessions/${session}/pay`, { card });
  await response.text();
  return response.ok;
}

/** Moves the stand-in's clock forward. @param seconds whole */
export async function advance(seconds: number): Promise<void> {
  await control("clock", { advance: seconds });
}

/**
 * Pays from a bank account: the session is complete, but unpaid until `settleSession`.
 * @param session its id or the address of its page
 */
export async function payLater(session: string): Promise<Stripe.Checkout.Session> {
  return await control(`sessions/${sessionIdOf(session)}/pay`, { async: true });
}

/** Settles a payment of `payLater`, as the bank does. */
export async function settleSession(
  id: string,
  outcome: "succeeded" | "failed",
): Promise<Stripe.Checkout.Session> {
  return await control(`sessions/${id}/settle`, { outcome });
}

/** Expires a session, as Stripe does after a day. */
export async function expireSession(id: string): Promise<void> {
  await control(`sessions/${id}/expire`);
}

/** Settles a refund, even one that had succeeded. A failed refund returns the money to the balance. */
export async function settleRefund(id: string, outcome: "succeeded" | "failed"): Promise<Stripe.Refund> {
  return await control(`refunds/${id}/settle`, { outcome });
}

/** Makes Stripe refuse every refund because the balance is too low, or accept them again. */
export async function refuseRefunds(refuse: boolean): Promise<void> {
  await control("balance", { refuse_refunds: refuse });
}

/** Opens a dispute over the payment of a session. @param amount a part of it in cents; undefined: all */
export async function disputeSession(id: string, amount?: number): Promise<Stripe.Dispute> {
  return await control(`sessions/${id}/dispute`, { amount });
}

/** Closes a dispute. */
export async function closeDispute(id: string, status: "won" | "lost"): Promise<Stripe.Dispute> {
  return await control(`disputes/${id}/close`, { status });
}

/** The events after an event, oldest first. @param id null for all events */
export async function eventsAfter(id: string | null): Promise<StoredEvent[]> {
  const query = id === null ? "" : `?after=${id}`;
  const all: StoredEvent[] = await (await sandbox(`/control/events${query}`)).json();
  return id === null ? all.reverse() : all;
}

/** The events that some work causes at Stripe, oldest first. */
export async function eventsDuring(work: () => Promise<unknown>): Promise<StoredEvent[]> {
  const last = (await eventsAfter(null)).at(-1)?.id ?? null;
  await work();
  return await eventsAfter(last);
}

/**
 * Delivers events concurrently, the last one first: each event, a copy with another id, and the event again.
 */
export async function deliverAll(events: StoredEvent[]): Promise<void> {
  const backwards = events.toReversed();
  const copies = backwards.map((event) => ({ ...event, id: `${event.id}_again` }));
  const responses = await Promise.all([...backwards, ...copies, ...backwards].map((event) => deliver(event)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
}

/** A fault for the next call whose path begins with `path` (stripe-sandbox/README.md lists them). */
export interface Fault {
  path: string;
  method?: "GET" | "POST";
  status: number | "cut" | "slow";
  seconds?: number;
  after?: boolean;
}

/** Sets the faults of the next API calls. They replace those that are left; an empty list removes all. */
export async function faults(next: Fault[]): Promise<void> {
  await control("faults", { next });
}
