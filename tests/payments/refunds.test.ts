import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as orders from "#app/orders/orders.server.ts";
import * as disputes from "#app/payments/disputes.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as refundCalls from "#app/payments/refunds/refund-calls.server.ts";
import * as refundUpdates from "#app/payments/refunds/refund-updates.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as inFlight from "#app/payouts/in-flight.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { moneyCalls as calls } from "#drizzle/schema.ts";
import { day, deps, depsThrough, hour, now, pass } from "../support/clock.ts";
import { paidOrder, transition } from "../support/purchase.ts";
import { reconcile } from "../support/reconcile.ts";
import { closeDispute, deliveries, disputeSession, events, faults, settleRefund } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

async function required(id: string) {
  const order = await orders.find(db, id);
  if (!order) throw new Error("The order is missing");
  return order;
}

/** An operator refunds a part of an order. Any user can be the operator here. */
async function grantRefund(id: string, cents: number) {
  const operator = await visitor.signedIn();
  expect(await orderTransitions.refund(deps, await required(id), cents, operator.id, "A reason")).toBe(true);
}

const refundsOf = async (id: string) => (await tracesOf(id)).calls.filter(({ kind }) => kind === "refund");

async function refundOf(id: string) {
  const [call] = await refundsOf(id);
  if (!call) throw new Error("No refund");
  return call;
}

const countRefundsAtStripe = async (id: string) =>
  (await events("refund.created")).filter((event) => JSON.stringify(event).includes(id)).length;

test("An order that is refunded in full while the seller works on it blocks no account deletion", async () => {
  const { order, ann, bob } = await paidOrder();
  const reasons = async () =>
    (await Promise.all([ann, bob].map(({ id }) => inFlight.list(db, id, now())))).map((list) =>
      list.map(({ reason }) => reason),
    );
  await transition(order.id, "start", "seller", bob.id);
  await grantRefund(order.id, 7999);
  await refunds.sendDue(deps, 0);
  expect(await reasons()).toEqual([["working"], ["working"]]);
  await grantRefund(order.id, 1);
  expect(await reasons()).toEqual([["returning"], ["returning"]]);
  await refunds.sendDue(deps, 0);
  expect(await required(order.id)).toMatchObject({ status: "in progress", paymentStatus: "refunded" });
  expect(await reasons()).toEqual([[], []]);
});

test("A failed refund that succeeds when it is sent again blocks no account deletion", async () => {
  const { order, ann } = await paidOrder();
  await transition(order.id, "cancel", "buyer", ann.id);
  await refunds.sendDue(deps, 0);
  const { stripeId } = await refundOf(order.id);
  await refundUpdates.book(deps, await settleRefund(stripeId ?? "", "failed"));
  const failed = await refundOf(order.id);
  expect(failed.state).toBe("failed");
  expect(await inFlight.list(db, ann.id, now())).toMatchObject([{ reason: "returning" }]);
  await refundCalls.refundAgain(db, failed, now());
  await refunds.sendDue(deps, 0);
  expect((await required(order.id)).paymentStatus).toBe("refunded");
  expect(await inFlight.list(db, ann.id, now())).toEqual([]);
});

test("The amount of a lost dispute stays paid if its refund fails later; a refund that succeeds is queued for the operator", async () => {
  const { order, session } = await paidOrder();
  await grantRefund(order.id, 2000);
  const { id } = await disputeSession(session);
  await disputes.sync(deps, id);
  await closeDispute(id, "lost");
  await disputes.sync(deps, id);
  const call = await refundOf(order.id);
  expect(call).toMatchObject({ state: "confirmed", error: `Paid by the dispute ${id}` });
  const late = await refundAtStripe({ amount: 2000, metadata: { call: call.id } });
  await refundUpdates.book(deps, { ...late, id: "re_late", status: "failed" });
  expect((await refundOf(order.id)).state).toBe("confirmed");
  const before = await tracesOf(order.id);
  await refundUpdates.book(deps, { ...late, id: "re_late", status: "succeeded" });
  const after = await tracesOf(order.id);
  expect(after.mismatches).toMatchObject([
    { id: "re_late", note: "$20.00 was refunded although it was no longer owed" },
  ]);
  expect({ ...after, mismatches: [] }).toEqual(before);
});

/** A refund as Stripe reports it, with changes. */
async function refundAtStripe(changes: object) {
  const { order, ann } = await paidOrder();
  await transition(order.id, "cancel", "buyer", ann.id);
  await refunds.sendDue(deps, 0);
  return { ...(await deps.stripe.refunds.retrieve((await refundOf(order.id)).stripeId ?? "")), ...changes };
}

test("A second refund of one call is not booked: it is queued for the operator, and its failure is ignored", async () => {
  const first = await refundAtStripe({});
  const id = first.metadata?.order ?? "";
  const before = await tracesOf(id);
  await refundUpdates.book(deps, { ...first, id: "re_third", status: "failed" });
  expect(await tracesOf(id)).toEqual(before);
  await refundUpdates.book(deps, { ...first, id: "re_second" });
  await refundUpdates.book(deps, first);
  const after = await tracesOf(id);
  expect(after.mismatches).toMatchObject([{ id: "re_second", orderId: id }]);
  expect({ ...after, mismatches: [] }).toEqual(before);
});

