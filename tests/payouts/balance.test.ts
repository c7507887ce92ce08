import { env } from "cloudflare:workers";
import { eq, isNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { processingFee } from "#app/ledger/ledger.server.ts";
import { exactDollars } from "#app/lib/money.ts";
import { balanceList, moved, readOn } from "#app/payments/balance/balance-entries.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { findMoved } from "#app/payouts/transfers/money-mails.server.ts";
import {
  balanceDays,
  balanceTransactions,
  earnings,
  ledger,
  ledgerTotals,
  mismatches,
  orders,
  outbox,
  payments,
} from "#drizzle/schema.ts";
import { refusalOfPayouts } from "#scripts/deploy/payouts.ts";
import { operator } from "#tests/support/accounts/operator.ts";
import { measuredDatabase, productWith } from "#tests/support/bindings/faulty.ts";
import {
  day,
  deps,
  depsThrough,
  hour,
  minute,
  now,
  pass,
  passToWednesday,
  sweep,
} from "#tests/support/clock.ts";
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
import { paidAtStripe, paidOrder } from "#tests/support/purchase.ts";
import {
  closeDispute,
  deliver,
  deliverAll,
  deliveries,
  disputeSession,
  eventsDuring,
  faults,
  settleRefund,
} from "#tests/support/stripe.ts";
import { db } from "#tests/support/visitor.ts";
import { auditOf } from "../admin/health/stuck-rows.ts";

await deliveries("off");

/** The days on which Stripe and the ledger differ. */
const different = () => db.select().from(balanceDays).where(sql`stripe_cents <> ledger_cents`);
const unexplained = () => db.select().from(balanceTransactions).where(isNull(balanceTransactions.bookedAs));

/** Books everything in Stripe's lists, and reads its balance. */
async function settled(): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await pass(hour + minute);
    await sweep();
  }
}

/** Everything that moves money, on several days. */
async function busyDays() {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  const refunded = await paidOrder({ priceCents: 6000 });
  await refund(refunded.order.id, 6000);
  await settled();
  await refund(order.id, 1000);
  const won = await paidOrder({ priceCents: 5000 });
  const lost = await paidOrder({ priceCents: 7000 });
  const [first, second] = [await disputeSession(won.session), await disputeSession(lost.session, 3000)];
  await pass(day);
  await settled();
  await closeDispute(first.id, "won");
  await closeDispute(second.id, "lost");
  await control("balance", { top_up: 50_000, bill: 200, reserve: 3000, pay_out: 10_000 });
  await pass(15 * day);
  await passToWednesday();
  await settled();
  await refund(order.id, 500);
  await control("balance", { reserve: -1000 });
  await settled();
  return order;
}

test("After everything that moves money, Stripe and the ledger agree on each day, and each entry is explained", async () => {
  const order = await busyDays();
  expect((await transfersAtStripe(order.id))[0]?.amount_reversed).toBeGreaterThan(0);
  expect(await different()).toEqual([]);
  expect(await unexplained()).toEqual([]);
  const { available } = await deps.stripe.balance.retrieve();
  const [sum] = await db.all<{ cents: number }>(
    sql`select sum(amount_cents) as cents from ledger where account = 'cash'`,
  );
  expect(sum?.cents).toBe(available[0]?.amount);
  const types = await db.all<{ type: string }>(
    sql`select distinct category as type from balance_transactions order by 1`,
  );
  expect(types.map(({ type }) => type)).toEqual([
    "charge",
    "connect_reserved_funds",
    "dispute",
    "dispute_reversal",
    "fee",
    "payout",
    "refund",
    "topup",
    "transfer",
    "transfer_reversal",
  ]);
});

