import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { find } from "#app/orders/orders.server.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import * as reminders from "#app/orders/reminders.server.ts";
import type { Actor, TransitionName } from "#app/orders/transitions.ts";
import * as orderMoves from "#app/payments/apply-transition.server.ts";
import * as deadlines from "#app/payments/deadlines.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import { reconcile } from "#app/payments/reconciliation.server.ts";
import * as reviews from "#app/reviews/reviews.server.ts";
import { moneyCalls, orders, webhookEvents } from "#drizzle/schema.ts";
import { day, deps, depsThrough, hour, minute, now, pass, sweep, sweepTwice } from "../support/clock.ts";
import { paidAtStripe, paidOrder, placeOrder } from "../support/purchase.ts";
import {
  closeDispute,
  deliver,
  deliveries,
  disputeSession,
  faults,
  payLater,
  payOnCardPage,
  settleSession,
} from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

const questions = [{ question: "Which colours?", type: "text" as const, required: true }];

/** Somebody moves an order, as the table allows. */
async function move(
  orderId: string,
  name: TransitionName,
  actor: Actor,
  user: string,
  comes: { note?: string; answers?: string[] } = {},
) {
  const order = await find(db, orderId);
  if (!order) throw new Error("No order");
  expect(refusalToTransition(name, order, actor, now())).toBeNull();
  expect(await orderMoves.apply(deps, order, name, { actor, user }, comes)).toBe(true);
}

/** As if an order had been placed so long ago; its card page is as open as before. */
async function age(orderId: string, ms: number) {
  const createdAt = now() - ms;
  await db
    .update(orders)
    .set({ createdAt, deadlineAt: createdAt + day })
    .where(eq(orders.id, orderId));
}

// Within the five seconds that every test has.
test("75 days of an order, every sweep twice: reminders, lateness, revisions, silence, review, a refund", async () => {
  const { order, ann, bob } = await paidOrder({ questions });
  const { id } = order;
  const until = async (days: number) => {
    const placed = await tracesOf(id);
    await pass(Math.round((placed.order.createdAt + days * day + hour - now()) / 1000) * 1000);
  };
  const at = async (days: number) => {
    await until(days);
    await sweepTwice();
  };
  const mails = async () => (await tracesOf(id)).mails;
  await at(1);
  await at(3);
  expect(await mails()).toEqual([
    "receipt to buyer",
    "new_order to seller",
    "requirements_reminder to buyer",
    "requirements_reminder to buyer",
  ]);
  await move(id, "answer", "buyer", ann.id, { answers: ["Blue"] });
  await until(12);
  await move(id, "start", "seller", bob.id);
  await at(14.1);
  await at(15.1);
  expect((await mails()).slice(4)).toEqual([
    "answered to seller",
    "started to buyer",
    "due_tomorrow to seller",
    "late to seller",
    "late to buyer",
  ]);
  await until(17);
  await move(id, "deliver", "seller", bob.id, { note: "Here is what you have ordered" });
  await at(18.1);
  await move(id, "revise", "buyer", ann.id, { note: "A little larger" });
  await until(19);
  await move(id, "deliver", "seller", bob.id, { note: "Here it is once more, larger" });
  for (const days of [20.1, 25.1, 26.1]) await at(days);
  expect(await tracesOf(id)).toMatchObject({ order: { status: "completed", stage: "closed", hold: "none" } });
  expect((await mails()).slice(9)).toEqual([
    "delivered to buyer",
    "delivery_reminder to buyer",
    "revision_requested to seller",
    "delivered to buyer",
    "delivery_reminder to buyer",
    "completes_tomorrow to buyer",
    "completed to buyer",
    "completed to seller",
    "review_wanted to buyer",
  ]);
  await at(30);
  const review = { orderId: id, buyerId: ann.id, rating: 3, comment: "Late, but good" };
  expect(await reviews.write(db, review, now())).toHaveProperty("id");
  await move(id, "request-refund", "buyer", ann.id, { note: "It was late" });
  await until(45);
  await move(id, "answer-refund", "seller", bob.id, { note: "It was good" });
  await at(60);
  const held = await find(db, id);
  expect(held?.hold).toBe("refund");
  if (held) expect(await orderMoves.refund(deps, held, 3000, bob.id, "Some of it")).toBe(true);
  await at(75);
  const end = await tracesOf(id);
  expect(end.order).toMatchObject({ status: "completed", paymentStatus: "paid", refundedCashCents: 3000 });
  expect(end.kinds.slice(-4)).toEqual(["refund_requested", "refund_answered", "refund_granted", "refunded"]);
  expect(end.seqs).toEqual(end.seqs.map((_, index) => index + 1));
  expect(end.balances).toEqual({ cash: 5000 - 262, stripe_fees: 262, seller_payable: -5000 });
  expect(end.sum).toBe(0);
});

