import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as orders from "#app/orders/orders.server.ts";
import * as refundUpdates from "#app/payments/refunds/refund-updates.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { moneyCalls } from "#drizzle/schema.ts";
import { deps, depsThrough, minute, pass, sweep } from "../support/clock.ts";
import { paidAtStripe, paidOrder, placeOrder, transition } from "../support/purchase.ts";
import { deliver, deliveries, events, payOnCardPage } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

const respond = (status: number, error: object) => async () => Response.json({ error }, { status });

const sumOf = (rows: { amountCents: number }[]) => rows.reduce((cents, row) => cents + row.amountCents, 0);

test("A cancelled unpaid order can no longer be paid on its Checkout page", async () => {
  const { ann, order, cardPage } = await placeOrder();
  await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
  await expect.poll(async () => (await tracesOf(order.id)).calls[0]?.open).toBe(false);
  expect((await payOnCardPage(cardPage)) ?? "").not.toContain("payment-success");
  expect((await tracesOf(order.id)).order).toMatchObject({ status: "cancelled", paymentStatus: "pending" });
});

test("A cancelled paid order is refunded in full, and only Stripe's fee stays in the ledger", async () => {
  const { ann, order } = await paidOrder();
  const page = await ann.submitAndFollow(`/orders/${order.id}`, { intent: "cancel" });
  expect(page.text).toContain("Order status updated to cancelled");
  await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
  const traces = await tracesOf(order.id);
  expect(traces.kinds).toEqual(["placed", "paid", "cancelled", "refunded"]);
  const balances = Map.groupBy(traces.ledger, (row) => row.account);
  expect([...balances].map(([account, rows]) => [account, sumOf(rows)])).toEqual([
    ["cash", -262],
    ["seller_payable", 0],
    ["stripe_fees", 262],
    ["refunds", 0],
  ]);
  expect((await ann.get(`/orders/${order.id}`)).text).toContain("Your payment was refunded");
});

test("The refund's event, delivered several times, books nothing twice", async () => {
  const { ann, order } = await paidOrder();
  await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
  await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
  const before = await tracesOf(order.id);
  const [updated] = await events("refund.updated");
  await Promise.all([deliver(updated), deliver({ ...updated, id: "evt_again" }), deliver(updated)]);
  expect(await tracesOf(order.id)).toEqual(before);
});

test("A payment that arrives after the cancellation is refunded immediately, and the order page says so", async () => {
  const { ann, bob, order, event } = await paidAtStripe();
  // As when an account is deleted: without closing the card page first.
  await transition(order.id, "cancel", "buyer", ann.id);
  await deliver(event);
  await expect
    .poll(async () => (await tracesOf(order.id)).calls.find((call) => call.kind === "refund")?.state)
    .toBe("confirmed");
  const traces = await tracesOf(order.id);
  expect(traces.payments).toMatchObject([{ outcome: "returned" }]);
  expect(traces.order.status).toBe("cancelled");
  expect(sumOf(traces.ledger.filter((row) => row.account === "refunds"))).toBe(0);
  expect(traces.mails).toContain("payment_returned to buyer");
  const page = await ann.get(`/orders/${order.id}`);
  expect(page.text).toContain(
    "A payment of $80.00 arrived too late for this order. We refunded it to your card.",
  );
  expect(page.text).not.toContain("Nothing was charged");
  expect((await bob.get(`/orders/${order.id}`)).text).not.toContain("arrived too late");
});

test("50 concurrent cancellations make one cancellation and one refund", async () => {
  const { ann, order } = await paidOrder();
  await Promise.all(
    Array.from({ length: 50 }, () => ann.submit(`/orders/${order.id}`, { intent: "cancel" })),
  );
  const calls = await db
    .select()
    .from(moneyCalls)
    .where(and(eq(moneyCalls.orderId, order.id), eq(moneyCalls.kind, "refund")));
  expect(calls).toHaveLength(1);
});

