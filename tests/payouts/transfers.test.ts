import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import * as ledger from "#app/ledger/ledger.server.ts";
import { find } from "#app/orders/orders.server.ts";
import { read as readAccount } from "#app/payouts/accounts/read-account.server.ts";
import { placeHold } from "#app/payouts/holds/hold-decisions.server.ts";
import { settle } from "#app/payouts/transfers/settle.server.ts";
import { untilChange } from "#app/payouts/transfers/settle.ts";
import { earningsDueAgain } from "#app/payouts/transfers-due.server.ts";
import { refund as refundDecided } from "#app/transitions/apply-transition.server.ts";
import {
  earnings,
  ledgerBalances,
  ledgerTotals,
  moneyCalls,
  orderEvents,
  payoutAccounts,
} from "#drizzle/schema.ts";
import { recount } from "#scripts/data/derived-rows.ts";
import { databaseProxy } from "#tests/support/bindings/database-proxy.ts";
import { measuredDatabase } from "#tests/support/bindings/measured-database.ts";
import { day, deps, hour, minute, now, pass, sweep } from "#tests/support/clock.ts";
import {
  accountOf,
  balancesOf,
  completedOrder,
  control,
  readyAccount,
  refund,
  transfersAtStripe,
  transfersOf,
} from "#tests/support/payouts.ts";
import { paidOrder } from "#tests/support/purchase.ts";
import {
  deliver,
  deliveries,
  disputeSession,
  eventsDuring,
  faults,
  refuseRefunds,
} from "#tests/support/stripe.ts";
import { db } from "#tests/support/visitor.ts";
import { databaseOf, type System } from "#workers/context.ts";
import { kinds } from "#workers/work/kinds.ts";

await deliveries("off");

const earningOf = async (id: string) => (await db.select().from(earnings).where(eq(earnings.orderId, id)))[0];

test("What an order earns is sent once it has cleared, in one transfer", async () => {
  const { order, bob, ann } = await completedOrder({ priceCents: 8000 });
  const account = await readyAccount(bob.id);
  await pass(14 * day - minute);
  await sweep();
  expect(await transfersAtStripe(order.id)).toEqual([]);

  await pass(2 * minute);
  await sweep();
  const [transfer, ...others] = await transfersAtStripe(order.id);
  expect(others).toEqual([]);
  expect(transfer).toMatchObject({
    amount: 8000 - order.feeCents,
    currency: "usd",
    destination: account.stripeId,
    transfer_group: order.id,
  });
  expect(await balancesOf(order.id)).not.toHaveProperty("seller_payable");
  expect(await balancesOf(order.id)).not.toHaveProperty("transfers");
  expect(await transfersOf(order)).toMatchObject([{ seq: 1, cents: 8000 - order.feeCents, open: true }]);
  expect(await earningOf(order.id)).toMatchObject({ dueAt: null, refusal: null });

  // Only the seller is told.
  const path = `/orders/${order.id}`;
  expect((await bob.get(path)).text).toContain("Transfer to your Stripe account");
  expect((await ann.get(path)).text).not.toContain("Transfer to");
  expect((await bob.get("/earnings")).text).toContain("Sent to your Stripe account on ");

  await pass(day);
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
});

test("A transfer reads and writes a bounded number of rows, however much the seller has sold", async () => {
  const { order, bob } = await completedOrder();
  await readyAccount(bob.id);
  const other = await completedOrder({ sellerId: bob.id });
  for (let i = 0; i < 2; i++) await completedOrder({ sellerId: bob.id });
  await pass(15 * day);
  const send = async (id: string) => {
    const { database, read, written } = measuredDatabase(env.DB);
    expect(await settle({ ...deps, db: drizzle(database) }, id)).toBe(true);
    expect(await transfersAtStripe(id)).toHaveLength(1);
    return { read: read(), written: written() };
  };
  // With a reading of the account at Stripe and the day's mail. Then without either, as most transfers are.
  const first = await send(order.id);
  const second = await send(other.order.id);
  expect([first.read <= 62, first.written <= 53, first]).toEqual([true, true, first]);
  expect([second.read <= 52, second.written <= 40, second]).toEqual([true, true, second]);
});