test("After a refund or a dispute of what was sent, Stripe and the ledger agree; a debt is paid by the next two orders", async () => {
  const agreed = async (what: string) => {
    await settled();
    expect([what, await different(), await unexplained()]).toEqual([what, [], []]);
  };
  const sold = async (priceCents: number, seller?: { id: string }) =>
    await completedOrder({ priceCents, ...(seller && { sellerId: seller.id }) });
  const [whole, part, won, lost, refused] = [
    await sold(8000),
    await sold(8000),
    await sold(8000),
    await sold(8000),
    await sold(8000),
  ];
  const next = [await sold(5000, refused.bob), await sold(9000, refused.bob)];
  for (const { order } of next)
    await db.update(earnings).set({ dueAt: null }).where(eq(earnings.orderId, order.id));
  for (const { bob } of [whole, part, won, lost, refused]) await readyAccount(bob.id);
  await pass(15 * day);
  await passToWednesday();
  await agreed("sent");
  for (const { bob } of [whole, part, lost]) {
    const { stripeId } = await accountOf(bob.id);
    // What was sent stays at Stripe.
    await deps.stripe.balanceSettings.update(
      { payments: { payouts: { schedule: { interval: "manual" } } } },
      { stripeAccount: stripeId ?? "" },
    );
  }
  await control(`accounts/${(await accountOf(refused.bob.id)).stripeId}/payout`);

  await refund(whole.order.id, 8000);
  await agreed("reversed whole");
  await refund(part.order.id, 3000);
  await agreed("reversed in part");
  await refund(refused.order.id, 8000);
  await agreed("refused");
  const opened: string[] = [];
  for (const { session } of [won, lost])
    await deliverAll(await eventsDuring(async () => opened.push((await disputeSession(session)).id)));
  await agreed("disputes open");
  for (const [i, end] of (["won", "lost"] as const).entries()) {
    await deliverAll(await eventsDuring(() => closeDispute(opened[i] ?? "", end)));
    await agreed(`dispute ${end}`);
  }
  const net = ({ order }: typeof whole) => order.priceCents - order.feeCents;
  expect(
    await Promise.all(
      [whole, part, won, lost, refused].map(
        async ({ order }) => (await transfersAtStripe(order.id))[0]?.amount_reversed,
      ),
    ),
  ).toEqual([net(whole), 3000 - Math.round((3000 * part.order.feeCents) / 8000), 0, net(lost), 0]);

  for (const { order } of next) {
    await db.update(earnings).set({ dueAt: now() }).where(eq(earnings.orderId, order.id));
    await agreed(`debt paid by ${order.priceCents}`);
  }
  expect(await balancesOf(refused.order.id)).not.toHaveProperty("seller_debts");
  const { bob } = refused;
  await bob.beginSession();
  const month = new Date(now()).toISOString().slice(0, 7);
  const lines = (await bob.get(`/earnings/${month}`)).text.match(/Debt paid with other earnings/g);
  expect(lines?.length).toBeGreaterThanOrEqual(2);
  const mails = await db.select().from(outbox).where(sql`user_id = ${bob.id} and kind = 'debts_paid'`);
  const told = await Promise.all(
    mails.map(({ subjectId }) => findMoved(db, "debts_paid", bob.id, subjectId ?? "")),
  );
  const [first = 0, second = 0] = next.map(net);
  expect(first + second).toBeGreaterThan(net(refused));
  expect(told.map((one) => [one.lines, one.paidWith].map(([line]) => [line?.orderId, line?.cents]))).toEqual([
    [
      [refused.order.id, first],
      [next[0]?.order.id, first],
    ],
    [
      [refused.order.id, net(refused) - first],
      [next[1]?.order.id, net(refused) - first],
    ],
  ]);
});

test("Of twenty runs at once, one books the platform's own movements", async () => {
  await settled();
  await control("balance", { top_up: 700, bill: 30, reserve: 40, pay_out: 50 });
  await moved(db, now());
  await Promise.all(Array.from({ length: 20 }, () => readOn(deps)));
  const entries = await db.select().from(balanceTransactions).orderBy(sql`rowid desc`).limit(4);
  for (const { id, type, netCents } of entries) {
    const booked = await db.select().from(ledger).where(eq(ledger.balanceTransactionId, id));
    const account = {
      topup: "owner",
      payout: "owner",
      stripe_fee: "stripe_fees",
      reserved_funds: "reserves",
    }[type];
    expect(Object.fromEntries(booked.map((row) => [row.account, row.amountCents]))).toEqual({
      cash: netCents,
      [String(account)]: -netCents,
    });
    expect(booked).toHaveLength(2);
    expect(booked[0]).toMatchObject({
      transaction: `own:${id}`,
      orderId: null,
      registrationId: null,
      userId: null,
    });
  }
  expect(entries.map(({ netCents }) => netCents).sort()).toEqual([-30, -40, -50, 700]);
  expect(await different()).toEqual([]);
});

