import type Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import { deliveries } from "../support/stripe.ts";
import { connectedAccount, setBank, transfer } from "./connected.ts";
import {
  advanceClock,
  balanceOf,
  control,
  eventsAbout,
  newestEvent,
  refusalOf,
  stripe,
  typesAbout,
  typesAfter,
} from "./sandbox-client.ts";

const day = 86_400;

// The product must not receive these events: it has no orders for them.
beforeAll(async () => {
  await deliveries("off");
  await control("balance", { top_up: 1_000_000 });
});

/** Advances the clock to the next midnight (UTC) of a day of the week (0 is Sunday). */
const advanceTo = async (weekday: number): Promise<number> => {
  const now = await advanceClock(0);
  let midnight = now - (now % day) + day;
  while (new Date(midnight * 1000).getUTCDay() !== weekday) midnight += day;
  return await advanceClock(midnight - now);
};
const payoutsOf = async (stripeAccount: string, params: Stripe.PayoutListParams = {}) =>
  (await stripe.payouts.list(params, { stripeAccount })).data;
const settleBy = (id: string, body: object) => control(`payouts/${id}/settle`, body);
const schedule = (stripeAccount: string, payments: Stripe.BalanceSettingsUpdateParams.Payments) =>
  stripe.balanceSettings.update({ payments }, { stripeAccount });

test("The schedule pays out weekly, and the payout reaches the bank after two working days", async () => {
  await advanceTo(3);
  const account = await connectedAccount();
  await schedule(account, { payouts: { schedule: { interval: "weekly", weekly_payout_days: ["tuesday"] } } });
  const made = await transfer(account, 4800);
  await advanceTo(1);
  expect(await payoutsOf(account)).toEqual([]);
  const tuesday = await advanceTo(2);
  const [payout] = await payoutsOf(account);
  if (!payout) throw new Error("no payout");
  expect(payout).toMatchObject({
    amount: 4800,
    arrival_date: tuesday - (tuesday % day) + 2 * day,
    automatic: true,
    currency: "usd",
    destination: expect.stringMatching(/^ba_/),
    reconciliation_status: "in_progress",
    status: "pending",
  });
  expect((await balanceOf(account)).available).toBe(0);
  const entries = async () =>
    (await stripe.balanceTransactions.list({ payout: payout.id }, { stripeAccount: account })).data;
  expect(await entries()).toEqual([]);
  await advanceTo(3);
  expect(await stripe.payouts.retrieve(payout.id, {}, { stripeAccount: account })).toMatchObject({
    reconciliation_status: "completed",
    status: "in_transit",
  });
  expect((await entries()).map(({ type, amount, source }) => [type, amount, source])).toEqual([
    ["payout", -4800, payout.id],
    ["payment", 4800, made.destination_payment],
  ]);
  await advanceTo(4);
  const paid = await stripe.payouts.retrieve(payout.id, {}, { stripeAccount: account });
  expect(paid).toMatchObject({ status: "paid", failure_code: null });
  expect(await typesAbout(payout.id)).toEqual([
    "payout.created",
    "payout.updated",
    "payout.updated",
    "payout.paid",
  ]);
  const events = (await eventsAbout(payout.id)).map(({ data }) => data.object);
  expect(events.map(({ status }) => status)).toEqual(["pending", "in_transit", "paid", "paid"]);
});

test("Events of a payout name the account", async () => {
  const account = await connectedAccount();
  await transfer(account, 100);
  const payout = (await (await control(`accounts/${account}/payout`)).json()) as Stripe.Payout;
  const [event] = await eventsAbout(payout.id);
  expect(event).toMatchObject({ type: "payout.created", account });
});