test("Earnings wait for the seller's account and are sent when it is ready", async () => {
  const { order, bob } = await completedOrder();
  await pass(15 * day);
  await sweep();
  expect(await transfersAtStripe(order.id)).toEqual([]);
  expect((await bob.get("/earnings")).text).toContain("Set up payouts to receive these earnings.");

  // A person's first bank account waits for seven days.
  await readyAccount(bob.id, now());
  await earningsDueAgain(db, bob.id, now());
  await sweep();
  expect((await bob.get("/earnings")).text).toContain("Your bank account is new. We send these earnings on ");
  await pass(7 * day - minute);
  await sweep();
  expect(await transfersAtStripe(order.id)).toEqual([]);
  await pass(2 * minute);
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
});

test("Fifty runs and a change of the bank account at the same moment make one transfer, or none", async () => {
  const { order, bob } = await completedOrder();
  const { id } = await readyAccount(bob.id);
  await pass(15 * day);
  await Promise.all([
    ...Array.from({ length: 50 }, () => settle(deps, order.id)),
    db.update(payoutAccounts).set({ bankSince: now(), bankIsFirst: false }).where(eq(payoutAccounts.id, id)),
  ]);
  const sent = await transfersAtStripe(order.id);
  expect(sent.length).toBeLessThanOrEqual(1);
  expect(await transfersOf(order)).toHaveLength(sent.length);
  const events = await db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, "transferred")));
  expect(events).toHaveLength(sent.length);
});

test("Two sweeps, a hold, a dispute and another bank account at the same moment make one transfer, or none", async () => {
  const rounds = await Promise.all(
    Array.from({ length: Number(import.meta.env.RACES ?? 2) }, async () => {
      const made = await completedOrder({ priceCents: 8000 });
      return { ...made, account: await readyAccount(made.bob.id) };
    }),
  );
  // Nothing is due before its own round.
  await db.update(earnings).set({ dueAt: null });
  await pass(15 * day);
  for (const [i, { order, bob, session, account }] of rounds.entries()) {
    const disputed = await eventsDuring(() => disputeSession(session));
    await control(`accounts/${account.stripeId}/bank`, { number: `00098765432${i % 10}` });
    await db.update(earnings).set({ dueAt: now() }).where(eq(earnings.orderId, order.id));
    const row = await accountOf(bob.id);
    const hold = { userId: bob.id, reason: "They wrote to us", placedBy: null, days: 30 };
    // The others come later in each round, so that in some they are too late.
    const others = [
      () => db.batch([...placeHold(db, hold, now())]),
      () => Promise.all(disputed.map((event) => deliver(event))),
      () => readAccount(deps, row),
    ];
    await Promise.all([
      ...[sweep, sweep, () => settle(deps, order.id), () => settle(deps, order.id)].map((run) => run()),
      ...others.map(async (run) => {
        await scheduler.wait(i * 30);
        await run();
      }),
    ]);
    await pass(2 * minute);
    await sweep();
    const sent = await transfersAtStripe(order.id);
    expect(sent.length).toBeLessThanOrEqual(1);
    expect((await transfersOf(order)).filter(({ open }) => open)).toHaveLength(sent.length);
    const events = await db
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.kind, "transferred")));
    expect(events).toHaveLength(sent.length);
    const balances = await balancesOf(order.id);
    expect(balances.transfers).toBeUndefined();
    expect(balances.seller_payable).toBe(sent.length === 0 ? order.feeCents - 8000 : undefined);
  }
});

test("A transfer whose run is interrupted before it asks Stripe is sent by the sweep, once", async () => {
  const { order, bob } = await completedOrder();
  await readyAccount(bob.id);
  await pass(15 * day);
  let isInterrupted = false;
  const database = databaseProxy(env.DB, async ({ statements }, run) => {
    if (isInterrupted) throw new Error("interrupted");
    const answer = await run();
    isInterrupted = statements.some(({ sql }) => sql.startsWith('insert into "money_calls"'));
    return answer;
  });
  await expect(settle({ ...deps, db: drizzle(database) }, order.id)).rejects.toThrow("Failed query");
  expect(await transfersAtStripe(order.id)).toEqual([]);

  await sweep();
  expect(await transfersAtStripe(order.id)).toEqual([]);
  await pass(2 * minute);
  await sweep();
  await pass(2 * minute);
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
  expect(await balancesOf(order.id)).not.toHaveProperty("transfers");
});