test("A refund that is pending waits; one that fails before it was booked is explained with its return", async () => {
  const pending = await paidAtStripe({ priceCents: 4000 }, undefined, "4000 0000 0000 7726");
  const failing = await paidAtStripe({ priceCents: 3000 }, undefined, "4000 0000 0000 7726");
  const failsLater = await paidAtStripe({ priceCents: 2000 }, undefined, "4000 0000 0000 5126");
  await settled();
  for (const { order } of [pending, failing, failsLater]) await refund(order.id, order.priceCents);
  await pass(minute);
  await sweep();
  await moved(db, now());
  await sweep();
  const waiting = (await unexplained()).map(({ netCents, mismatchId }) => [netCents, mismatchId]);
  expect(waiting.sort()).toEqual([
    [-3000, null],
    [-4000, null],
  ]);
  const { data } = await deps.stripe.refunds.list({ limit: 3 });
  await settleRefund(data.find(({ amount }) => amount === 3000)?.id ?? "", "failed");
  await pass(day);
  await settled();
  expect(await unexplained()).toEqual([]);
  expect(await different()).toEqual([]);
  const kept = await db.select().from(ledger).where(sql`account = 'adjustments'`);
  expect(kept.map(({ amountCents }) => amountCents).sort()).toEqual([-3000, 3000]);
});

test("A reversal made in the Stripe Dashboard is a mismatch; once it is in the books, the seller is owed the amount again", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  await pass(15 * day);
  await settled();
  const [transfer] = await transfersAtStripe(order.id);
  await control(`transfers/${transfer?.id}/reverse`, { amount: 1500 });
  await settled();
  const [entry] = await unexplained();
  expect(entry).toMatchObject({ category: "transfer_reversal", netCents: 1500, about: transfer?.id });
  const id = entry?.id ?? "";
  const [mismatch] = await db.select().from(mismatches).where(eq(mismatches.id, id));
  expect(mismatch).toMatchObject({ orderId: order.id, resolvedAt: null });
  expect(await different()).toHaveLength(1);

  const { ann: eve } = await operator();
  const page = await eve.get("/admin/payments");
  expect(page.text).toContain("$15.00 was taken back from a transfer outside this product");
  const form = { pick: `${id}:0`, intent: "take-in", reason: "The seller gets it again" };
  expect((await eve.submit("/admin/payments", { ...form, reason: "no" })).status).toBe(400);
  expect((await eve.submit("/admin/payments", form)).status).toBe(303);
  expect((await eve.submit("/admin/payments", form)).status).toBe(409);
  expect(await different()).toEqual([]);
  expect(await auditOf(order.id)).toEqual([["take-in", form.reason]]);
  expect((await balancesOf(order.id)).seller_payable).toBe(-1500);
  const rows = (await eve.get(`/admin/payouts/${bob.id}`)).text;
  const waiting = rows.slice(rows.indexOf("Orders waiting"), rows.indexOf("Debts"));
  expect(waiting).toContain("$15.00");
  expect(waiting).not.toContain(exactDollars(8000 - order.feeCents));
  expect((await bob.get("/earnings")).text).toContain("$15.00 of it is left to send.");
  await settled();
  expect((await transfersAtStripe(order.id)).map(({ amount }) => amount)).toEqual([
    8000 - order.feeCents,
    1500,
  ]);
  expect(await balancesOf(order.id)).not.toHaveProperty("seller_payable");
  expect(await unexplained()).toEqual([]);
});