test("Daily pays out on working days only, and manual never", async () => {
  await advanceTo(5);
  const [daily, manual] = [await connectedAccount(), await connectedAccount()];
  const settings = await stripe.balanceSettings.retrieve({}, { stripeAccount: daily });
  expect(settings).toMatchObject({
    object: "balance_settings",
    payments: {
      debit_negative_balances: true,
      payouts: { schedule: { interval: "daily" }, status: "enabled" },
      settlement_timing: { delay_days: 2 },
    },
  });
  await schedule(manual, { payouts: { schedule: { interval: "manual" } } });
  for (const account of [daily, manual]) await transfer(account, 500);
  await advanceTo(0);
  expect(await payoutsOf(daily)).toEqual([]);
  await advanceTo(1);
  expect(await payoutsOf(daily)).toMatchObject([{ amount: 500 }]);
  await advanceClock(30 * day);
  expect(await payoutsOf(manual)).toEqual([]);
  const changed = await schedule(manual, {
    debit_negative_balances: false,
    payouts: { schedule: { interval: "daily" }, statement_descriptor: "HANDIWORK" },
    settlement_timing: { delay_days_override: 7 },
  });
  expect(changed.payments).toMatchObject({
    debit_negative_balances: false,
    payouts: { schedule: { interval: "daily" }, statement_descriptor: "HANDIWORK" },
    settlement_timing: { delay_days: 7, delay_days_override: 7 },
  });
  await advanceClock(4 * day);
  expect(await payoutsOf(manual)).toMatchObject([{ amount: 500 }]);
});

test("Invalid balance settings are refused", async () => {
  const account = await connectedAccount();
  const wrong: object[] = [
    { payouts: { schedule: { interval: "weekly" } } },
    { payouts: { schedule: { interval: "daily", weekly_payout_days: ["monday"] } } },
    { payouts: { schedule: { interval: "weekly", weekly_payout_days: ["sunday"] } } },
    { payouts: { schedule: { interval: "hourly" } } },
    { payouts: { anything: 1 } },
    { settlement_timing: { delay_days_override: 32 } },
    { debit_negative_balances: "perhaps" },
  ];
  for (const payments of wrong) expect((await refusalOf(schedule(account, payments))).statusCode).toBe(400);
});

test.each([
  ["000111111113", "account_closed"],
  ["000111111116", "no_account"],
])("A payout to %s fails with %s, and the next bank account gets the money", async (number, code) => {
  const account = await connectedAccount({ number });
  await transfer(account, 900);
  await advanceTo(2);
  await advanceTo(4);
  const [payout] = await payoutsOf(account);
  expect(payout).toMatchObject({
    status: "failed",
    failure_code: code,
    failure_message: expect.stringContaining("bank account"),
    failure_balance_transaction: expect.stringMatching(/^txn_/),
  });
  expect((await typesAbout(payout?.id ?? "")).slice(-2)).toEqual(["payout.updated", "payout.failed"]);
  expect((await balanceOf(account)).available).toBe(900);
  const back = {
    type: "payout_failure",
    reporting_category: "payout_reversal",
    amount: 900,
    source: payout?.id,
  };
  const returned = await stripe.balanceTransactions.list({ limit: 1 }, { stripeAccount: account });
  expect(returned.data).toMatchObject([back]);
  await advanceClock(14 * day);
  expect(await payoutsOf(account)).toHaveLength(1);
  expect((await control(`accounts/${account}/payout`)).status).toBe(400);
  await setBank(account, "000123456789");
  await advanceTo(2);
  await advanceTo(4);
  const [again] = await payoutsOf(account);
  expect(again).toMatchObject({ amount: 900, status: "paid" });
  const held = await stripe.balanceTransactions.list({ payout: again?.id ?? "" }, { stripeAccount: account });
  expect(held.data.map(({ type }) => type)).toEqual(["payout", "payout_failure"]);
});

