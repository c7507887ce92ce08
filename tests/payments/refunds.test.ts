import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as orders from "#app/orders/orders.server.ts";
import { refusalToTransition } from "#app/orders/refusal-to-transition.ts";
import * as orderMoves from "#app/payments/apply-transition.server.ts";
import * as disputes from "#app/payments/disputes.server.ts";
import * as inFlight from "#app/payments/in-flight.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import { reconcile } from "#app/payments/reconciliation.server.ts";
import * as refunds from "#app/payments/refunds.server.ts";
import { moneyCalls as calls } from "#drizzle/schema.ts";
import { deps, depsThrough, hour, minute, now, pass } from "../support/clock.ts";
import { paidOrder } from "../support/purchase.ts";
import { closeDispute, deliveries, disputeSession, events, faults, settleRefund } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

async function required(id: string) {
  const order = await orders.find(db, id);
  if (!order) throw new Error("The order has vanished");
  return order;
}

/** An operator, who is nobody here, gives so many cents back. */
async function giveBack(id: string, cents: number) {
  const operator = await visitor.signedIn();
  expect(await orderMoves.refund(deps, await required(id), cents, operator.id, "A reason")).toBe(true);
}

async function move(id: string, name: "cancel" | "start", actor: "buyer" | "seller", user: string) {
  const order = await required(id);
  expect(refusalToTransition(name, order, actor, now())).toBeNull();
  expect(await orderMoves.apply(deps, order, name, { actor, user })).toBe(true);
}

const refundsOf = async (id: string) => (await tracesOf(id)).calls.filter(({ kind }) => kind === "refund");

async function refundOf(id: string) {
  const [call] = await refundsOf(id);
  if (!call) throw new Error("There is no refund");
  return call;
}

const madeFor = async (id: string) =>
  (await events("refund.created")).filter((event) => JSON.stringify(event).includes(id)).length;

test("an order that was given back in full while it was worked on keeps nobody's account open", async () => {
  const { order, ann, bob } = await paidOrder();
  const reasons = async () =>
    (await Promise.all([ann, bob].map(({ id }) => inFlight.list(db, id, now())))).map((list) =>
      list.map(({ reason }) => reason),
    );
  await move(order.id, "start", "seller", bob.id);
  await giveBack(order.id, 7999);
  await refunds.work(deps, 0);
  expect(await reasons()).toEqual([["working"], ["working"]]);
  await giveBack(order.id, 1);
  expect(await reasons()).toEqual([["returning"], ["returning"]]);
  await refunds.work(deps, 0);
  expect(await required(order.id)).toMatchObject({ status: "in progress", paymentStatus: "refunded" });
  expect(await reasons()).toEqual([[], []]);
});

test("a failed refund that was sent again and came through keeps nobody's account open", async () => {
  const { order, ann } = await paidOrder();
  await move(order.id, "cancel", "buyer", ann.id);
  await refunds.work(deps, 0);
  const { stripeId } = await refundOf(order.id);
  await refunds.confirm(deps, await settleRefund(stripeId ?? "", "failed"));
  const failed = await refundOf(order.id);
  expect(failed.state).toBe("failed");
  expect(await inFlight.list(db, ann.id, now())).toMatchObject([{ reason: "returning" }]);
  await moneyCalls.refundAgain(db, failed, now());
  await refunds.work(deps, 0);
  expect((await required(order.id)).paymentStatus).toBe("refunded");
  expect(await inFlight.list(db, ann.id, now())).toEqual([]);
});

test("what a lost dispute has paid stays paid when its refund fails late; one that comes through waits for the operator", async () => {
  const { order, session } = await paidOrder();
  await giveBack(order.id, 2000);
  const { id } = await disputeSession(session);
  await disputes.follow(deps, id);
  await closeDispute(id, "lost");
  await disputes.follow(deps, id);
  const call = await refundOf(order.id);
  expect(call).toMatchObject({ state: "confirmed", error: `Paid by the dispute ${id}` });
  const late = await aRefund({ amount: 2000, metadata: { call: call.id } });
  await refunds.confirm(deps, { ...late, id: "re_late", status: "failed" });
  expect((await refundOf(order.id)).state).toBe("confirmed");
  const before = await tracesOf(order.id);
  await refunds.confirm(deps, { ...late, id: "re_late", status: "succeeded" });
  const after = await tracesOf(order.id);
  expect(after.mismatches).toMatchObject([
    { id: "re_late", note: "$20.00 went back that was not owed any more" },
  ]);
  expect({ ...after, mismatches: [] }).toEqual(before);
});

/** What Stripe says of a refund, with changes. */
async function aRefund(changes: object) {
  const { order, ann } = await paidOrder();
  await move(order.id, "cancel", "buyer", ann.id);
  await refunds.work(deps, 0);
  return { ...(await deps.stripe.refunds.retrieve((await refundOf(order.id)).stripeId ?? "")), ...changes };
}

test("a second refund of one call is not booked: it waits for the operator, and that it fails means nothing", async () => {
  const first = await aRefund({});
  const id = first.metadata?.order ?? "";
  const before = await tracesOf(id);
  await refunds.confirm(deps, { ...first, id: "re_third", status: "failed" });
  expect(await tracesOf(id)).toEqual(before);
  await refunds.confirm(deps, { ...first, id: "re_second" });
  await refunds.confirm(deps, first);
  const after = await tracesOf(id);
  expect(after.mismatches).toMatchObject([{ id: "re_second", orderId: id }]);
  expect({ ...after, mismatches: [] }).toEqual(before);
});