test("A reversal of more than the books have left of a transfer is refused until Stripe has answered our own reversal", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  await pass(15 * day);
  await settled();
  const [transfer] = await transfersAtStripe(order.id);
  // Our own reversal is decided, and its answer does not come.
  const path = `/v1/transfers/${transfer?.id}`;
  const silent = () => faults(Array.from({ length: 20 }, () => ({ path, status: 500 })));
  await silent();
  await refund(order.id, 3000);
  await control(`transfers/${transfer?.id}/reverse`);
  await settled();
  const [entry] = await unexplained();
  const id = entry?.id ?? "";
  const { ann: eve } = await operator();
  const form = { pick: `${id}:0`, intent: "take-in", reason: "The seller gets it again" };
  await silent();
  const refused = await eve.submit("/admin/payments", form);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("The books have less than this left of the transfer.");
  expect(refused.html).toContain(`>${form.reason}</textarea>`);
  expect((await unexplained()).map((one) => one.id)).toEqual([id]);

  // Stripe refuses ours, since nothing is left of the transfer. Then the full amount fits.
  await faults([]);
  await settled();
  expect((await eve.submit("/admin/payments", form)).status).toBe(303);
  expect(await different()).toEqual([]);
  expect(await unexplained()).toEqual([]);
  await settled();
  const owed = 8000 - order.feeCents - (3000 - Math.round((3000 * order.feeCents) / 8000));
  expect((await transfersAtStripe(order.id)).map(({ amount }) => amount)).toEqual([
    8000 - order.feeCents,
    owed,
  ]);
  const balances = await balancesOf(order.id);
  expect(Object.keys(balances)).not.toContain("seller_debts");
  expect(Object.values(balances).reduce((sum, cents) => sum + cents, 0)).toBe(0);
});

test("A transfer made in the Stripe Dashboard is a mismatch; once it is in the books, it is the platform's cost", async () => {
  const { bob } = await paidOrder();
  const { stripeId } = await readyAccount(bob.id);
  await deps.stripe.transfers.create({ amount: 700, currency: "usd", destination: stripeId });
  await settled();
  const [entry] = await unexplained();
  const { ann: eve } = await operator();
  const form = { pick: `${entry?.id}:0`, intent: "take-in", reason: "A present for the seller" };
  expect((await eve.submit("/admin/payments", form)).status).toBe(303);
  const booked = await db
    .select()
    .from(ledger)
    .where(eq(ledger.balanceTransactionId, entry?.id ?? ""));
  expect(booked.map(({ account, amountCents }) => [account, amountCents]).sort()).toEqual([
    ["adjustments", 700],
    ["cash", -700],
  ]);
  expect(await different()).toEqual([]);
  // What belongs to no order and is not at Stripe cannot be taken in.
  await db.insert(mismatches).values({ id: "re_unknown", note: "A refund made at Stripe", at: 5 });
  expect((await eve.submit("/admin/payments", { ...form, pick: "re_unknown:0" })).status).toBe(409);
});

test.each([false, true])(
  "A payment that an operator has looked into is the platform's, with its fee; the fee was booked: %s",
  async (wasBooked) => {
    const { order, event } = await paidAtStripe({ priceCents: 8000 });
    await db.update(orders).set({ priceCents: 9000 }).where(eq(orders.id, order.id));
    await deliver(event);
    await settled();
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, order.id));
    const [entry] = await unexplained();
    expect(entry?.mismatchId).toBe(payment?.id);
    const { id = "", source, netCents = 0, feeCents = 0 } = entry ?? {};
    if (wasBooked) await processingFee(db, order, String(source), feeCents, now());
    const { ann: eve } = await operator();
    const form = { pick: `${payment?.id}:0`, intent: "look-into", reason: "The buyer wants no refund" };
    expect((await eve.submit("/admin/payments", form)).status).toBe(303);
    await pass(day);
    await settled();
    expect(await unexplained()).toEqual([]);
    expect(await different()).toEqual([]);
    const booked = await db.select().from(ledger).where(eq(ledger.balanceTransactionId, id));
    expect(booked.map(({ account, amountCents }) => [account, amountCents]).sort()).toEqual([
      ["adjustments", -8000],
      ["cash", wasBooked ? 8000 : netCents],
      ...(wasBooked ? [] : [["stripe_fees", feeCents]]),
    ]);
  },
);