test("A transfer whose answer is lost is found again, even after Stripe has forgotten its key", async () => {
  for (const after of [2 * minute, 25 * hour]) {
    const { order, bob } = await completedOrder();
    await readyAccount(bob.id);
    await pass(15 * day);
    await faults([{ path: "/v1/transfers", method: "POST", status: "cut", after: true }]);
    await settle(deps, order.id);
    const [call] = await db
      .select()
      .from(moneyCalls)
      .where(and(eq(moneyCalls.orderId, order.id), eq(moneyCalls.kind, "transfer")));
    expect(call).toMatchObject({ state: "sent", stripeId: null });
    expect((await bob.get("/earnings")).text).toContain("On its way to your Stripe account.");
    await pass(after);
    await sweep();
    expect(await transfersAtStripe(order.id)).toHaveLength(1);
    expect(await balancesOf(order.id)).not.toHaveProperty("transfers");
  }
});

test("A refused transfer is undone in the books and retried: later, or once the account is ready", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  const account = await readyAccount(bob.id);
  await pass(15 * day);
  await control(`accounts/${account.stripeId}/status`, {
    capability: "stripe_transfers",
    status: "restricted",
  });
  // The account was read just before, and no event has arrived yet.
  await db.update(payoutAccounts).set({ readAt: now() }).where(eq(payoutAccounts.id, account.id));
  await sweep();
  expect(await transfersOf(order)).toMatchObject([
    { open: false, refusal: "insufficient_capabilities_for_transfer" },
  ]);
  expect((await balancesOf(order.id)).seller_payable).toBe(order.feeCents - 8000);
  expect((await earningOf(order.id))?.dueAt).toBeGreaterThan(now());
  // The refusal makes the account due to be read.
  const [row] = await db.select().from(payoutAccounts).where(eq(payoutAccounts.id, account.id));
  expect(row).toMatchObject({ transfers: "restricted" });
});

test("A restriction whose event was lost is noticed before money is sent, and its end sends it", async () => {
  const { order, bob } = await completedOrder();
  const { stripeId } = await readyAccount(bob.id);
  await control(`accounts/${stripeId}/status`, { capability: "payouts", status: "restricted" });
  await pass(15 * day);
  await sweep();
  expect(await transfersOf(order)).toEqual([]);
  expect(await earningOf(order.id)).toMatchObject({ dueAt: untilChange });
  await control(`accounts/${stripeId}/status`, { capability: "payouts", status: "active" });
  await pass(2 * day);
  await sweep();
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
});

test("While the balance is too low, earnings wait, refunds come first, and all are sent in the end", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  await pass(15 * day);
  const refunded = await paidOrder({ priceCents: 6000 });
  await control("balance", { pay_out: "all" });
  await sweep();
  expect(await transfersAtStripe(order.id)).toEqual([]);
  expect(await earningOf(order.id)).toMatchObject({ refusal: "balance_insufficient" });
  expect((await bob.get("/earnings")).text).toContain("These earnings are waiting for enough money");

  // There is enough for the transfer, but not also for a refund that Stripe has not made.
  await refuseRefunds(true);
  await refund(refunded.order.id, 6000);
  await control("balance", { top_up: 8000 });
  for (let i = 0; i < 2; i++) {
    await pass(11 * minute);
    await sweep();
    expect(await transfersAtStripe(order.id)).toEqual([]);
  }
  await refuseRefunds(false);
  await pass(day);
  await sweep();
  expect(await balancesOf(refunded.order.id)).not.toHaveProperty("refunds");
  expect(await transfersAtStripe(order.id)).toEqual([]);
  await control("balance", { top_up: 6000 });
  await pass(11 * minute);
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
});

test("A refund after the transfer is taken back from the seller's account", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  await pass(15 * day);
  await sweep();
  await refund(order.id, 3000);
  await sweep();
  const [transfer] = await transfersAtStripe(order.id);
  expect(transfer?.amount_reversed).toBe(3000 - Math.round((3000 * order.feeCents) / 8000));
  expect(await balancesOf(order.id)).not.toHaveProperty("seller_payable");
  expect(await balancesOf(order.id)).not.toHaveProperty("seller_debts");

  // What Bob was sent is what a restore finds in the ledger, and so are the totals of the accounts.
  const sums = async () => [
    await db.select().from(ledgerBalances).where(eq(ledgerBalances.userId, bob.id)),
    await db.select().from(ledgerTotals),
  ];
  const before = await sums();
  expect(before[0]).toContainEqual({
    userId: bob.id,
    account: "transfers",
    cents: (transfer?.amount_reversed ?? 0) - (transfer?.amount ?? 0),
  });
  await recount(env.DB);
  expect(await sums()).toEqual(before);
});