test("an order that nobody pays for a day is cancelled once, after its card page, however many sweeps run at once", async () => {
  const { order, cardPage } = await placeOrder();
  await age(order.id, day + minute);
  await Promise.all([1, 2, 3].map(() => deadlines.act(deps)));
  await sweepTwice();
  const traces = await tracesOf(order.id);
  expect(traces.order).toMatchObject({ status: "cancelled", paymentStatus: "pending", stage: "closed" });
  expect(traces.kinds).toEqual(["placed", "cancelled"]);
  // The seller has never heard of it.
  expect(traces.mails).toEqual(["cancelled to buyer"]);
  expect(traces.notes.at(-1)).toBe("Not paid within 24 hours");
  expect(traces.calls[0]?.open).toBe(false);
  expect((await payOnCardPage(cardPage)) ?? "").not.toContain("payment-success");
});

test("a payment of the last moment wins over the cancellation, also between Stripe's two answers", async () => {
  const early = await paidAtStripe();
  const late = await placeOrder();
  for (const { order } of [early, late]) await age(order.id, day + minute);
  const inTime = depsThrough(async (...request) => {
    const { method, url } = new Request(...request);
    if (method === "POST" && url.includes(`${late.session}/expire`)) await payOnCardPage(late.cardPage);
    return await fetch(...request);
  });
  await deadlines.act(inTime);
  for (const { order } of [early, late]) {
    const traces = await tracesOf(order.id);
    expect(traces.order).toMatchObject({ status: "pending", paymentStatus: "paid" });
    expect(traces.kinds).toEqual(["placed", "paid"]);
  }
});

test("without Stripe's word no order is cancelled, and others are not held up; a lost answer is asked for first", async () => {
  const [first, second] = [await placeOrder(), await placeOrder()];
  await age(first.order.id, 2 * day);
  await age(second.order.id, day + minute);
  await db
    .update(moneyCalls)
    .set({ stripeId: null, state: "sent" })
    .where(eq(moneyCalls.orderId, second.order.id));
  await faults([{ path: `/v1/checkout/sessions/${first.session}/expire`, method: "POST", status: "cut" }]);
  await deadlines.act(deps);
  expect((await tracesOf(first.order.id)).order.status).toBe("pending");
  expect((await tracesOf(second.order.id)).order.status).toBe("cancelled");
  expect((await payOnCardPage(second.cardPage)) ?? "").not.toContain("payment-success");
  await deadlines.act(deps);
  expect((await tracesOf(first.order.id)).order.status).toBe("pending");
  await pass(11 * minute);
  await sweepTwice();
  expect((await tracesOf(first.order.id)).order.status).toBe("cancelled");
});

