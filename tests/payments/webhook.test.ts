import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test, vi } from "vitest";
import { find } from "#app/orders/orders.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { readEvent } from "#app/payments/stripe-event.ts";
import * as webhooks from "#app/payments/webhook-events.server.ts";
import { onAccountEvent } from "#app/payouts/account-work.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import {
  mismatches,
  moneyCalls,
  orderEvents,
  orders,
  webhookEvents,
  webhookRejections,
} from "#drizzle/schema.ts";
import { createExecutionContext } from "#tests/support/runtime.ts";
import worker from "#workers/local/app.ts";
import { faultyDatabase } from "../support/bindings/faulty.ts";
import { day, deps, now, pass, sweep } from "../support/clock.ts";
import { paidAtStripe, paidOrder, placeOrder, transition } from "../support/purchase.ts";
import {
  deliver,
  deliverAll,
  deliveries,
  eventsDuring,
  faults,
  payLater,
  settleRefund,
  settleSession,
} from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

test("Sixty deliveries without a signature cause one write, and the rest is written later", async () => {
  const writes: string[] = [];
  const DB = faultyDatabase(env.DB, (sql) => {
    if (sql.includes("webhook_rejections")) writes.push(sql);
    return false;
  });
  const stranger = visitor.signedOut();
  // Not waiting for the later write, as `productWith` would.
  stranger.send = async (request) =>
    await worker.fetch(
      request as Request<unknown, IncomingRequestCfProperties>,
      { ...env, DB },
      createExecutionContext(),
    );
  const answers = [];
  for (let i = 0; i < 60; i++)
    answers.push((await stranger.submit("/webhooks/stripe", { id: "evt_1" })).status);
  expect(new Set(answers)).toEqual(new Set([400]));
  expect(writes.length).toBe(1);
});

test("A forged or stale signature is refused with 400 and has no effect", async () => {
  const { order, event } = await paidAtStripe();
  const forged = await deliver(event, { secret: "whsec_wrong" });
  const stale = await deliver(event, { at: Math.floor(Date.now() / 1000) - 3600 });
  const none = await visitor
    .signedOut()
    .fetch("/webhooks/stripe", { method: "POST", body: JSON.stringify(event) });
  expect([forged.status, stale.status, none.status]).toEqual([400, 400, 400]);
  expect(await db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id))).toEqual([]);
  expect((await tracesOf(order.id)).order.paymentStatus).toBe("pending");
});

test("An unknown event type is stored and answered with 200", async () => {
  const event = {
    id: "evt_of_no_interest",
    object: "event",
    type: "customer.created",
    data: { object: { id: "cus_1" } },
  };
  expect((await deliver(event)).status).toBe(200);
  const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id));
  expect(row?.processedAt).toBeTruthy();
});

