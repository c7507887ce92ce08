import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fulfil } from "#app/payments/fulfil.server.ts";
import { moneyCalls } from "#drizzle/schema.ts";
import { day, deps, depsThrough, hour, minute, now, pass, sweep, sweepTwice } from "../support/clock.ts";
import { paidAtStripe, paidOrder, transition } from "../support/purchase.ts";
import { reconcile } from "../support/reconcile.ts";
import { closeDispute, deliver, deliveries, disputeSession } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

test("Without the webhook for an hour, every payment, refund and dispute is found, even if our own row is incomplete", async () => {
  const [lost, cancelled, won, taken] = [
    await paidAtStripe(),
    await paidOrder(),
    await paidAtStripe(),
    await paidAtStripe(),
  ];
  // Our row has no session id, and says that the session is closed.
  await db
    .update(moneyCalls)
    .set({ stripeId: null, open: false })
    .where(eq(moneyCalls.orderId, lost.order.id));
  await transition(cancelled.order.id, "cancel", "buyer", cancelled.ann.id);
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
  // Weeks later the bank decides, again without an event.
  await pass(40 * day);
  await closeDispute(dispute.id, "won");
  await sweepTwice();
  expect((await tracesOf(won.order.id)).order.hold).not.toBe("dispute");
  expect((await tracesOf(taken.order.id)).order.hold).toBe("dispute");
});

test("Reconciliation with nothing new makes one call to Stripe every ten minutes, and three more once a day", async () => {
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
  expect(calls.splice(0)).toEqual(["/v1/events"]);
  await pass(day);
  expect(await reconcile(counted)).toBe(0);
  expect(calls).toEqual(["/v1/events", "/v1/checkout/sessions", "/v1/refunds", "/v1/disputes"]);
});

test("A list that is too long for one run is continued by the next runs to its end", async () => {
  await pass(day);
  const newest = Math.floor(now() / 1000);
  const refunds = Array.from({ length: 450 }, (_, n) => ({
    id: `re_unknown_${n}`,
    status: "canceled",
    created: newest - n,
  }));
  const stripeWithLongList = depsThrough(async (...request) => {
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
  const repaired = [];
  for (let runs = 0; runs < 4; runs++) repaired.push(await reconcile(stripeWithLongList));
  expect(repaired).toEqual([200, 200, 50, 0]);
});

test("Stripe's fee is booked once, even if Stripe reports it later", async () => {
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
  const updated = {
    object: "event",
    type: "charge.updated",
    data: { object: { id: "ch_1", payment_intent: intent } },
  };
  await Promise.all(["evt_fee_1", "evt_fee_2"].map((id) => deliver({ id, ...updated })));
  expect((await tracesOf(told.order.id)).balances).toMatchObject({ stripe_fees: 262 });
  await pass(day);
  await sweepTwice();
  for (const { order } of [told, found])
    expect((await tracesOf(order.id)).balances).toEqual({
      cash: 8000 - 262,
      stripe_fees: 262,
      seller_payable: -8000,
    });
});
