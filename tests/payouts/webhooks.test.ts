import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { payoutAccounts, webhookEvents, webhookRejections } from "#drizzle/schema.ts";
import { pass, sweep } from "../support/clock.ts";
import { accountOf, atStripe, payoutSeller, startSetup } from "../support/payouts.ts";
import { deliver, deliveries, faults } from "../support/stripe.ts";
import { db } from "../support/visitor.ts";

// The webhooks of connected accounts (docs/specification.md#webhooks).

await deliveries("off");

const accounts = { path: "/webhooks/stripe/accounts", secret: "whsec_sandbox_accounts" };
const connect = { path: "/webhooks/stripe/connect", secret: "whsec_sandbox_connect" };
const platform = { path: "/webhooks/stripe", secret: "whsec_sandbox" };

let count = 0;
/** A thin event, as Stripe sends it. */
const thin = (account: string, changes: object = {}) => ({
  id: `evt_thin_${++count}`,
  object: "v2.core.event",
  type: "v2.core.account[requirements].updated",
  livemode: false,
  created: "2026-01-02T03:04:05.000Z",
  related_object: { id: account, type: "v2.core.account", url: `/v2/core/accounts/${account}` },
  ...changes,
});
/** An event of a connected account itself. */
const snapshot = (account: string | null, changes: object = {}) => ({
  id: `evt_connect_${++count}`,
  object: "event",
  type: "account.external_account.updated",
  livemode: false,
  ...(account === null ? {} : { account }),
  data: { object: { id: "ba_1", object: "bank_account", last4: "0000" } },
  ...changes,
});

/** A seller who has submitted everything at Stripe, of which we have read nothing. */
async function unread() {
  const ann = await payoutSeller();
  const url = await startSetup(ann);
  await atStripe(url);
  await atStripe(url, { name: "Ann Lee", number: "000123456789", intent: "submit" });
  const { id, stripeId, readAt } = await accountOf(ann.id);
  expect(readAt).toBeNull();
  return { ann, id, stripeId: stripeId ?? "" };
}

test("A thin event and an event of the account make us read the account, and are not trusted", async () => {
  for (const [event, to] of [
    [thin, accounts],
    [snapshot, connect],
  ] as const) {
    const { ann, stripeId } = await unread();
    expect((await deliver(event(stripeId), to)).status).toBe(200);
    await vi.waitFor(async () => expect((await accountOf(ann.id)).bankLast4).toBe("6789"));
  }
});

test("Twenty deliveries of one event read once", async () => {
  const { ann, stripeId } = await unread();
  const event = thin(stripeId);
  const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(event, accounts)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await vi.waitFor(async () => expect((await accountOf(ann.id)).transfers).toBe("active"));
});

test("Another address's secret, and another address's kind of event, are 400", async () => {
  const cases = [
    [thin("acct_1"), { ...accounts, secret: connect.secret }],
    [thin("acct_1"), { ...accounts, secret: platform.secret }],
    [snapshot("acct_1"), { ...connect, secret: accounts.secret }],
    [snapshot("acct_1"), { ...connect, secret: platform.secret }],
    [snapshot(null), { ...platform, secret: connect.secret }],
    [thin("acct_1"), platform],
    [thin("acct_1"), connect],
    [snapshot("acct_1"), accounts],
    [snapshot(null), connect],
    [thin("acct_1", { livemode: true }), accounts],
    [snapshot("acct_1", { livemode: true }), connect],
    [snapshot("acct_1", { livemode: undefined }), connect],
    [{}, accounts],
    ["text", connect],
  ] as const;
  for (const [event, to] of cases)
    expect((await deliver(event, to)).status, `${JSON.stringify(event)} ${to.path}`).toBe(400);
  await vi.waitFor(
    async () => {
      await deliver({}, platform);
      const reasons = await db.select().from(webhookRejections);
      expect(reasons.map(({ reason }) => reason)).toEqual(
        expect.arrayContaining(["bad signature", "unreadable", "wrong mode"]),
      );
    },
    { timeout: 20_000, interval: 500 },
  );
}, 30_000);

test("An event of an unknown account is queued and done; nothing is stored for it", async () => {
  for (const [event, to] of [
    [thin("acct_unknown"), accounts],
    [snapshot("acct_unknown"), connect],
    [snapshot("acct_unknown", { type: "payout.failed", data: { object: { id: "po_1" } } }), connect],
    [snapshot("acct_unknown", { type: "checkout.session.completed" }), connect],
  ] as const) {
    expect((await deliver(event, to)).status).toBe(200);
    await vi.waitFor(async () => {
      const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id));
      expect(row?.processedAt).not.toBeNull();
    });
  }
  expect(await db.select().from(payoutAccounts).where(eq(payoutAccounts.stripeId, "acct_unknown"))).toEqual(
    [],
  );
});

test("An account whose creation was not answered is found by its event", async () => {
  const ann = await payoutSeller();
  await faults([{ method: "POST", path: "/v2/core/accounts", status: "cut", after: true }]);
  expect((await ann.submit("/earnings/setup", {})).status).toBe(502);
  const started = await accountOf(ann.id);
  expect(started.stripeId).toBeNull();
  const all = await env.STRIPE_SANDBOX.fetch("http://stripe.test/control/events");
  const events = JSON.stringify(await all.json());
  const created = [...events.matchAll(/acct_\w{16}/g)].map(([id]) => id);
  for (const id of new Set(created)) await deliver(thin(id, { type: "v2.core.account.created" }), accounts);
  await vi.waitFor(async () => expect((await accountOf(ann.id)).readAt).not.toBeNull());
  expect((await accountOf(ann.id)).id).toBe(started.id);
});

test("Stripe is down while an event is handled: the sweep reads later", async () => {
  const { ann, stripeId } = await unread();
  await faults([{ method: "GET", path: "/v2/core/accounts", status: 500 }]);
  expect((await deliver(thin(stripeId), accounts)).status).toBe(200);
  await pass(11 * 60_000);
  await sweep();
  expect((await accountOf(ann.id)).transfers).toBe("active");
});

test("The platform's own events about transfers and balances are accepted", async () => {
  const reversed = {
    id: "evt_tr",
    object: "event",
    type: "transfer.reversed",
    data: { object: { id: "tr_1" } },
  };
  const balance = {
    id: "evt_ba",
    object: "event",
    type: "balance.available",
    data: { object: { object: "balance" } },
  };
  for (const event of [reversed, balance]) expect((await deliver(event)).status).toBe(200);
});