test("The bank can return a payout that was paid, and confirm one early", async () => {
  const account = await connectedAccount();
  await transfer(account, 700);
  const payout = (await (await control(`accounts/${account}/payout`)).json()) as Stripe.Payout;
  const before = await newestEvent();
  expect((await settleBy(payout.id, { status: "paid" })).status).toBe(200);
  expect((await settleBy(payout.id, { status: "paid" })).status).toBe(400);
  expect((await settleBy(payout.id, { status: "failed", code: "none" })).status).toBe(400);
  expect((await settleBy(payout.id, { status: "lost" })).status).toBe(400);
  expect((await settleBy(payout.id, { status: "failed", code: "account_frozen" })).status).toBe(200);
  expect(await typesAfter(before)).toEqual([
    "payout.updated",
    "payout.paid",
    "account.external_account.updated",
    "payout.updated",
    "payout.failed",
  ]);
  expect(await stripe.payouts.retrieve(payout.id, {}, { stripeAccount: account })).toMatchObject({
    failure_code: "account_frozen",
    status: "failed",
  });
  const events = await eventsAbout(String(payout.destination));
  const bank = events.findLast(({ type }) => type === "account.external_account.updated");
  expect(bank).toMatchObject({ account, data: { object: { status: "errored" } } });
  expect((await balanceOf(account)).available).toBe(700);
  expect((await settleBy("po_none", { status: "paid" })).status).toBe(404);
});

test("An owner pays out a part, whose contents Stripe does not tell", async () => {
  const account = await connectedAccount();
  await transfer(account, 700);
  const response = await control(`accounts/${account}/payout`, { amount: 300 });
  const payout = (await response.json()) as Stripe.Payout;
  expect(payout).toMatchObject({ amount: 300, automatic: false, reconciliation_status: "not_applicable" });
  const asked = stripe.balanceTransactions.list({ payout: payout.id }, { stripeAccount: account });
  expect((await refusalOf(asked)).param).toBe("payout");
  expect((await control(`accounts/${account}/payout`, { amount: 401 })).status).toBe(400);
  expect(await payoutsOf(account, { status: "paid" })).toEqual([]);
  expect(await payoutsOf(account, { status: "pending", arrival_date: payout.arrival_date })).toHaveLength(1);
});

test("An account sees neither the platform's payouts nor another account's", async () => {
  const [one, other] = [await connectedAccount(), await connectedAccount()];
  await transfer(one, 700);
  const payout = (await (await control(`accounts/${one}/payout`)).json()) as Stripe.Payout;
  expect(await payoutsOf(other)).toEqual([]);
  const hidden = [{ stripeAccount: other }, {}];
  for (const options of hidden) {
    const error = await refusalOf(stripe.payouts.retrieve(payout.id, {}, options));
    expect([error.statusCode, error.code]).toEqual([404, "resource_missing"]);
  }
  await control("balance", { pay_out: 100 });
  const [mine] = (await stripe.payouts.list({ limit: 1 })).data;
  expect(mine).toMatchObject({ amount: 100, automatic: false, status: "pending" });
  await advanceTo(2);
  await advanceTo(5);
  expect(await stripe.payouts.retrieve(mine?.id ?? "")).toMatchObject({ status: "paid" });
});

test("A payout goes to the bank account that was named when it was made", async () => {
  const account = await connectedAccount({ number: "000111111116" });
  await transfer(account, 700);
  const payout = (await (await control(`accounts/${account}/payout`)).json()) as Stripe.Payout;
  await setBank(account, "000123456789");
  await advanceTo(2);
  await advanceTo(5);
  const [again, first] = await payoutsOf(account);
  expect(first).toMatchObject({ id: payout.id, status: "failed", failure_code: "no_account" });
  expect(again).toMatchObject({ amount: 700, status: "paid" });
  expect(again?.destination).not.toBe(payout.destination);
});

test("An account is closed only when its balance is zero", async () => {
  const account = await connectedAccount();
  await transfer(account, 700);
  const close = () => stripe.v2.core.accounts.close(account, { applied_configurations: ["recipient"] });
  await expect(close()).rejects.toThrow("has a balance");
  await control(`accounts/${account}/payout`);
  expect((await close()).closed).toBe(true);
  expect((await refusalOf(stripe.payouts.list({}, { stripeAccount: account }))).code).toBe("account_invalid");
  await advanceTo(2);
});
