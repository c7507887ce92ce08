import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import * as orders from "#app/orders/orders.server.ts";
import { clearDays, clearsAt } from "#app/payouts/clearing.ts";
import * as earnings from "#app/payouts/earnings.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import * as automatic from "#app/transitions/automatic-transitions.server.ts";
import * as schema from "#drizzle/schema.ts";
import { measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { manyOrders, manyTransfers } from "../support/busy-seller.ts";
import { day, deps, now, pass } from "../support/clock.ts";
import { orderRow } from "../support/orders.ts";
import { completedOrder, readyAccount } from "../support/payouts.ts";
import { paidOrder, transition } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

async function required(id: string) {
  const order = await orders.find(db, id);
  if (!order) throw new Error("The order is missing");
  return order;
}

async function earningOf(id: string) {
  const [row] = await db.select().from(schema.earnings).where(eq(schema.earnings.orderId, id));
  if (!row) throw new Error("The order has no earnings");
  return row;
}

/** When the pure rule says that an order clears. */
async function ruled(id: string, more: { wasTopRated?: boolean; heldUntil?: number } = {}, days = clearDays) {
  const order = await required(id);
  const { completedAt } = order;
  if (completedAt === null) throw new Error("The order is not completed");
  return clearsAt({ wasTopRated: false, heldUntil: null, ...more, ...order, completedAt }, days);
}

async function deliveredOrder(...options: Parameters<typeof paidOrder>) {
  const made = await paidOrder(...options);
  await transition(made.order.id, "start", "seller", made.bob.id);
  await transition(made.order.id, "deliver", "seller", made.bob.id, { note: "Here it is" });
  return made;
}

const set = (key: keyof typeof clearDays, value: string) => db.insert(schema.settings).values({ key, value });

test("Each completion writes one row, which clears when the rule says: by the buyer, an operator and the clock", async () => {
  const [byBuyer, byOperator, byClock] = [
    await deliveredOrder(),
    await deliveredOrder(),
    await deliveredOrder(),
  ];
  expect(await db.select().from(schema.earnings)).toEqual([]);
  await pass(2 * day);
  await transition(byBuyer.order.id, "complete", "buyer", byBuyer.ann.id);
  await transition(byOperator.order.id, "complete", "operator", byOperator.ann.id, { note: "They agree" });
  await pass(6 * day);
  await automatic.applyDue(deps);
  for (const { order, bob } of [byBuyer, byOperator, byClock]) {
    const { completedAt } = await required(order.id);
    const at = await ruled(order.id);
    expect(await earningOf(order.id)).toEqual({
      orderId: order.id,
      sellerId: bob.id,
      completedAt,
      clearsAt: at,
      dueAt: at,
      refusal: null,
      clearedAt: null,
      owedSince: null,
    });
  }
  expect(await db.select().from(schema.earnings)).toHaveLength(3);
});

test("Level and settings count as they were at the completion", async () => {
  const complete = async (level: string | null) => {
    const { order, ann, bob } = await deliveredOrder();
    await db.update(schema.orders).set({ refundDays: 7 }).where(eq(schema.orders.id, order.id));
    await db.update(schema.profiles).set({ sellerLevel: level }).where(eq(schema.profiles.id, bob.id));
    await pass(5 * day);
    await transition(order.id, "complete", "buyer", ann.id);
    await db.update(schema.profiles).set({ sellerLevel: "Top Rated" }).where(eq(schema.profiles.id, bob.id));
    const { completedAt, clearsAt } = await earningOf(order.id);
    return { id: order.id, days: (clearsAt - completedAt) / day };
  };
  const usual = await complete("Level 2");
  expect([usual.days, await ruled(usual.id)]).toEqual([14, (await earningOf(usual.id)).clearsAt]);
  expect((await complete(null)).days).toBe(14);
  const top = await complete("Top Rated");
  expect(top.days).toBe(7);
  expect((await earningOf(top.id)).clearsAt).toBe(await ruled(top.id, { wasTopRated: true }));
  await set("clear_days", "21");
  await set("clear_days_top_rated", "3");
  expect([(await complete("Level 2")).days, (await complete("Top Rated")).days]).toEqual([21, 3]);
  expect((await earningOf(usual.id)).clearsAt).toBe(await ruled(usual.id));
  await db.delete(schema.settings).where(eq(schema.settings.key, "clear_days"));
  await db.delete(schema.settings).where(eq(schema.settings.key, "clear_days_top_rated"));
});

test("The end of a hold moves the time to that moment, if it is later; what is not due stays so", async () => {
  const { order, ann, bob } = await deliveredOrder();
  await transition(order.id, "complete", "buyer", ann.id);
  const first = await earningOf(order.id);
  const ask = () => transition(order.id, "request-refund", "buyer", ann.id, { note: "It is not right" });
  await ask();
  await pass(2 * day);
  await transition(order.id, "withdraw-refund", "buyer", ann.id);
  expect(await earningOf(order.id)).toEqual(first);
  await ask();
  await transition(order.id, "answer-refund", "seller", bob.id, { note: "It is as agreed" });
  await pass(20 * day);
  const at = now();
  await transition(order.id, "decline-refund", "operator", ann.id, { note: "It is as agreed" });
  const moved = await earningOf(order.id);
  expect(moved.clearsAt).toBeGreaterThanOrEqual(at);
  expect(moved).toEqual({ ...first, clearsAt: moved.clearsAt, dueAt: moved.clearsAt });
  const heldUntil = (await required(order.id)).updatedAt;
  expect(moved.clearsAt).toBe(await ruled(order.id, { heldUntil }));
  // A dispute comes and goes after everything was transferred.
  await db.update(schema.earnings).set({ dueAt: null }).where(eq(schema.earnings.orderId, order.id));
  await db.update(schema.orders).set({ hold: "dispute" }).where(eq(schema.orders.id, order.id));
  const updatedAt = moved.clearsAt + day;
  await db.update(schema.orders).set({ hold: "none", updatedAt }).where(eq(schema.orders.id, order.id));
  expect(await earningOf(order.id)).toEqual({
    ...moved,
    clearsAt: updatedAt,
    dueAt: null,
    clearedAt: moved.clearsAt,
  });
});

test("A completion that ends a hold, and an order that is inserted completed, also have their row", async () => {
  const { order, ann, bob } = await deliveredOrder();
  await transition(order.id, "request-cancel", "seller", bob.id, { note: "I am ill" });
  await transition(order.id, "complete", "buyer", ann.id);
  expect((await earningOf(order.id)).clearsAt).toBe(await ruled(order.id));
  const completedAt = now() - 3 * day;
  const row = await orderRow(db, {
    status: "completed",
    stage: "closed",
    completedAt,
    firstDeliveredAt: completedAt - day,
  });
  expect((await earningOf(row.id)).clearsAt).toBe(await ruled(row.id));
});

test("A completion reads and writes a bounded number of rows, of which its earnings are 3 and 5", async () => {
  const complete = async ({ order, ann }: Awaited<ReturnType<typeof deliveredOrder>>) => {
    const { database, read, written } = measuredDatabase(env.DB);
    const [session] = await db.select().from(schema.sessions).where(eq(schema.sessions.userId, ann.id));
    const by = { actor: "buyer", user: { id: ann.id, sessionId: session?.id ?? "" } } as const;
    const measured = { db: drizzle(database, { schema }), clock: deps.clock };
    expect(await orderTransitions.apply(measured, await required(order.id), "complete", by)).toBe(true);
    return { read: read(), written: written() };
  };
  // A seller's first one also begins their totals, day and month.
  const made = await deliveredOrder();
  const first = await complete(made);
  const second = await complete(await deliveredOrder({ sellerId: made.bob.id }));
  expect([first.read <= 22, first.written <= 32, first]).toEqual([true, true, first]);
  expect([second.read <= 22, second.written <= 30, second]).toEqual([true, true, second]);
});

test("Earnings that an operator is looking into count as clearing, whatever their time, and have no date", async () => {
  const { order, ann, bob } = await deliveredOrder();
  await transition(order.id, "complete", "buyer", ann.id);
  const sums = () => earnings.find(db, bob.id, now());
  const { clearsAt } = await earningOf(order.id);
  expect(await sums()).toMatchObject({ clearingCents: 8000, soonest: [{ clearsAt, cents: 8000 }] });
  await pass(15 * day);
  expect(await sums()).toMatchObject({ clearingCents: 0, waitingCents: 8000, soonest: [] });
  await db.insert(schema.mismatches).values({ id: "re_x", orderId: order.id, note: "It differs", at: 1 });
  expect(await sums()).toMatchObject({ clearingCents: 8000, waitingCents: 0, soonest: [] });
  await db.update(schema.mismatches).set({ resolvedAt: 2 });
  expect(await sums()).toMatchObject({ clearingCents: 0, waitingCents: 8000 });
});

test("The page reads at most 250 rows, with 10,000 orders that were sent and are in payouts to the bank", async () => {
  const { order, bob } = await completedOrder();
  const account = await readyAccount(bob.id);
  await manyOrders(order);
  await manyTransfers(bob.id, account.id);
  const { database, read } = measuredDatabase(env.DB);
  bob.send = productWith({ DB: database });
  const page = await bob.get(`/earnings?before=${order.id}`);
  expect(page.text.match(/In your bank on .+?, in a payout of \$640\.00\./g)).toHaveLength(50);
  expect(read()).toBeLessThanOrEqual(235);
});