/** The payment of an order is refunded in the Stripe Dashboard. @returns also the refund's id */
async function refundedAtDashboard() {
  const made = await paidOrder({ priceCents: 8000 });
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, made.order.id));
  let id = "";
  const events = await eventsDuring(async () => {
    ({ id } = await deps.stripe.refunds.create({ payment_intent: payment?.paymentIntentId ?? "" }));
  });
  await deliverAll(events);
  return { ...made, id };
}

test("A refund made in the Stripe Dashboard is taken into the books once, even after it was marked as resolved", async () => {
  const { ann, order, id } = await refundedAtDashboard();
  const { ann: eve } = await operator();
  const form = { pick: `${id}:0`, reason: "We refunded this by hand" };
  expect((await eve.submit("/admin/payments", { ...form, intent: "look-into" })).status).toBe(303);
  await settled();
  expect((await unexplained()).map(({ mismatchId }) => mismatchId)).toEqual([id]);
  const way = `/admin/payments?confirm=${id}&intent=take-in`;
  expect((await eve.get(`/admin/payments?q=${id}`)).links).toContain(way);
  expect((await eve.get(way)).text).toContain("Yes, take it into the books");
  expect((await eve.submit(way, { ...form, intent: "take-in" })).status).toBe(303);
  expect((await eve.submit(way, { ...form, intent: "take-in" })).status).toBe(409);
  expect([await unexplained(), await different()]).toEqual([[], []]);

  // A later refund of the product finds it.
  expect((await ann.submit(`/orders/${order.id}`, { intent: "cancel" })).status).toBe(303);
  await settled();
  expect([await unexplained(), await different()]).toEqual([[], []]);
  expect(await balancesOf(order.id)).toEqual({ adjustments: -8000, cash: 7738, stripe_fees: 262 });
});

test("A refund made in the Stripe Dashboard that a refund of the product has found is not taken into the books", async () => {
  const { ann, order, id } = await refundedAtDashboard();
  await settled();
  expect((await unexplained()).map(({ mismatchId }) => mismatchId)).toEqual([id]);
  // It finds the refund before the balance is read again.
  expect((await ann.submit(`/orders/${order.id}`, { intent: "cancel" })).status).toBe(303);
  await refunds.sendDue(deps, 0);
  const { ann: eve } = await operator();
  const form = { pick: `${id}:0`, intent: "take-in", reason: "We refunded this by hand" };
  expect((await eve.submit("/admin/payments", form)).status).toBe(409);
  await settled();
  expect([await unexplained(), await different()]).toEqual([[], []]);
  expect(await balancesOf(order.id)).toEqual({ cash: -262, stripe_fees: 262 });
});

test("The list is read every hour, after money moved within five minutes, and immediately if Stripe says so", async () => {
  const isRead = async () => (await balanceList.find(deps, 1)).length > 0;
  await settled();
  await settled();
  await pass(59 * minute);
  expect(await isRead()).toBe(false);
  await pass(minute);
  expect(await isRead()).toBe(true);
  await sweep();
  expect(await isRead()).toBe(false);
  await paidOrder();
  expect(await isRead()).toBe(false);
  await pass(5 * minute);
  expect(await isRead()).toBe(true);
  await sweep();
  const [event] = await eventsDuring(() => control("balance", { top_up: 100 }));
  if (!event) throw new Error("Stripe has not said that money moved");
  await deliver(event);
  expect(await isRead()).toBe(true);

  // It may also say so while the list is being read.
  const during = depsThrough(async (...request) => {
    await pass(1000);
    await moved(db, now());
    return await fetch(...request);
  });
  await readOn(during);
  expect(await isRead()).toBe(true);
  await sweep();
  expect(await isRead()).toBe(false);
});

