import { DatabaseSync } from "node:sqlite";
import Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import { Deliveries } from "#stripe-sandbox/delivery/deliveries.ts";
import * as events from "#stripe-sandbox/delivery/events.ts";
import { Store } from "#stripe-sandbox/store.ts";
import { storageOf } from "./storage.ts";

const endpoints = {
  platform: { url: "http://shop.test/webhooks/stripe", secret: "whsec_sandbox" },
  accounts: { url: "http://shop.test/webhooks/stripe/accounts", secret: "whsec_sandbox_accounts" },
  connect: { url: "http://shop.test/webhooks/stripe/connect", secret: "whsec_sandbox_connect" },
};
const stripe = new Stripe("sk_test_1");

interface Received {
  path: string;
  body: string;
  signature: string;
}

/** A store and its deliveries to a receiver that answers with these statuses, then with 200. */
function sandbox(database = new DatabaseSync(":memory:"), statuses: number[] = []) {
  const received: Received[] = [];
  vi.stubGlobal("fetch", async (url: string, init: { body: string; headers: Record<string, string> }) => {
    const signature = init.headers["Stripe-Signature"] ?? "";
    received.push({ path: new URL(url).pathname, body: init.body, signature });
    return new Response(null, { status: statuses.shift() ?? 200 });
  });
  const storage = storageOf(database);
  const store = new Store(storage, "http://127.0.0.1:8788");
  const waiting: Promise<unknown>[] = [];
  const ctx = { storage, waitUntil: (work: Promise<unknown>) => void waiting.push(work) };
  const deliveries = new Deliveries(ctx as unknown as DurableObjectState, store, endpoints);
  const sendDue = async () => {
    deliveries.sendDue();
    while (waiting.length > 0) await waiting.shift();
  };
  return { store, deliveries, received, sendDue };
}
afterEach(() => vi.unstubAllGlobals());

const bank = { id: "ba_1", object: "bank_account", account: "acct_1", last4: "6789" } as Stripe.BankAccount;
const charge = { id: "ch_1", object: "charge" } as Stripe.Charge;

test("Each event goes to its endpoint, signed with the secret of that endpoint", async () => {
  const { store, received, sendDue } = sandbox();
  events.record(store, "charge.succeeded", charge, null);
  events.recordThin(store, "v2.core.account.created", "acct_1", { id: "req_1", idempotency_key: "k" });
  events.record(store, "account.external_account.created", bank, null, "acct_1");
  await sendDue();
  received.sort((a, b) => a.path.localeCompare(b.path));
  const [snapshot, thin, connect] = received as [Received, Received, Received];
  expect(received.map(({ path }) => path)).toEqual([
    "/webhooks/stripe",
    "/webhooks/stripe/accounts",
    "/webhooks/stripe/connect",
  ]);

  const notification = stripe.parseEventNotification(thin.body, thin.signature, "whsec_sandbox_accounts");
  expect(notification).toMatchObject({
    object: "v2.core.event",
    type: "v2.core.account.created",
    livemode: false,
    created: expect.stringMatching(/Z$/),
    related_object: { id: "acct_1", type: "v2.core.account", url: "/v2/core/accounts/acct_1" },
  });
  expect(notification).not.toHaveProperty("data");
  const construct = (event: Received, secret: string) =>
    stripe.webhooks.constructEvent(event.body, event.signature, secret);
  expect(() => construct(thin, "whsec_sandbox_accounts")).toThrow("thin event");
  expect(() => construct(thin, "whsec_sandbox")).toThrow("signature");
  expect(construct(connect, "whsec_sandbox_connect")).toMatchObject({
    account: "acct_1",
    livemode: false,
    type: "account.external_account.created",
    data: { object: { last4: "6789" } },
  });
  expect(construct(snapshot, "whsec_sandbox")).not.toHaveProperty("account");
});

test("Modes and retries apply to thin events, too", async () => {
  const { store, deliveries, received, sendDue } = sandbox(undefined, [500, 500]);
  events.setDelivery(store, { mode: "off", seconds: 0 }, new Set());
  events.recordThin(store, "v2.core.account.updated", "acct_1", null);
  await sendDue();
  expect(received).toEqual([]);
  events.setDelivery(store, { mode: "duplicate", seconds: 0 }, deliveries.inFlight);
  await sendDue();
  expect(received.map(({ path }) => path)).toEqual(Array(2).fill("/webhooks/stripe/accounts"));
  const [event] = events.list(store);
  expect(event).toMatchObject({ attempts: 2, delivered: 0, last_status: 500 });
  expect(event?.next_at).toBeGreaterThan(Date.now());
  if (event) expect(await deliveries.redeliver(event)).toBe(200);
  expect(received[2]?.path).toBe("/webhooks/stripe/accounts");
  expect(events.nextAttemptAt(store)).toBeNull();
});

test("An event that an earlier version stored goes to the platform's endpoint", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec(`create table events (seq integer primary key autoincrement, id text not null unique,
    type text not null, created integer not null, body text not null, queued_at integer not null,
    next_at integer, attempts integer not null default 0, delivered integer not null default 0,
    last_status integer)`);
  database.exec(`insert into events (id, type, created, body, queued_at, next_at)
    values ('evt_1', 'charge.succeeded', 1, '{}', 1, 1)`);
  const { store, received, sendDue } = sandbox(database);
  await sendDue();
  expect(received.map(({ path }) => path)).toEqual(["/webhooks/stripe"]);
  expect(events.find(store, "evt_1")).toMatchObject({ delivered: 1, endpoint: "platform", account: null });
});