test("What Stripe does not take back is a debt, which the seller's next earnings pay, the oldest first", async () => {
  const { order: first, bob } = await completedOrder({ priceCents: 8000 });
  const account = await readyAccount(bob.id);
  const second = await completedOrder({ sellerId: bob.id, priceCents: 5000 });
  const third = await completedOrder({ sellerId: bob.id, priceCents: 9000 });
  await db.update(earnings).set({ dueAt: null }).where(eq(earnings.orderId, second.order.id));
  await db.update(earnings).set({ dueAt: null }).where(eq(earnings.orderId, third.order.id));
  await pass(15 * day);
  await sweep();
  // Everything at Stripe has gone to the bank.
  await control(`accounts/${account.stripeId}/payout`);
  await refund(first.id, 8000);
  await sweep();
  const net = 8000 - first.feeCents;
  expect((await balancesOf(first.id)).seller_debts).toBe(net);

  for (const { order } of [second, third]) {
    await db.update(earnings).set({ dueAt: now() }).where(eq(earnings.orderId, order.id));
    await sweep();
  }
  expect(await transfersOf(second.order)).toMatchObject([{ cents: 0 }]);
  expect(await transfersAtStripe(second.order.id)).toEqual([]);
  const left = net - (5000 - second.order.feeCents);
  expect(await transfersAtStripe(third.order.id)).toMatchObject([
    { amount: 9000 - third.order.feeCents - left },
  ]);
  expect(await balancesOf(first.id)).not.toHaveProperty("seller_debts");
  for (const { id } of [first, second.order, third.order]) {
    const sums = Object.values(await balancesOf(id));
    expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(0);
  }
  const text = (await bob.get("/earnings")).text;
  expect(text).toContain(" to pay what you owed.");
});

test("A debt that an operator writes off while Stripe answers is not paid from the earnings as well", async () => {
  const { order: first, bob } = await completedOrder({ priceCents: 8000 });
  const account = await readyAccount(bob.id);
  const { order: second } = await completedOrder({ sellerId: bob.id, priceCents: 9000 });
  await db.update(earnings).set({ dueAt: null }).where(eq(earnings.orderId, second.id));
  await pass(15 * day);
  await sweep();
  await control(`accounts/${account.stripeId}/payout`);
  await refund(first.id, 8000);
  await sweep();
  const net = 8000 - first.feeCents;
  expect((await balancesOf(first.id)).seller_debts).toBe(net);

  await db.update(earnings).set({ dueAt: now() }).where(eq(earnings.orderId, second.id));
  const balance = {
    retrieve: async () => {
      await ledger.writtenOff(db, { id: first.id, sellerId: bob.id }, crypto.randomUUID(), net, now());
      return await deps.stripe.balance.retrieve();
    },
  };
  const stripe: typeof deps.stripe = Object.create(deps.stripe, { balance: { value: balance } });
  await settle({ ...deps, stripe }, second.id);
  await sweep();
  expect(await balancesOf(first.id)).not.toHaveProperty("seller_debts");
  expect(await transfersAtStripe(second.id)).toMatchObject([{ amount: 9000 - second.feeCents }]);
});

test("A refund whose clock is a few milliseconds behind is taken back from what was sent", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  await pass(15 * day);
  await sweep();
  const { clearsAt = 0 } = (await earningOf(order.id)) ?? {};
  const clock = { ...deps.clock, now: () => clearsAt - 5 };
  const found = await find(db, order.id);
  expect(
    found && (await refundDecided({ ...deps, clock }, found, 8000, order.sellerId, "A reason")),
  ).toBeTruthy();
  await sweep();
  expect(await balancesOf(order.id)).not.toHaveProperty("seller_payable");
});

test("A sweep reads at most 20 rows to find that nothing about money is due", async () => {
  await sweep();
  await sweep();
  const { database, read } = measuredDatabase(env.DB);
  const sys = { ...deps, db: databaseOf(database.withSession("first-primary")) };
  const found = await Promise.all(
    [
      ...[kinds.refunds, kinds.events, kinds.webhooks, kinds.transfers, kinds.holds, kinds.earnings],
      ...[kinds.checkouts, kinds.deadlines, kinds.reminders, kinds.accounts, kinds["payout-reminders"]],
      ...[kinds.reconciliation, kinds.balance],
    ].map(({ find }) => find(sys as unknown as System, 50)),
  );
  expect(found.flat()).toEqual([]);
  expect(read()).toBeGreaterThan(10);
  expect(read()).toBeLessThanOrEqual(20);
});
