import type Stripe from "stripe";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { Random } from "../support/schedules/random.ts";
import {
  closeDispute,
  deliveries,
  disputeSession,
  payLater,
  settleRefund,
  settleSession,
} from "../support/stripe.ts";
import { connectedAccount, transfer } from "./connected.ts";
import { differencesTo } from "./fixture.ts";
import {
  advanceClock,
  balanceOf,
  control,
  newestEvent,
  paid,
  refusalOf,
  sessionParams,
  stripe,
  typesAfter,
} from "./sandbox-client.ts";

// The product must not receive these events: it has no orders for them.
beforeAll(() => deliveries("off"));
beforeEach(async () => void (await control("balance", { delay_days: 0 })));

/** The balance transactions that some work causes, oldest first. */
const movedBy = async (work: () => Promise<unknown>): Promise<Stripe.BalanceTransaction[]> => {
  const newest = (await stripe.balanceTransactions.list({ limit: 1 })).data[0]?.id;
  await work();
  const { data } = await stripe.balanceTransactions.list({
    limit: 100,
    ...(newest ? { ending_before: newest } : {}),
  });
  return data.reverse();
};
const shortOf = ({ type, reporting_category, amount, fee, net, source }: Stripe.BalanceTransaction) => [
  type,
  reporting_category,
  amount,
  fee,
  net,
  String(source).split("_")[0],
];

test("A payment, its refund, a failed refund and a dispute each have a balance transaction", async () => {
  const before = await balanceOf();
  const moved = await movedBy(async () => {
    const { intent, session } = await paid("4000000000007726");
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 4000 });
    await settleRefund(refund.id, "failed");
    const { id } = await disputeSession(session.id);
    await closeDispute(id, "won");
  });
  expect(moved.map(shortOf)).toEqual([
    ["charge", "charge", 11_000, 349, 10_651, "ch"],
    ["refund", "refund", -4000, 0, -4000, "re"],
    ["refund_failure", "refund_failure", 4000, 0, 4000, "re"],
    ["adjustment", "dispute", -11_000, 1500, -12_500, "du"],
    ["adjustment", "dispute_reversal", 11_000, 0, 11_000, "du"],
  ]);
  for (const each of moved) {
    expect(differencesTo("balance_transaction", each)).toEqual([]);
    expect(await stripe.balanceTransactions.retrieve(each.id)).toMatchObject(each);
  }
  expect((await balanceOf()).available - before.available).toBe(10_651 - 12_500 + 11_000);
});

test("A payment from a bank account moves the balance when the bank confirms it", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  expect(await movedBy(() => payLater(id))).toEqual([]);
  const moved = await movedBy(() => settleSession(id, "succeeded"));
  expect(moved.map(shortOf)).toEqual([["payment", "charge", 11_000, 88, 10_912, "ch"]]);
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ["payment_intent.latest_charge.balance_transaction"],
  });
  const charge = (session.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
  expect(charge.balance_transaction).toEqual(moved[0]);
});

test("With a delay, the money of a charge is pending first, and balance.available follows once", async () => {
  await control("balance", { delay_days: 2 });
  const before = await balanceOf();
  const { charge } = await paid();
  expect(await balanceOf()).toMatchObject({ available: before.available, pending: before.pending + 10_651 });
  const id = String(charge.balance_transaction);
  const transaction = await stripe.balanceTransactions.retrieve(id);
  expect(transaction).toMatchObject({ status: "pending", available_on: transaction.created + 2 * 86_400 });
  const event = await newestEvent();
  await advanceClock(2 * 86_400 + 1);
  expect(await balanceOf()).toMatchObject({ available: before.available + 10_651, pending: before.pending });
  expect((await stripe.balanceTransactions.retrieve(id)).status).toBe("available");
  expect((await typesAfter(event)).filter((type) => type === "balance.available")).toHaveLength(1);
});

test("The owner tops up, pays out and is billed, and Stripe reserves", async () => {
  await control("balance", { top_up: 50_000 });
  const before = await balanceOf();
  const event = await newestEvent();
  const moved = await movedBy(async () => {
    await control("balance", { top_up: 9000, pay_out: 3000 });
    await control("balance", { bill: 200, reserve: 700 });
    await control("balance", { reserve: -700 });
  });
  expect(moved.map(shortOf)).toEqual([
    ["topup", "topup", 9000, 0, 9000, "tu"],
    ["payout", "payout", -3000, 0, -3000, "po"],
    ["stripe_fee", "fee", -200, 0, -200, "null"],
    ["reserved_funds", "connect_reserved_funds", -700, 0, -700, "null"],
    ["reserved_funds", "connect_reserved_funds", 700, 0, 700, "null"],
  ]);
  expect((await balanceOf()).available - before.available).toBe(9000 - 3000 - 200);
  expect(await typesAfter(event)).toEqual(["balance.available", "payout.created"]);
  const tooMuch = await control("balance", { pay_out: 99_999_999 });
  expect([tooMuch.status, await tooMuch.json()]).toMatchObject([
    400,
    { error: { code: "balance_insufficient" } },
  ]);
  for (const wrong of [{ pay_out: 1.5 }, { top_up: -1 }, { reserve: -1 }, { delay_days: 32 }, { all: 1 }])
    expect((await control("balance", wrong)).status).toBe(400);
  for (const _ of ["full", "empty"]) expect((await control("balance", { pay_out: "all" })).status).toBe(200);
  expect((await balanceOf()).available).toBe(0);
});

