import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { balances } from "#app/ledger/ledger.server.ts";
import { find } from "#app/orders/orders.server.ts";
import * as orderTransitions from "#app/payments/apply-transition.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import { mismatches, moneyCalls, orders, webhookRejections } from "#drizzle/schema.ts";
import { deps } from "../support/clock.ts";
import { paidAtStripe, paidOrder, placeOrder } from "../support/purchase.ts";
import {
  closeDispute,
  deliver,
  deliveries,
  disputeSession,
  eventsAfter,
  type KeptEvent,
  payLater,
  settleRefund,
  settleSession,
} from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

/** What happens at Stripe meanwhile. */
async function eventsOf(happening: () => Promise<unknown>): Promise<KeptEvent[]> {
  const last = (await eventsAfter(null)).at(-1)?.id ?? null;
  await happening();
  return await eventsAfter(last);
}

/** Delivers everything at once, the last first: each event, its copy under another id, and the event again. */
async function deliverAll(events: KeptEvent[]) {
  const backwards = events.toReversed();
  const copies = backwards.map((event) => ({ ...event, id: `${event.id}_again` }));
  const answers = await Promise.all([...backwards, ...copies, ...backwards].map((event) => deliver(event)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
}

test("a bank's payment is processing, then paid, or failed once and payable again", async () => {
  const [yes, no] = [await placeOrder(), await placeOrder()];
  await deliverAll(await eventsOf(() => payLater(yes.session)));
  await deliverAll(await eventsOf(() => payLater(no.session)));
  for (const { order } of [yes, no]) {
    const { order: waiting, calls } = await tracesOf(order.id);
    expect(waiting).toMatchObject({ paymentStatus: "pending", version: 1 });
    expect(calls[0]?.open).toBe(true);
  }
  await deliverAll(await eventsOf(() => settleSession(yes.session, "succeeded")));
  await deliverAll(await eventsOf(() => settleSession(no.session, "failed")));
  const paid = await tracesOf(yes.order.id);
  expect(paid.kinds).toEqual(["placed", "paid"]);
  // 0.8 % of a bank's payment stay with Stripe.
  expect(paid.balances).toEqual({ cash: 8000 - 64, stripe_fees: 64, seller_payable: -8000 });
  const failed = await tracesOf(no.order.id);
  expect(failed.kinds).toEqual(["placed", "payment_failed"]);
  expect(failed.mails).toEqual(["payment_failed to buyer"]);
  expect(failed.order).toMatchObject({ status: "pending", paymentStatus: "failed" });
  expect(failed.calls[0]?.open).toBe(false);
  const again = await no.ann.submit(`/orders/${no.order.id}`, { intent: "pay" });
  expect(again.location).toMatch(/^http:\/\/stripe\.test\//);
});

test("a dispute that is won holds the order and lets go of it, though all its events come first and at once", async () => {
  const { order, session } = await paidAtStripe();
  let dispute = "";
  const opened = await eventsOf(async () => {
    dispute = (await disputeSession(session)).id;
  });
  await deliverAll(opened);
  const held = await tracesOf(order.id);
  expect(held.order).toMatchObject({
    paymentStatus: "paid",
    hold: "dispute",
    deadlineAt: null,
    reminderAt: null,
  });
  expect(held.balances).toEqual({
    cash: -262 - 1500,
    stripe_fees: 262 + 1500,
    seller_payable: -8000,
    disputes: 8000,
  });
  await deliverAll([...opened, ...(await eventsOf(() => closeDispute(dispute, "won")))]);
  const won = await tracesOf(order.id);
  expect(won.kinds).toEqual(["placed", "paid", "disputed", "dispute_won"]);
  expect(won.mails.slice(2)).toEqual([
    "disputed to buyer",
    "disputed to seller",
    "dispute_won to buyer",
    "dispute_won to seller",
  ]);
  expect(won.order).toMatchObject({ paymentStatus: "paid", hold: "none", stage: "ready" });
  expect(won.order.deadlineAt).not.toBeNull();
  expect(won.balances).toEqual({ cash: 8000 - 1762, stripe_fees: 1762, seller_payable: -8000 });
  expect(won.disputes).toMatchObject([{ state: "won", amountCents: 8000 }]);
});

test("a lost dispute is the refund, also where the order's credit and a refund on its way are part of it", async () => {
  const ann = await visitor.signedIn({ credit: true });
  const { order, session } = await paidOrder({}, ann);
  expect(order.creditCents).toBe(1000);
  const now = await find(db, order.id);
  if (!now) throw new Error("No order");
  // 20 dollars are to go back when the bank comes.
  await orderTransitions.refund(deps, now, 2000, ann.id, "Half of it");
  let dispute = "";
  const events = await eventsOf(async () => {
    dispute = (await disputeSession(session)).id;
  });
  await refunds.sendDue(deps, 0);
  expect((await tracesOf(order.id)).calls.find(({ kind }) => kind === "refund")?.state).toBe("failed");
  await deliverAll([...events, ...(await eventsOf(() => closeDispute(dispute, "lost")))]);
  const lost = await tracesOf(order.id);
  expect(lost.kinds).toEqual(["placed", "paid", "refund_granted", "disputed", "dispute_lost"]);
  expect(lost.order).toMatchObject({
    paymentStatus: "refunded",
    stage: "closed",
    hold: "none",
    refundedCashCents: 7000,
    refundedCreditCents: 1000,
    deadlineAt: null,
  });
  const fees = 233 + 1500;
  expect(lost.balances).toEqual({ cash: -fees, stripe_fees: fees });
  expect(lost.calls.find(({ kind }) => kind === "refund")).toMatchObject({
    state: "confirmed",
    error: `Paid by the dispute ${dispute}`,
  });
  expect(lost.mismatches).toEqual([]);
});

test("what a bank takes of an order that was refunded already waits for the operator", async () => {
  const { order, session, ann } = await paidOrder();
  const now = await find(db, order.id);
  if (!now) throw new Error("No order");
  await orderTransitions.apply(deps, now, "cancel", { actor: "buyer", user: ann.id });
  await refunds.sendDue(deps, 0);
  const { id } = await disputeSession(session);
  await deliverAll(await eventsOf(() => closeDispute(id, "lost")));
  const { order: end, mismatches: queue, sum } = await tracesOf(order.id);
  expect(end).toMatchObject({ status: "cancelled", paymentStatus: "refunded", hold: "none" });
  expect(sum).toBe(0);
  expect((await balances(db, order.id)).disputes).toBe(8000);
  expect(queue).toMatchObject([
    { id, note: "The bank took $80.00 more by its dispute than was left to go back" },
  ]);
});

test("a refund made at Stripe's own desk, and money of nobody, wait for the operator, once", async () => {
  const { order, session } = await paidOrder();
  const intent = String((await deps.stripe.checkout.sessions.retrieve(session)).payment_intent);
  let refund = "";
  const events = await eventsOf(async () => {
    refund = (await deps.stripe.refunds.create({ payment_intent: intent, amount: 1234 })).id;
  });
  expect(events.map(({ type }) => type)).toContain("charge.refunded");
  await deliverAll(events);
  expect((await tracesOf(order.id)).mismatches).toMatchObject([
    { id: refund, note: expect.stringContaining("$12.34 went back that this product did not send") },
  ]);
  const nobody = await paidAtStripe();
  await db
    .update(moneyCalls)
    .set({ id: crypto.randomUUID(), stripeId: null })
    .where(eq(moneyCalls.orderId, nobody.order.id));
  await deliverAll([nobody.event]);
  const queue = await db.select().from(mismatches).where(eq(mismatches.id, nobody.session));
  expect(queue).toMatchObject([{ orderId: null, note: expect.stringContaining("$80.00 (usd) came in") }]);
  const page = await nobody.ann.get(`/payment-success?type=service&session_id=${nobody.session}`);
  expect(page.text).toContain("We could not find this payment; see your orders");
});

test("a refund that is pending and then fails is told by events in any order", async () => {
  const { order, ann } = await paidOrder();
  const now = await find(db, order.id);
  if (!now) throw new Error("No order");
  await orderTransitions.apply(deps, now, "cancel", { actor: "buyer", user: ann.id });
  const sent = await eventsOf(() => refunds.sendDue(deps, 0));
  const refund = (await tracesOf(order.id)).calls.find(({ kind }) => kind === "refund");
  await deliverAll([...sent, ...(await eventsOf(() => settleRefund(refund?.stripeId ?? "", "failed")))]);
  const traces = await tracesOf(order.id);
  expect(traces.kinds).toEqual(["placed", "paid", "cancelled", "refunded", "refund_failed"]);
  expect(traces.order.paymentStatus).toBe("paid");
  expect(traces.balances).toEqual({ cash: 8000 - 262, stripe_fees: 262, refunds: -8000 });
  expect(traces.mismatches).toEqual([]);
});

test("an expired session is closed in our books", async () => {
  const { order, session } = await placeOrder();
  await deliverAll(await eventsOf(() => deps.stripe.checkout.sessions.expire(session)));
  expect((await tracesOf(order.id)).calls[0]?.open).toBe(false);
  expect((await find(db, order.id))?.status).toBe("pending");
});

test("what is turned away is counted by its reason, and stored nowhere", async () => {
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
  const counted = await db.select().from(webhookRejections).orderBy(webhookRejections.reason);
  expect(counted.map(({ reason, count }) => [reason, count])).toEqual([
    ["bad signature", 2],
    ["no signature", 1],
    ["stale", 1],
    ["too big", 1],
  ]);
  expect((await db.select().from(orders).where(eq(orders.id, order.id)))[0]?.paymentStatus).toBe("pending");
});