test("A refund whose response was lost is found by the call's id in its metadata, even after Stripe has forgotten the key", async () => {
  const { ann, order } = await paidOrder();
  await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
  await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
  const { calls, ledger: rows } = await tracesOf(order.id);
  const call = calls.find((one) => one.kind === "refund");
  if (!call) throw new Error("No refund");

  // As if the server had stopped before the response, a day ago: the call was sent, but its row has no refund
  // id.
  const again = {
    ...call,
    number: undefined,
    id: crypto.randomUUID(),
    stripeId: null,
    state: "sent" as const,
    updatedAt: 0,
  };
  await db.insert(moneyCalls).values({ ...again, params: call.params });
  await sweep();
  const [found] = await db.select().from(moneyCalls).where(eq(moneyCalls.id, again.id));
  expect(found?.state).toBe("failed");
  expect((await tracesOf(order.id)).ledger).toEqual(rows);

  await db
    .update(moneyCalls)
    .set({ stripeId: null, state: "sent", updatedAt: 0, attempt: 2 })
    .where(eq(moneyCalls.id, call.id));
  await sweep();
  const [own] = await db.select().from(moneyCalls).where(eq(moneyCalls.id, call.id));
  expect(own).toMatchObject({ stripeId: call.stripeId, state: "confirmed" });
  expect((await tracesOf(order.id)).ledger).toEqual(rows);
});

test("A refund that is refused for lack of money is retried a day later with a new key", async () => {
  const { order, ann } = await paidOrder();
  const paid = await orders.find(db, order.id);
  if (!paid) throw new Error("No order");
  const refusal = {
    type: "invalid_request_error",
    message: "Insufficient funds in your Stripe balance to refund this amount.",
    message_code: "insufficient_balance_for_refund",
  };
  const no = depsThrough(respond(400, refusal));
  await orderTransitions.apply(no, paid, "cancel", { actor: "buyer", user: ann.id });
  await refunds.sendDue(no, 0);
  const call = async () => (await tracesOf(order.id)).calls.find((one) => one.kind === "refund");
  expect(await call()).toMatchObject({ state: "failed", attempt: 2 });
  expect((await ann.get(`/orders/${order.id}`)).text).toContain("The refund did not go through");
  await refunds.sendDue(deps, 0);
  expect((await call())?.state).toBe("failed");
  const tomorrow = { ...deps, clock: { now: () => Date.now() + 86_400_001 } };
  await refunds.sendDue(tomorrow, 0);
  expect((await call())?.state).toBe("confirmed");
  expect((await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
});

test("A refund that fails days after it succeeded is reversed once, in the order and in the ledger", async () => {
  const { ann, order } = await paidOrder();
  await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
  await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
  const call = (await tracesOf(order.id)).calls.find((one) => one.kind === "refund");
  const real = deps;
  const refund = await real.stripe.refunds.retrieve(call?.stripeId ?? "");
  const failed = { ...refund, status: "failed", failure_reason: "expired_or_canceled_card" };
  await Promise.all([refundUpdates.book(real, failed), refundUpdates.book(real, failed)]);
  const traces = await tracesOf(order.id);
  expect(traces.order.paymentStatus).toBe("paid");
  expect(traces.kinds.at(-1)).toBe("refund_failed");
  expect(traces.calls.find((one) => one.kind === "refund")).toMatchObject({
    state: "failed",
    error: "expired_or_canceled_card",
  });
  expect(traces.sum).toBe(0);
  expect(sumOf(traces.ledger.filter((row) => row.account === "refunds"))).toBe(-8000);
});

test("A request sends at most five of the refunds that are due, and the sweep sends the others", async () => {
  await sweep();
  const made = await Promise.all(Array.from({ length: 7 }, () => paidOrder()));
  for (const { order, ann } of made) {
    const paid = await orders.find(db, order.id);
    if (!paid) throw new Error("No order");
    await orderTransitions.apply(deps, paid, "cancel", { actor: "buyer", user: ann.id });
  }
  expect(await refunds.sendDue(deps, 0)).toBe(5);
  await pass(minute);
  await sweep();
  for (const { order } of made) expect((await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
});