test("Balance transactions are listed by type, source, time and page", async () => {
  const { charge } = await paid();
  const refund = await stripe.refunds.create({ charge: charge.id });
  const all = (await stripe.balanceTransactions.list({ limit: 100 })).data;
  const ids = async (params: Stripe.BalanceTransactionListParams) =>
    (await stripe.balanceTransactions.list(params)).data.map(({ id }) => id);
  expect(await ids({ source: charge.id })).toEqual([charge.balance_transaction]);
  expect(await ids({ source: refund.id, type: "refund" })).toEqual([refund.balance_transaction]);
  expect(await ids({ source: refund.id, type: "charge" })).toEqual([]);
  expect(await ids({ limit: 1, starting_after: all[0]?.id ?? "" })).toEqual([all[1]?.id]);
  expect(await ids({ created: { gt: all[0]?.created ?? 0 } })).toEqual([]);
  expect((await refusalOf(ids({ wrong: 1 } as object))).code).toBe("parameter_unknown");
  expect((await refusalOf(stripe.balanceTransactions.retrieve("txn_none"))).code).toBe("resource_missing");
});

test("A connected account that does not exist has no balance", async () => {
  const error = await refusalOf(stripe.balance.retrieve({}, { stripeAccount: "acct_none" }));
  expect([error.statusCode, error.code, error.type]).toEqual([
    403,
    "account_invalid",
    "StripePermissionError",
  ]);
  const elsewhere = await refusalOf(stripe.refunds.list({}, { stripeAccount: "acct_none" }));
  expect(elsewhere.message).toContain("does not support the header Stripe-Account");
});

/** A random operation on the balances. Stripe may refuse it; then nothing moves. */
const operate = async (random: Random, accounts: string[]): Promise<unknown> => {
  const account = random.pick(accounts);
  const cents = random.whole(1, 9000);
  const cards = ["4242424242424242", "4000000000000259", "4000000000007726", "4000000000005126"];
  const oneOf = async <T>(list: PromiseLike<{ data: T[] }>) => random.pick((await list).data);
  const transfers = () => oneOf(stripe.transfers.list({ destination: account }));
  const payouts = () => oneOf(stripe.payouts.list({}, { stripeAccount: account }));
  return await random.weighted<() => Promise<unknown>>([
    [20, () => paid(random.pick(cards))],
    [3, async () => payLater((await stripe.checkout.sessions.create(sessionParams())).id)],
    [3, async () => settleSession((await oneOf(stripe.checkout.sessions.list())).id, "succeeded")],
    [3, async () => disputeSession((await oneOf(stripe.checkout.sessions.list())).id)],
    [4, async () => closeDispute((await oneOf(stripe.disputes.list())).id, random.pick(["won", "lost"]))],
    [
      12,
      async () => {
        const session = await oneOf(stripe.checkout.sessions.list());
        return await stripe.refunds.create({ payment_intent: String(session.payment_intent), amount: cents });
      },
    ],
    [4, async () => settleRefund((await oneOf(stripe.refunds.list())).id, "failed")],
    [25, () => transfer(account, cents)],
    [10, async () => stripe.transfers.createReversal((await transfers()).id, { amount: cents })],
    [5, async () => control(`transfers/${(await transfers()).id}/reverse`)],
    [8, () => control(`accounts/${account}/payout`, random.chance(0.5) ? {} : { amount: cents })],
    [
      4,
      async () =>
        control(`payouts/${(await payouts()).id}/settle`, { status: random.pick(["paid", "failed"]) }),
    ],
    [
      4,
      () =>
        control(
          "balance",
          random.pick([{ top_up: cents }, { pay_out: cents }, { bill: 20 }, { reserve: 5 }]),
        ),
    ],
    [2, () => control("balance", { delay_days: random.whole(0, 3) })],
    [8, () => advanceClock(random.whole(1, 30) * 3600)],
  ])();
};
const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0);

test("After 200 random operations every balance is the sum of its movements", async () => {
  const random = new Random(Number(process.env.SEED ?? 1));
  const euros = await connectedAccount({ country: "DE", currency: "eur" });
  const accounts = [await connectedAccount(), await connectedAccount({ number: "000111111113" }), euros];
  await control("balance", { top_up: 100_000 });
  let made = 0;
  for (let step = 0; step < 200; step++)
    made += await operate(random, accounts).then(
      () => 1,
      () => 0,
    );
  expect(made).toBeGreaterThan(100);

  const { available, pending } = await balanceOf();
  const all = await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 5000 });
  expect(available + pending).toBe(sum(all.map(({ net }) => net)));
  expect(pending).toBe(sum(all.filter(({ status }) => status === "pending").map(({ net }) => net)));
  for (const account of accounts) {
    const options = { stripeAccount: account };
    const [balance, payouts, transfers, movements] = await Promise.all([
      balanceOf(account),
      stripe.payouts.list({ limit: 100 }, options).autoPagingToArray({ limit: 1000 }),
      stripe.transfers.list({ destination: account, limit: 100 }).autoPagingToArray({ limit: 1000 }),
      stripe.balanceTransactions.list({ limit: 100 }, options).autoPagingToArray({ limit: 1000 }),
    ]);
    expect(transfers.length).toBeGreaterThan(3);
    const inCurrency = (cents: number) => (account === euros ? Math.round(cents * 0.9) : cents);
    const outside = payouts.filter(({ status }) => status !== "failed").map(({ amount }) => amount);
    expect(balance.available + sum(outside)).toBe(
      sum(transfers.map(({ amount, amount_reversed: back }) => inCurrency(amount) - inCurrency(back))),
    );
    expect(balance).toMatchObject({ available: sum(movements.map(({ net }) => net)), pending: 0 });
  }
});

test("What was there before the first balance transaction is available, and nothing lists it", async () => {
  const before = await balanceOf();
  const moved = await movedBy(async () => {
    expect((await control("balance", { opening: 7000 })).status).toBe(200);
  });
  expect(moved).toEqual([]);
  expect((await balanceOf()).available - before.available).toBe(7000);
});