test("Of two concurrent workers one sends a refund, and first looks for it if its key may have expired", async () => {
  const { order } = await paidOrder();
  await grantRefund(order.id, 2000);
  await faults([{ path: "/v1/refunds", method: "POST", status: "cut", after: true }]);
  await refunds.sendDue(deps, 0);
  const sent = await refundOf(order.id);
  expect(sent).toMatchObject({ state: "sent", attempt: 1, stripeId: null });
  await pass(25 * hour);
  await refunds.sendDue(deps);
  expect((await refundOf(order.id)).state).toBe("confirmed");
  expect(await countRefundsAtStripe(order.id)).toBe(1);
  await grantRefund(order.id, 1000);
  const due = (await refundsOf(order.id))[1];
  if (!due) throw new Error("No second refund");
  for (const call of [due, { ...due, state: "sent" as const }]) {
    await db.update(calls).set({ state: call.state, updatedAt: call.updatedAt }).where(eq(calls.id, due.id));
    const claims = [1, 2].map(() => moneyCalls.claim(db, call, call.updatedAt));
    expect((await Promise.all(claims)).toSorted()).toEqual([false, true]);
  }
});

test("A request sends the refunds that were never sent; the others wait for a minute", async () => {
  const { order } = await paidOrder();
  await grantRefund(order.id, 2000);
  await faults([{ path: "/v1/refunds", method: "POST", status: 500 }]);
  await refunds.sendDue(deps, 0);
  await refunds.sendDue(deps, 0);
  expect(await refundOf(order.id)).toMatchObject({ state: "sent", attempt: 2 });
  await pass(61_000);
  await refunds.sendDue(deps, 0);
  expect((await refundOf(order.id)).state).toBe("confirmed");
});

test("The refund of another payment does not prevent an order's refund", async () => {
  const { order, ann } = await paidOrder();
  await transition(order.id, "cancel", "buyer", ann.id);
  await refundCalls.refundDue(db, order, "pi_gone", 500, "return", now());
  await refunds.sendDue(deps, 0);
  expect((await refundsOf(order.id)).map(({ state }) => state)).toEqual(["confirmed", "failed"]);
  expect((await required(order.id)).paymentStatus).toBe("refunded");
});

test("An order is refunded only once the card's part is refunded, even if its credit was returned last", async () => {
  const { order } = await paidOrder({}, await visitor.signedIn({ credit: true }));
  await grantRefund(order.id, 7000);
  await grantRefund(order.id, 1000);
  expect((await required(order.id)).paymentStatus).toBe("paid");
  await refunds.sendDue(deps, 0);
  expect((await required(order.id)).paymentStatus).toBe("refunded");
});

test("Refunds made in the Stripe Dashboard settle the refunds that an order owes, one each", async () => {
  const { order, session } = await paidOrder();
  const intent = String((await deps.stripe.checkout.sessions.retrieve(session)).payment_intent);
  const created = [];
  for (let refund = 0; refund < 2; refund++)
    created.push((await deps.stripe.refunds.create({ payment_intent: intent, amount: 4000 })).id);
  for (let refund = 0; refund < 2; refund++) await grantRefund(order.id, 4000);
  await refunds.sendDue(deps, 0);
  const adopted = await refundsOf(order.id);
  expect(adopted.map(({ state }) => state)).toEqual(["confirmed", "confirmed"]);
  expect(adopted.map(({ stripeId }) => stripeId).toSorted()).toEqual(created.toSorted());
  const { order: end, balances } = await tracesOf(order.id);
  expect(end.paymentStatus).toBe("refunded");
  expect(balances).toEqual({ cash: -262, stripe_fees: 262 });
});

test("A partial dispute does not confirm a refund that it has not paid", async () => {
  const { order, session } = await paidOrder();
  await grantRefund(order.id, 2000);
  const part = depsThrough(async (...request) => {
    const answer = await fetch(...request);
    if (!new URL(new Request(...request).url).pathname.startsWith("/v1/disputes/")) return answer;
    return Response.json(Object.assign(await answer.json<object>(), { amount: 6000 }));
  });
  const { id } = await disputeSession(session);
  await disputes.sync(part, id);
  await closeDispute(id, "lost");
  await disputes.sync(part, id);
  expect((await refundOf(order.id)).state).toBe("due");
  const { order: end, balances } = await tracesOf(order.id);
  expect(end).toMatchObject({ paymentStatus: "paid", stage: "closed", refundedCashCents: 8000 });
  expect(balances).toMatchObject({ refunds: -2000 });
  // Made in the Stripe Dashboard, for example.
  const back = await refundAtStripe({
    id: "re_rest",
    amount: 2000,
    metadata: { call: (await refundOf(order.id)).id },
  });
  await refundUpdates.book(deps, back);
  const rest = await tracesOf(order.id);
  expect(rest.order.paymentStatus).toBe("refunded");
  expect(rest.balances.refunds).toBeUndefined();
});

test("An inquiry that becomes a dispute holds the order, even without an event", async () => {
  const { order, session } = await paidOrder();
  const withInquiry = depsThrough(async (...request) => {
    const answer = await (await fetch(...request)).text();
    return new Response(answer.replace('"needs_response"', '"warning_needs_response"'));
  });
  const { id } = await disputeSession(session);
  await disputes.sync(withInquiry, id);
  expect((await tracesOf(order.id)).mismatches).toMatchObject([{ id }]);
  expect((await required(order.id)).hold).toBe("none");
  await pass(hour);
  await reconcile(withInquiry);
  expect((await required(order.id)).hold).toBe("none");
  await pass(day);
  await reconcile(deps);
  expect((await required(order.id)).hold).toBe("dispute");
  // The dispute itself is shown now, so the inquiry leaves the operator's queue.
  expect((await tracesOf(order.id)).mismatches).toMatchObject([{ id, resolvedAt: expect.any(Number) }]);
});