test("a bank that has not answered keeps the order; its yes pays, its no leaves another day", async () => {
  const [yes, no] = [await placeOrder(), await placeOrder()];
  for (const { order, cardPage } of [yes, no]) {
    await payLater(cardPage);
    await age(order.id, day + minute);
  }
  await sweepTwice();
  const page = await yes.ann.get(`/payment-success?type=service&session_id=${yes.session}`);
  expect(page.text).toContain("Still processing");
  for (const { order } of [yes, no])
    expect((await tracesOf(order.id)).order).toMatchObject({ status: "pending", paymentStatus: "pending" });
  await settleSession(yes.session, "succeeded");
  await settleSession(no.session, "failed");
  await pass(3 * day);
  await sweepTwice();
  expect((await tracesOf(yes.order.id)).order.paymentStatus).toBe("paid");
  const failed = await tracesOf(no.order.id);
  expect(failed.order).toMatchObject({ status: "pending", paymentStatus: "failed" });
  expect(failed.kinds).toEqual(["placed", "payment_failed"]);
  expect(failed.mails).toEqual(["payment_failed to buyer"]);
  await no.ann.beginSession();
  const again = await no.ann.submit(`/orders/${no.order.id}`, { intent: "pay" });
  expect(again.location).toMatch(/^http:\/\/stripe\.test\//);
  await pass(day + hour);
  await sweepTwice();
  expect((await tracesOf(no.order.id)).kinds).toEqual(["placed", "payment_failed", "cancelled"]);
});

test("what nobody starts for 14 days is cancelled and refunded, without the reminders of a clock that has jumped", async () => {
  const { order } = await paidOrder({ questions });
  await pass(30 * day);
  await sweepTwice();
  const traces = await tracesOf(order.id);
  expect(traces.order).toMatchObject({ status: "cancelled", paymentStatus: "refunded" });
  expect(traces.kinds).toEqual(["placed", "paid", "cancelled", "refunded"]);
  expect(traces.notes[2]).toBe("Not started within 14 days");
  expect(traces.mails.slice(2)).toEqual(["cancelled to buyer", "cancelled to seller", "refunded to buyer"]);
  expect(traces.balances).toEqual({ cash: -262, stripe_fees: 262 });
});

test("a reminder is written once by five sweeps at once, and only the last of several that were missed", async () => {
  const { order } = await paidOrder({ questions });
  await pass(5 * day);
  const written = await Promise.all([1, 2, 3, 4, 5].map(() => reminders.write(deps)));
  expect(written.reduce((all, one) => all + one)).toBe(1);
  await sweepTwice();
  const traces = await tracesOf(order.id);
  expect(traces.mails.slice(2)).toEqual(["requirements_reminder to buyer"]);
  expect(traces.order.reminderAt).toBeNull();
});

test("nobody is reminded of what they did in that moment", async () => {
  const { order, ann } = await paidOrder({ questions });
  await pass(2 * day);
  const batch: typeof db.batch = async (statements) => {
    await move(order.id, "answer", "buyer", ann.id, { answers: ["Blue"] });
    return await db.batch(statements);
  };
  const busy = Object.assign(Object.create(db), { batch });
  expect(await reminders.write({ ...deps, db: busy })).toBe(0);
  expect((await tracesOf(order.id)).mails.slice(2)).toEqual(["answered to seller"]);
});

test("with the webhook off for an hour every payment, refund and dispute is found, also where our own notes are lost", async () => {
  const [lost, cancelled, won, taken] = [
    await paidAtStripe(),
    await paidOrder(),
    await paidAtStripe(),
    await paidAtStripe(),
  ];
  // Our row knows neither the session nor that it may be paid.
  await db
    .update(moneyCalls)
    .set({ stripeId: null, open: false })
    .where(eq(moneyCalls.orderId, lost.order.id));
  await move(cancelled.order.id, "cancel", "buyer", cancelled.ann.id);
  const dispute = await disputeSession(won.session);
  await disputeSession(taken.session);
  const intent = (await deps.stripe.checkout.sessions.retrieve(lost.session)).payment_intent;
  const elsewhere = await deps.stripe.refunds.create({ payment_intent: String(intent), amount: 500 });
  await pass(hour);
  await sweepTwice();
  expect((await tracesOf(lost.order.id)).order.paymentStatus).toBe("paid");
  expect((await tracesOf(lost.order.id)).mismatches).toMatchObject([{ id: elsewhere.id }]);
  expect((await tracesOf(cancelled.order.id)).order.paymentStatus).toBe("refunded");
  for (const { order } of [won, taken])
    expect((await tracesOf(order.id)).order).toMatchObject({ paymentStatus: "paid", hold: "dispute" });
  // Weeks later the bank decides, and again nobody tells us.
  await pass(40 * day);
  await closeDispute(dispute.id, "won");
  await sweepTwice();
  expect((await tracesOf(won.order.id)).order.hold).not.toBe("dispute");
  expect((await tracesOf(taken.order.id)).order.hold).toBe("dispute");
});

test("a look at Stripe where nothing has happened is three calls, every ten minutes", async () => {
  await pass(2 * day);
  await sweep();
  const calls: string[] = [];
  const counted = depsThrough(async (...request) => {
    calls.push(new URL(new Request(...request).url).pathname);
    return await fetch(...request);
  });
  expect(await reconcile(counted)).toBe(0);
  expect(calls).toEqual([]);
  await pass(11 * minute);
  expect(await reconcile(counted)).toBe(0);
  expect(calls).toEqual(["/v1/checkout/sessions", "/v1/refunds", "/v1/disputes"]);
});

test("a list longer than one look reads is gone on with by the next ones, to its end", async () => {
  await pass(11 * minute);
  const newest = Math.floor(now() / 1000);
  const refunds = Array.from({ length: 450 }, (_, n) => ({
    id: `re_of_nobody_${n}`,
    status: "canceled",
    created: newest - n,
  }));
  const looking = depsThrough(async (...request) => {
    const { pathname, searchParams } = new URL(new Request(...request).url);
    if (pathname !== "/v1/refunds") return await fetch(...request);
    const last = searchParams.get("starting_after");
    const until = Number(searchParams.get("created[lte]") ?? newest);
    const after = refunds.slice(refunds.findIndex(({ id }) => id === last) + 1);
    const data = after.filter(({ created }) => created <= until);
    return Response.json({
      object: "list",
      data: data.slice(0, 100),
      has_more: data.length > 100,
      url: pathname,
    });
  });
  const looked = [];
  for (let looks = 0; looks < 4; looks++) looked.push(await reconcile(looking));
  expect(looked).toEqual([200, 200, 50, 0]);
});

test("what Stripe keeps of a payment is booked once, though it says so only later", async () => {
  const [told, found] = [await paidAtStripe(), await paidAtStripe()];
  const early = depsThrough(async (...request) => {
    const answer = await fetch(...request);
    const session: { payment_intent: { latest_charge: object } } = await answer.json();
    Object.assign(session.payment_intent.latest_charge, { balance_transaction: null });
    return Response.json(session);
  });
  for (const { order, session } of [told, found]) {
    await fulfil(early, session);
    expect((await tracesOf(order.id)).balances).toEqual({ cash: 8000, seller_payable: -8000 });
  }
  const intent = (await tracesOf(told.order.id)).payments[0]?.paymentIntentId;
  const updated = { object: "event", type: "charge.updated", data: { object: { payment_intent: intent } } };
  await Promise.all(["evt_fee_1", "evt_fee_2"].map((id) => deliver({ id, ...updated })));
  expect((await tracesOf(told.order.id)).balances).toMatchObject({ stripe_fees: 262 });
  await pass(11 * minute);
  await sweepTwice();
  for (const { order } of [told, found])
    expect((await tracesOf(order.id)).balances).toEqual({
      cash: 8000 - 262,
      stripe_fees: 262,
      seller_payable: -8000,
    });
});

test("an event that could not be worked on is tried again, later each time", async () => {
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
  // What Stripe knows of the payer stays there.
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