test("The operator's page shows what is at Stripe, whom it belongs to and what the books do not explain", async () => {
  const { order } = await completedOrder({ priceCents: 8000 });
  await control("balance", { top_up: 100_000 });
  await settled();
  const { bob } = await paidOrder();
  const { stripeId } = await readyAccount(bob.id);
  await deps.stripe.transfers.create({ amount: 1234, currency: "usd", destination: stripeId });
  await settled();
  const { ann: eve } = await operator();
  const page = await eve.get("/admin/balance");
  const { available, connect_reserved: reserved = [] } = await deps.stripe.balance.retrieve();
  const totals = await db.select().from(ledgerTotals);
  const credit = (account: string) => -(totals.find((row) => row.account === account)?.cents ?? 0);
  const sellers = credit("seller_payable") + credit("transfers");
  const buyers = credit("refunds");
  for (const [name, cents] of [
    ["Available at Stripe", available[0]?.amount ?? 0],
    ["Pending at Stripe", 0],
    ["Held back by Stripe", reserved[0]?.amount ?? 0],
    ["Owed to sellers", sellers],
    ["Owed to buyers", buyers],
    ["The platform's own", (available[0]?.amount ?? 0) - sellers - buyers],
  ] as const)
    expect(page.text).toContain(`${name} ${exactDollars(cents)}`);
  expect(sellers).toBeGreaterThanOrEqual(8000 - order.feeCents);
  expect(page.text).toContain(`At least ${exactDollars(sellers + buyers)} must stay at Stripe.`);
  const [entry] = await unexplained();
  expect(page.text).toContain("−$12.34 Transfer");
  const way = `/admin/payments?q=${entry?.id}`;
  expect(page.links).toContain(way);
  expect((await eve.get(way)).links).toContain(`/admin/payments?confirm=${entry?.id}&intent=take-in`);

  // Stripe does not answer.
  await faults([{ path: "/v1/balance", method: "GET", status: 500 }]);
  const later = await eve.get("/admin/balance");
  expect(later.status).toBe(200);
  expect(later.text).toContain("Stripe isn't responding");
  expect(later.text).toContain(`Available at Stripe ${exactDollars(available[0]?.amount ?? 0)}`);
  expect((await bob.get("/admin/balance")).status).toBe(404);

  // All that is available goes to an account, and what belongs to others with it.
  const amount = available[0]?.amount ?? 0;
  await deps.stripe.transfers.create({ amount, currency: "usd", destination: stripeId });
  const short = await eve.get("/admin/balance");
  expect(short.text).toContain(`${exactDollars(sellers + buyers)} is missing at Stripe`);
});

test("Without a balance in US dollars no transfer is tried, and deployment, operator and seller are told", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  const asked = () => refusalOfPayouts(deps.stripe);
  expect(await asked()).toBeNull();
  await control("balance", { settles: "eur" });
  expect(await asked()).toContain(
    "Payouts are refused: the platform's account at Stripe has no balance in US dollars.",
  );
  await pass(15 * day);
  await settled();
  expect(await transfersAtStripe(order.id)).toEqual([]);
  expect(await transfersOf(order)).toEqual([]);
  await bob.beginSession();
  expect((await bob.get("/earnings")).text).toContain("These earnings are waiting for enough money");
  const { ann: eve } = await operator();
  const page = await eve.get("/admin/balance");
  expect(page.text).toContain("Stripe does not settle in US dollars");
  expect(page.text).toContain("docs/payouts.md#currency");
  await pass(day);
  await settled();
  await eve.beginSession({ aal: "aal2", role: "operator" });
  expect((await eve.get("/admin/health")).text).toMatch(
    /[1-9]\d* Earnings refused or without funds for a day/,
  );

  await control("balance", { settles: "usd" });
  await settled();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
  expect(await refusalOfPayouts(null)).toContain("set STRIPE_SECRET_KEY in this shell");
  await faults([{ path: "/v1/balance", status: 500 }]);
  expect(await asked()).toContain("Stripe did not say whether sellers can be paid");
});

test("The page reads at most 400 rows, however much has moved", async () => {
  await env.DB.prepare(
    `with recursive k(i) as (select 1 union all select i + 1 from k where i < 2000)
     insert into balance_transactions (id, type, category, currency, amount_cents, fee_cents, net_cents, at, available_at)
     select 'txn_many_' || i, 'adjustment', 'other_adjustment', 'usd', 1, 0, 1, (10000 + i) * 86400000, 1 from k`,
  ).run();
  const { ann: eve } = await operator();
  const { database, read } = measuredDatabase(env.DB);
  eve.send = productWith({ DB: database });
  const page = await eve.get("/admin/balance");
  expect(page.text).toContain("$0.01 Other adjustment");
  expect(read()).toBeLessThan(400);
});
