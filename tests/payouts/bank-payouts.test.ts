import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import {
  bankPayouts,
  bankPayoutTransfers,
  outbox,
  payoutAccounts,
  settings,
  transfers,
} from "#drizzle/schema.ts";
import { sellerRow } from "../sellers/applicant.ts";
import { operator } from "../support/accounts/operator.ts";
import { day, deps, hour, pass, sweep } from "../support/clock.ts";
import {
  accountOf,
  balancesOf,
  completedOrder,
  control,
  readyAccount,
  refund,
  transfersOf,
} from "../support/payouts.ts";
import { deliver, deliveries, faults } from "../support/stripe.ts";
import { db } from "../support/visitor.ts";

// Stripe's payouts to sellers' banks (docs/specification.md#bank-payouts). The stand-in delivers nothing
// here: the tests deliver, or the sweep reads.

await deliveries("off");
afterEach(() => faults([]));

const connect = { path: "/webhooks/stripe/connect", secret: "whsec_sandbox_connect" };
let count = 0;
const eventOf = (account: string, type: string, id: string) => ({
  id: `evt_payout_${++count}`,
  object: "event",
  type,
  livemode: false,
  account,
  data: { object: { id, object: "payout", status: "paid", amount: 1 } },
});

const scheduleOf = async (stripeAccount: string) =>
  (await deps.stripe.balanceSettings.retrieve({}, { stripeAccount })).payments.payouts?.schedule;
const payoutsOf = (userId: string) =>
  db.select().from(bankPayouts).where(eq(bankPayouts.userId, userId)).orderBy(bankPayouts.createdAt);
const mailsOf = async (userId: string) =>
  (await db.select().from(outbox).where(eq(outbox.userId, userId)).orderBy(outbox.number))
    .filter(({ kind }) => kind === "payouts_on_way" || kind === "payouts_failed")
    .map(({ kind, subjectId }) => [kind, subjectId]);
/** The transfers that a payout contains, by our id. */
const contentOf = async (payoutId: string) =>
  (await db.select().from(bankPayoutTransfers).where(eq(bankPayoutTransfers.payoutId, payoutId))).map(
    ({ transferId }) => transferId,
  );

/** Bob's account has received what he earned for an order. */
async function paidSeller() {
  const made = await completedOrder({ priceCents: 9600 });
  const account = await readyAccount(made.bob.id);
  await pass(15 * day);
  await sweep();
  const [transfer] = await transfersOf(made.order);
  if (!transfer?.confirmedAt) throw new Error("Nothing was sent");
  return { ...made, account, transfer };
}

const payNow = async (stripeId: string) => (await control(`accounts/${stripeId}/payout`)) as Stripe.Payout;

test("The schedule is weekly on Tuesdays, written before Stripe is asked, and set again after a lost answer", async () => {
  const { bob } = await completedOrder();
  const { stripeId } = await readyAccount(bob.id);
  // A new bank account: nothing is paid out.
  expect(await scheduleOf(stripeId)).toEqual({ interval: "manual" });
  expect(await accountOf(bob.id)).toMatchObject({ schedule: "manual", scheduleWanted: "manual" });
  await pass(15 * day);
  await faults([{ method: "POST", path: "/v1/balance_settings", status: 500 }]);
  await sweep();
  const asked = await accountOf(bob.id);
  expect(asked).toMatchObject({ scheduleWanted: "weekly", schedule: null });
  expect(await scheduleOf(stripeId)).toEqual({ interval: "manual" });
  await pass(11 * 60_000);
  await sweep();
  expect(await scheduleOf(stripeId)).toEqual({ interval: "weekly", weekly_payout_days: ["tuesday"] });
  expect(await accountOf(bob.id)).toMatchObject({ scheduleWanted: "weekly", schedule: "weekly" });
  // Stripe never debits the seller's bank account.
  const { payments } = await deps.stripe.balanceSettings.retrieve({}, { stripeAccount: stripeId });
  expect(payments.debit_negative_balances).toBe(false);
  // The setting counts from the next reading on.
  await db.insert(settings).values({ key: "payout_schedule", value: "daily" });
  await pass(day + hour);
  await sweep();
  expect(await scheduleOf(stripeId)).toEqual({ interval: "daily" });
  await db.delete(settings).where(eq(settings.key, "payout_schedule"));
});

