import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { mismatches } from "#drizzle/schema.ts";
import { reconcile } from "#tests/support/reconcile.ts";
import { day, deps, depsThrough, pass } from "../support/clock.ts";
import { paidAtStripe, paidOrder, transition } from "../support/purchase.ts";
import {
  closeDispute,
  deliver,
  deliverAll,
  deliveries,
  disputeSession,
  eventsDuring,
} from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

/** Ann's payment came after her order had ended, as when an account is deleted: it is refunded. */
async function returnedPayment() {
  const paid = await paidAtStripe();
  await transition(paid.order.id, "cancel", "buyer", paid.ann.id);
  return paid;
}

/** The product's capabilities, and the addresses at Stripe that were asked. */
function listening() {
  const asked: string[] = [];
  const through = depsThrough(async (...request) => {
    const { url, method } = new Request(...request);
    asked.push(`${method} ${new URL(url).pathname}`);
    return await fetch(...request);
  });
  return { through, asked };
}

const rowOf = async (id: string) => (await db.select().from(mismatches).where(eq(mismatches.id, id)))[0];

test("A dispute over a payment without an order is stored, is fetched once, and its outcome is shown to the operator", async () => {
  const [first, second] = [await returnedPayment(), await returnedPayment()];
  for (const { event } of [first, second]) await deliver(event);
  await refunds.sendDue(deps, 0);
  const [won, lost] = [await disputeSession(first.session), await disputeSession(second.session)];
  await reconcile(deps);
  expect(await rowOf(won.id)).toMatchObject({
    orderId: first.order.id,
    disputeState: "open",
    resolvedAt: null,
    note: "The bank disputes $80.00 of a payment that belongs to no order",
  });
  expect((await tracesOf(first.order.id)).order.hold).toBe("none");
  await pass(day);
  const { through, asked } = listening();
  await reconcile(through);
  expect(asked).toContain("GET /v1/disputes");
  expect(asked.filter((address) => address.startsWith("GET /v1/disputes/"))).toEqual([]);
  await deliverAll(await eventsDuring(() => closeDispute(won.id, "won")));
  await deliverAll(await eventsDuring(() => closeDispute(lost.id, "lost")));
  expect(await rowOf(won.id)).toMatchObject({ disputeState: "won", resolvedAt: expect.any(Number) });
  expect(await rowOf(lost.id)).toMatchObject({
    disputeState: "lost",
    resolvedAt: null,
    note: "The bank has taken $80.00 of a payment that belongs to no order",
  });
});

test("A refund that a lost dispute has made impossible is not retried, and waits for the operator", async () => {
  const { order, event, session } = await returnedPayment();
  const { id } = await disputeSession(session);
  await deliver(event);
  await reconcile(deps);
  const refund = async () => (await tracesOf(order.id)).calls.find(({ kind }) => kind === "refund");
  // Refused while the bank decides: it may be won.
  await refunds.sendDue(deps, 0);
  expect(await refund()).toMatchObject({ state: "failed", refusedAt: null });
  await pass(day);
  const { through, asked } = listening();
  expect(await refunds.sendDue(through)).toBe(1);
  expect(asked).toContain("POST /v1/refunds");
  await deliverAll(await eventsDuring(() => closeDispute(id, "lost")));
  await pass(day);
  await refunds.sendDue(deps);
  expect(await refund()).toMatchObject({ state: "failed", refusedAt: expect.any(Number) });
  await pass(2 * day);
  expect(await refunds.sendDue(deps)).toBe(0);
});

test("A refund from the Stripe Dashboard leaves the operator's queue once a later refund of ours matches it", async () => {
  const { order, ann, session } = await paidOrder();
  const intent = String((await deps.stripe.checkout.sessions.retrieve(session)).payment_intent);
  const elsewhere = await deps.stripe.refunds.create({ payment_intent: intent });
  await pass(day);
  await reconcile(deps);
  expect(await rowOf(elsewhere.id)).toMatchObject({ resolvedAt: null });
  await transition(order.id, "cancel", "buyer", ann.id);
  await refunds.sendDue(deps, 0);
  expect((await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
  expect(await rowOf(elsewhere.id)).toMatchObject({
    resolvedAt: expect.any(Number),
    note: expect.stringMatching(/outside this product.*\. A refund of this product matches it$/),
  });
});

test("A partial dispute holds the order; the order continues once it is won, or lost, which takes the disputed part", async () => {
  for (const outcome of ["won", "lost"] as const) {
    const { order, session } = await paidOrder();
    let dispute = "";
    const opened = await eventsDuring(async () => {
      dispute = (await disputeSession(session, 3000)).id;
    });
    await deliverAll(opened);
    const held = await tracesOf(order.id);
    expect(held.order).toMatchObject({ hold: "dispute", paymentStatus: "paid", refundedCashCents: 0 });
    expect(held.balances).toMatchObject({ disputes: 3000, seller_payable: -8000 });
    await deliverAll(await eventsDuring(() => closeDispute(dispute, outcome)));
    const back = outcome === "lost" ? 3000 : 0;
    const end = await tracesOf(order.id);
    expect(end.order).toMatchObject({
      hold: "none",
      stage: "ready",
      status: "pending",
      paymentStatus: "paid",
      refundedCashCents: back,
    });
    expect(end.order.deadlineAt).not.toBeNull();
    expect(end.balances).toEqual({
      cash: 8000 - back - 262 - 1500,
      stripe_fees: 262 + 1500,
      seller_payable: -(8000 - back),
    });
    expect(end.mismatches).toEqual([]);
  }
});