test("a refund is sent by one of two at once, and looked for where its key may be forgotten", async () => {
  const { order } = await paidOrder();
  await giveBack(order.id, 2000);
  await faults([{ path: "/v1/refunds", method: "POST", status: "cut", after: true }]);
  await refunds.work(deps, 0);
  const sent = await refundOf(order.id);
  expect(sent).toMatchObject({ state: "sent", attempt: 1, stripeId: null });
  await pass(25 * hour);
  await refunds.work(deps);
  expect((await refundOf(order.id)).state).toBe("confirmed");
  expect(await madeFor(order.id)).toBe(1);
  await giveBack(order.id, 1000);
  const due = (await refundsOf(order.id))[1];
  if (!due) throw new Error("There is no second refund");
  for (const call of [due, { ...due, state: "sent" as const }]) {
    await db.update(calls).set({ state: call.state, updatedAt: call.updatedAt }).where(eq(calls.id, due.id));
    const taken = [1, 2].map(() => moneyCalls.take(db, call, call.updatedAt));
    expect((await Promise.all(taken)).toSorted()).toEqual([false, true]);
  }
});

test("who comes from outside sends what was never sent, and leaves the rest for a minute", async () => {
  const { order } = await paidOrder();
  await giveBack(order.id, 2000);
  await faults([{ path: "/v1/refunds", method: "POST", status: 500 }]);
  await refunds.work(deps, 0);
  await refunds.work(deps, 0);
  expect(await refundOf(order.id)).toMatchObject({ state: "sent", attempt: 2 });
  await pass(61_000);
  await refunds.work(deps, 0);
  expect((await refundOf(order.id)).state).toBe("confirmed");
});

test("money of another payment that goes back does not keep an order from being refunded", async () => {
  const { order, ann } = await paidOrder();
  await move(order.id, "cancel", "buyer", ann.id);
  await moneyCalls.refundDue(db, order.id, "pi_gone", 500, "return", now());
  await refunds.work(deps, 0);
  expect((await refundsOf(order.id)).map(({ state }) => state)).toEqual(["confirmed", "failed"]);
  expect((await required(order.id)).paymentStatus).toBe("refunded");
});

test("an order is refunded only when the card has its part too, though its credit came back last", async () => {
  const { order } = await paidOrder({}, await visitor.signedIn({ credit: true }));
  await giveBack(order.id, 7000);
  await giveBack(order.id, 1000);
  expect((await required(order.id)).paymentStatus).toBe("paid");
  await refunds.work(deps, 0);
  expect((await required(order.id)).paymentStatus).toBe("refunded");
});

test("refunds made at Stripe's own desk are those that an order owes, each for one of them", async () => {
  const { order, session } = await paidOrder();
  const intent = String((await deps.stripe.checkout.sessions.retrieve(session)).payment_intent);
  const made = [];
  for (let refund = 0; refund < 2; refund++)
    made.push((await deps.stripe.refunds.create({ payment_intent: intent, amount: 4000 })).id);
  for (let refund = 0; refund < 2; refund++) await giveBack(order.id, 4000);
  await refunds.work(deps, 0);
  const adopted = await refundsOf(order.id);
  expect(adopted.map(({ state }) => state)).toEqual(["confirmed", "confirmed"]);
  expect(adopted.map(({ stripeId }) => stripeId).toSorted()).toEqual(made.toSorted());
  const { order: end, balances } = await tracesOf(order.id);
  expect(end.paymentStatus).toBe("refunded");
  expect(balances).toEqual({ cash: -262, stripe_fees: 262 });
});

test("a dispute of a part closes no refund that it has not paid", async () => {
  const { order, session } = await paidOrder();
  await giveBack(order.id, 2000);
  const part = depsThrough(async (...request) => {
    const answer = await fetch(...request);
    if (!new URL(new Request(...request).url).pathname.startsWith("/v1/disputes/")) return answer;
    return Response.json(Object.assign(await answer.json<object>(), { amount: 6000 }));
  });
  const { id } = await disputeSession(session);
  await disputes.follow(part, id);
  await closeDispute(id, "lost");
  await disputes.follow(part, id);
  expect((await refundOf(order.id)).state).toBe("due");
  const { order: end, balances } = await tracesOf(order.id);
  expect(end).toMatchObject({ paymentStatus: "paid", stage: "closed", refundedCashCents: 8000 });
  expect(balances).toMatchObject({ refunds: -2000 });
  // By hand at Stripe's desk, say.
  const back = await aRefund({
    id: "re_rest",
    amount: 2000,
    metadata: { call: (await refundOf(order.id)).id },
  });
  await refunds.confirm(deps, back);
  const rest = await tracesOf(order.id);
  expect(rest.order.paymentStatus).toBe("refunded");
  expect(rest.balances.refunds).toBeUndefined();
});

test("a bank's question that becomes a dispute holds the order, though nobody tells us", async () => {
  const { order, session } = await paidOrder();
  const asking = depsThrough(async (...request) => {
    const answer = await (await fetch(...request)).text();
    return new Response(answer.replace('"needs_response"', '"warning_needs_response"'));
  });
  const { id } = await disputeSession(session);
  await disputes.follow(asking, id);
  expect((await tracesOf(order.id)).mismatches).toMatchObject([{ id }]);
  expect((await required(order.id)).hold).toBe("none");
  await pass(11 * minute);
  await reconcile(asking);
  expect((await required(order.id)).hold).toBe("none");
  await pass(11 * minute);
  await reconcile(deps);
  expect((await required(order.id)).hold).toBe("dispute");
});