test("Without any event a payout is found, its transfers are known, and /earnings says where the money is", async () => {
  const { bob, account, transfer, order } = await paidSeller();
  const net = 9600 - order.feeCents;
  const dollars = `$${(net / 100).toFixed(2)}`;
  expect((await bob.get("/earnings")).text).toContain("Sent to your Stripe account on ");
  const { id } = await payNow(account.stripeId);
  await pass(day + hour);
  await sweep();
  const [found] = await payoutsOf(bob.id);
  expect(found).toMatchObject({ id, amount: net, currency: "usd", cents: net, accountId: account.id });
  expect(await mailsOf(bob.id)).toEqual([["payouts_on_way", id]]);
  // Stripe reconciles it on its way, and then it arrives.
  await pass(5 * day);
  await sweep();
  const [paid] = await payoutsOf(bob.id);
  expect(paid).toMatchObject({ state: "paid" });
  expect(paid?.reconciledAt).not.toBeNull();
  expect(await contentOf(id)).toEqual([transfer.id]);
  expect(await accountOf(bob.id)).toMatchObject({ paidCents: net });
  const page = await bob.get("/earnings");
  expect(page.text).toContain(`in a payout of ${dollars}.`);
  expect(page.text).toMatch(/In your bank on \d/);
  expect(page.text).toContain(
    `In your Stripe account, or on its way to your bank $0.00 Paid out to your bank ${dollars}`,
  );
  expect(await mailsOf(bob.id)).toHaveLength(1);
  // Nothing is read forever.
  await pass(11 * day);
  await sweep();
  expect((await payoutsOf(bob.id))[0]?.checkAt).toBeNull();
});

test("An event is not trusted: the payout is read, and one of another account changes nothing", async () => {
  const other = await paidSeller();
  const { bob, account } = await paidSeller();
  const { id } = await payNow(account.stripeId);
  expect((await deliver(eventOf(account.stripeId, "payout.paid", id), connect)).status).toBe(200);
  await vi.waitFor(async () => expect(await payoutsOf(bob.id)).toMatchObject([{ id, state: "pending" }]));
  expect((await deliver(eventOf(other.account.stripeId, "payout.paid", id), connect)).status).toBe(200);
  await sweep();
  expect((await payoutsOf(other.bob.id)).map((payout) => payout.id)).not.toContain(id);
  expect(await payoutsOf(bob.id)).toHaveLength(1);
});

test("Twenty deliveries of payout.failed at once: one mail, a note until a new bank account, and Health", async () => {
  const { bob, account, transfer } = await paidSeller();
  await sellerRow(bob.id, { status: "active" });
  const { ann: admin } = await operator();
  const { id } = await payNow(account.stripeId);
  await control(`payouts/${id}/settle`, { status: "paid" });
  await deliver(eventOf(account.stripeId, "payout.paid", id), connect);
  await vi.waitFor(async () => expect(await payoutsOf(bob.id)).toMatchObject([{ state: "paid" }]));
  // It fails after it was paid.
  await control(`payouts/${id}/settle`, { status: "failed", code: "account_closed" });
  const deliveries = Array.from({ length: 20 }, () =>
    deliver(eventOf(account.stripeId, "payout.failed", id), connect),
  );
  expect(new Set((await Promise.all(deliveries)).map(({ status }) => status))).toEqual(new Set([200]));
  await vi.waitFor(async () => expect(await accountOf(bob.id)).toMatchObject({ bankErrored: true }));
  await sweep();
  expect(await payoutsOf(bob.id)).toMatchObject([{ id, state: "failed", failureCode: "account_closed" }]);
  expect(await accountOf(bob.id)).toMatchObject({ failedPayout: id, paidCents: 0 });
  expect(await mailsOf(bob.id)).toEqual([
    ["payouts_on_way", id],
    ["payouts_failed", id],
  ]);
  const page = await bob.get("/earnings");
  expect(page.text).toContain("The bank account has been closed. Please change your bank account.");
  expect(page.text).toMatch(
    /disabled your bank account \([\w ]+ ••\d{4}, USD\), because a payout to it failed\. Please add/,
  );
  // The same before Stripe's account says that the bank account is switched off.
  const { bankErrored, payouts, requirements } = await accountOf(bob.id);
  const ofBob = eq(payoutAccounts.userId, bob.id);
  const asBefore = { bankErrored: false, payouts: "active" as const, requirements: [] };
  await db.update(payoutAccounts).set(asBefore).where(ofBob);
  expect((await bob.get("/earnings")).text).not.toContain("Payouts are set up");
  await db.update(payoutAccounts).set({ bankErrored, payouts, requirements }).where(ofBob);
  expect((await bob.get("/dashboard")).text).toContain("A payout to your bank failed");
  expect((await admin.get("/admin/health")).text).toMatch(/1 Failed payouts to banks/);

  // Three days after the bank account was changed the returned money is paid out, in its own payout.
  await control(`accounts/${account.stripeId}/bank`, { number: "000987654321" });
  await deliver(eventOf(account.stripeId, "account.external_account.created", "ba_x"), connect);
  await vi.waitFor(async () => expect((await accountOf(bob.id)).failedPayout).toBeNull());
  expect((await bob.get("/dashboard")).text).not.toContain("A payout to your bank failed");
  expect((await admin.get("/admin/health")).text).toMatch(/0 Failed payouts to banks/);
  expect(await scheduleOf(account.stripeId)).toEqual({ interval: "manual" });
  await pass(3 * day - hour);
  await sweep();
  expect(await scheduleOf(account.stripeId)).toEqual({ interval: "manual" });
  await pass(2 * hour);
  await sweep();
  expect(await scheduleOf(account.stripeId)).toMatchObject({ interval: "weekly" });
  for (let days = 0; days < 16; days++) {
    await pass(day);
    await sweep();
  }
  const all = await payoutsOf(bob.id);
  expect(all.map(({ state }) => state)).toEqual(["failed", "paid"]);
  expect(await contentOf(all[1]?.id ?? "")).toEqual([transfer.id]);
  expect((await bob.get("/earnings")).text).toMatch(/In your bank on \d/);
  expect((await accountOf(bob.id)).paidCents).toBe(transfer.cents);
});