test("Rejected deliveries are not stored, and their reasons are counted by the hour", async () => {
  const { event, order } = await paidAtStripe();
  const post = (body: string, headers: Record<string, string> = {}) =>
    visitor.signedOut().fetch("/webhooks/stripe", { method: "POST", body, headers });
  const big = "x".repeat(1024 * 1024 + 1);
  const answers = [
    await deliver(event, { secret: "whsec_wrong" }),
    await deliver(event, { secret: "whsec_other" }),
    await deliver(event, { at: Math.floor(Date.now() / 1000) - 3600 }),
    await post(JSON.stringify(event)),
    await post(big, { "Stripe-Signature": "t=1,v1=2" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 413]);
  await db.delete(webhookRejections);
  const at = now();
  await webhooks.countRejections(db, new Map([["bad signature", 2]]), at);
  const more = new Map([["bad signature", 1] as const, ["stale", 4] as const]);
  await webhooks.countRejections(db, more, at);
  const counted = await db.select().from(webhookRejections).orderBy(webhookRejections.reason);
  expect(counted.map(({ reason, count }) => [reason, count])).toEqual([
    ["bad signature", 3],
    ["stale", 4],
  ]);
  expect((await db.select().from(orders).where(eq(orders.id, order.id)))[0]?.paymentStatus).toBe("pending");
});

test("A correctly signed body that is not an event is refused with 400 and counted, and stores nothing", async () => {
  const logged = vi.spyOn(console, "log");
  const before = await db.select().from(webhookEvents);
  const object = { id: "cs_test_1" };
  const type = "checkout.session.completed";
  const bodies = [
    [],
    null,
    1,
    "text",
    {},
    { id: "evt_bad_1", type },
    { id: "evt_bad_2", type, data: null },
    { id: "evt_bad_3", type, data: {} },
    { id: "evt_bad_4", type, data: { object: [] } },
    { id: "evt_bad_5", type, data: { object: { id: {} } } },
    { id: "evt_bad_6", type, data: { object: { ...object, payment_intent: [1] } } },
    { id: {}, type, data: { object } },
    { id: "", type, data: { object } },
    { id: "x".repeat(300), type, data: { object } },
    { id: "evt_bad_7", type: 7, data: { object } },
  ];
  const statuses = [];
  for (const body of bodies) statuses.push((await deliver(body)).status);
  expect(statuses).toEqual(bodies.map(() => 400));
  const counted = logged.mock.calls.filter(([line]) => /webhook rejected.*"reason":"unreadable"/.test(line));
  expect(counted).toHaveLength(bodies.length);
  logged.mockRestore();
  expect(await db.select().from(webhookEvents)).toEqual(before);
});

test("An event that failed is retried, after a longer pause each time", async () => {
  const { order, session, event } = await paidAtStripe();
  const row = async () => (await db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id)))[0];
  const fault = { path: `/v1/checkout/sessions/${session}`, status: 500 };
  await faults([fault, fault, fault]);
  expect((await deliver(event)).status).toBe(200);
  expect(await row()).toMatchObject({
    processedAt: null,
    attempts: 1,
    error: expect.stringContaining("Error"),
  });
  // The payer's data stays at Stripe.
  expect(JSON.stringify(event)).toContain("buyer@example.test");
  expect(JSON.parse((await row())?.payload ?? "")).toEqual({
    id: event.id,
    type: event.type,
    data: { object: { id: session, payment_intent: expect.stringContaining("pi_") } },
  });
  await db
    .update(moneyCalls)
    .set({ updatedAt: now() + day })
    .where(eq(moneyCalls.orderId, order.id));
  await sweep();
  expect((await row())?.attempts).toBe(1);
  await pass(61_000);
  await sweep();
  expect((await row())?.attempts).toBe(2);
  await pass(61_000);
  await sweep();
  expect((await row())?.attempts).toBe(2);
  await faults([]);
  await pass(61_000);
  await sweep();
  expect(await row()).toMatchObject({ attempts: 3, error: null, payload: "" });
  expect((await tracesOf(order.id)).order.paymentStatus).toBe("paid");
});

test("A bank payment is processing, then paid, or fails once and can be paid again", async () => {
  const [yes, no] = [await placeOrder(), await placeOrder()];
  await deliverAll(await eventsDuring(() => payLater(yes.session)));
  await deliverAll(await eventsDuring(() => payLater(no.session)));
  for (const { order } of [yes, no]) {
    const { order: waiting, calls } = await tracesOf(order.id);
    expect(waiting).toMatchObject({ paymentStatus: "pending", version: 1 });
    expect(calls[0]?.open).toBe(true);
  }
  await deliverAll(await eventsDuring(() => settleSession(yes.session, "succeeded")));
  await deliverAll(await eventsDuring(() => settleSession(no.session, "failed")));
  const paid = await tracesOf(yes.order.id);
  expect(paid.kinds).toEqual(["placed", "paid"]);
  // Stripe's fee for a bank payment: 0.8 %.
  expect(paid.balances).toEqual({ cash: 8000 - 64, stripe_fees: 64, seller_payable: -8000 });
  const failed = await tracesOf(no.order.id);
  expect(failed.kinds).toEqual(["placed", "payment_failed"]);
  expect(failed.mails).toEqual(["payment_failed to buyer"]);
  expect(failed.order).toMatchObject({ status: "pending", paymentStatus: "failed" });
  expect(failed.calls[0]?.open).toBe(false);
  const again = await no.ann.submit(`/orders/${no.order.id}`, { intent: "pay" });
  expect(again.location).toMatch(/^http:\/\/stripe\.test\//);
});

test("A refund made in the Stripe Dashboard, and a payment that matches no order, are queued for the operator once", async () => {
  const { order, session } = await paidOrder();
  const intent = String((await deps.stripe.checkout.sessions.retrieve(session)).payment_intent);
  let refund = "";
  const events = await eventsDuring(async () => {
    refund = (await deps.stripe.refunds.create({ payment_intent: intent, amount: 1234 })).id;
  });
  expect(events.map(({ type }) => type)).toContain("charge.refunded");
  await deliverAll(events);
  expect((await tracesOf(order.id)).mismatches).toMatchObject([
    { id: refund, note: expect.stringContaining("$12.34 was refunded outside this product") },
  ]);
  const unknown = await paidAtStripe();
  await db
    .update(moneyCalls)
    .set({ id: crypto.randomUUID(), stripeId: null })
    .where(eq(moneyCalls.orderId, unknown.order.id));
  await deliverAll([unknown.event]);
  const queue = await db.select().from(mismatches).where(eq(mismatches.id, unknown.session));
  expect(queue).toMatchObject([{ orderId: null, note: expect.stringContaining("$80.00 (usd) was paid") }]);
  const page = await unknown.ann.get(`/payment-success?type=service&session_id=${unknown.session}`);
  expect(page.text).toContain("We could not find this payment; see your orders");
});

test("The events of a refund that succeeds and then fails may arrive in any order", async () => {
  const { order, ann } = await paidOrder();
  const paid = await find(db, order.id);
  if (!paid) throw new Error("No order");
  await orderTransitions.apply(deps, paid, "cancel", { actor: "buyer", user: ann.id });
  const sent = await eventsDuring(() => refunds.sendDue(deps, 0));
  const refund = (await tracesOf(order.id)).calls.find(({ kind }) => kind === "refund");
  await deliverAll([...sent, ...(await eventsDuring(() => settleRefund(refund?.stripeId ?? "", "failed")))]);
  const traces = await tracesOf(order.id);
  expect(traces.kinds).toEqual(["placed", "paid", "cancelled", "refunded", "refund_failed"]);
  expect(traces.order.paymentStatus).toBe("paid");
  expect(traces.balances).toEqual({ cash: 8000 - 262, stripe_fees: 262, refunds: -8000 });
  expect(traces.mismatches).toEqual([]);
});

/** Capabilities whose database lets another write to an order come first, before each write of ours. */
function alwaysTooLate(orderId: string) {
  const other = async () => {
    const order = await find(db, orderId);
    if (!order) throw new Error("No order");
    const event = { orderId, seq: order.version + 1, kind: "answered", actorId: order.buyerId, at: now() };
    await db.batch([
      db.insert(orderEvents).values(event),
      db
        .update(orders)
        .set({ version: order.version + 1 })
        .where(eq(orders.id, orderId)),
    ]);
  };
  const database = faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "order_events"') && other());
  return { ...deps, db: drizzle(database) };
}

test("An event whose writes are always too late fails and is retried, even for a refund", async () => {
  const { order, ann } = await paidOrder();
  await transition(order.id, "cancel", "buyer", ann.id);
  await refunds.sendDue(alwaysTooLate(order.id), 0);
  const refund = async () => (await tracesOf(order.id)).calls.find(({ kind }) => kind === "refund");
  expect(await refund()).toMatchObject({
    state: "sent",
    error: expect.stringContaining("kept changing while"),
  });
  await pass(11 * 60_000);
  await refunds.sendDue(deps);
  expect((await refund())?.state).toBe("confirmed");
  const id = (await refund())?.stripeId ?? "";
  const failed = await eventsDuring(() => settleRefund(id, "failed"));
  for (const event of failed) {
    const read = readEvent(event);
    if (!read) throw new Error("No event");
    await webhooks.store(db, read, now());
    await expect(webhooks.processEvent(alwaysTooLate(order.id), event.id, onAccountEvent)).rejects.toThrow(
      "kept changing while",
    );
    const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id));
    expect(row?.processedAt).toBeNull();
  }
  await pass(2 * 60_000);
  await sweep();
  expect((await tracesOf(order.id)).kinds.at(-1)).toBe("refund_failed");
});

test("The event of an expired session closes its call", async () => {
  const { order, session } = await placeOrder();
  await deliverAll(await eventsDuring(() => deps.stripe.checkout.sessions.expire(session)));
  expect((await tracesOf(order.id)).calls[0]?.open).toBe(false);
  expect((await find(db, order.id))?.status).toBe("pending");
});