test("A payout in euros shows both sums, and what is paid out adds up in dollars", async () => {
  const made = await completedOrder({ priceCents: 9600 });
  const account = await readyAccount(made.bob.id);
  await control(`accounts/${account.stripeId}/bank`, { number: "000123456789", currency: "eur" });
  await deliver(eventOf(account.stripeId, "account.external_account.created", "ba_eur"), connect);
  await vi.waitFor(async () => expect((await accountOf(made.bob.id)).bankCurrency).toBe("eur"));
  await pass(15 * day);
  await sweep();
  const net = 9600 - made.order.feeCents;
  const [transfer] = await transfersOf(made.order);
  expect(transfer?.confirmedAt).not.toBeNull();
  await pass(7 * day);
  await sweep();
  const euros = Math.round(net * 0.9);
  expect(await payoutsOf(made.bob.id)).toMatchObject([{ amount: euros, currency: "eur", cents: net }]);
  await pass(5 * day);
  await sweep();
  const both = `€${(euros / 100).toFixed(2)} ($${(net / 100).toFixed(2)})`;
  expect((await made.bob.get("/earnings")).text).toContain(`in a payout of ${both}.`);
  expect((await accountOf(made.bob.id)).paidCents).toBe(net);
});

test("What is taken back after it was in the bank comes from the next transfer, and the rest is owed", async () => {
  const { bob, account, order, transfer } = await paidSeller();
  const { id } = await payNow(account.stripeId);
  await control(`payouts/${id}/settle`, { status: "paid" });
  await pass(day + hour);
  await sweep();
  expect(await accountOf(bob.id)).toMatchObject({ paidCents: transfer.cents });
  const { order: next } = await completedOrder({ sellerId: bob.id, priceCents: 5000 });
  await pass(15 * day);
  await sweep();
  expect(await transfersOf(next)).toMatchObject([{ cents: 5000 - next.feeCents, reversedCents: 0 }]);

  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  const texts = (cents: number) =>
    `In your Stripe account, or on its way to your bank ${dollars(cents)} Paid out to your bank ${dollars(transfer.cents)}`;
  const returned = (cents: number) => cents - Math.round((cents * order.feeCents) / order.priceCents);
  const left = 5000 - next.feeCents - returned(3000);
  await refund(order.id, 3000);
  await sweep();
  await bob.beginSession();
  expect((await bob.get("/earnings")).text).toContain(texts(left));
  // More than what is held at Stripe.
  await refund(order.id, 6600);
  await sweep();
  const page = await bob.get("/earnings");
  expect(page.text).toContain(texts(left));
  expect(page.text).toContain(`taken from your next earnings −${dollars(transfer.cents - returned(3000))}`);
  expect((await balancesOf(order.id)).seller_debts).toBe(transfer.cents - returned(3000));
});

test("Stripe is down while a payout is read: the sweep reads it later", async () => {
  const { bob, account } = await paidSeller();
  const { id } = await payNow(account.stripeId);
  await faults([{ method: "GET", path: "/v1/payouts", status: 500 }]);
  expect((await deliver(eventOf(account.stripeId, "payout.created", id), connect)).status).toBe(200);
  await pass(2 * 60_000);
  await sweep();
  expect(await payoutsOf(bob.id)).toMatchObject([{ id }]);
});

test("A transfer that an earlier release confirmed joins its payout, however often that is read", async () => {
  const { account, transfer, bob } = await paidSeller();
  const { id } = await payNow(account.stripeId);
  await db.update(transfers).set({ paymentId: null }).where(eq(transfers.id, transfer.id));
  await pass(6 * day);
  await sweep();
  expect(await contentOf(id)).toEqual([transfer.id]);
  // A migration has payouts read again.
  await db.update(bankPayouts).set({ reconciledAt: null, checkAt: 0 }).where(eq(bankPayouts.id, id));
  await sweep();
  expect(await contentOf(id)).toEqual([transfer.id]);
  expect((await payoutsOf(bob.id))[0]?.reconciledAt).not.toBeNull();
  expect(await mailsOf(bob.id)).toHaveLength(1);
});

test("A transfer knows the payment that it arrived as", async () => {
  const { transfer } = await paidSeller();
  const [row] = await db.select().from(transfers).where(eq(transfers.id, transfer.id));
  expect(row?.paymentId).toMatch(/^py_/);
});
