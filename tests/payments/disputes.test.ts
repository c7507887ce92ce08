import { expect, test } from "vitest";
import { balances } from "#app/ledger/ledger.server.ts";
import { runDue } from "#app/lib/work.ts";
import { find } from "#app/orders/orders.server.ts";
import * as moneyCalls from "#app/payments/money-calls.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import * as webhookEvents from "#app/payments/webhook-events.server.ts";
import { onAccountEvent } from "#app/payouts/account-work.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { deps, minute, pass } from "../support/clock.ts";
import { paidAtStripe, paidOrder } from "../support/purchase.ts";
import { closeDispute, deliverAll, deliveries, disputeSession, eventsDuring } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

test("A dispute holds the order until it is won, even if all its events arrive first and concurrently", async () => {
  const { order, session } = await paidAtStripe();
  let dispute = "";
  const opened = await eventsDuring(async () => {
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
  await deliverAll([...opened, ...(await eventsDuring(() => closeDispute(dispute, "won")))]);
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

test("A lost dispute counts as the refund, including the order's credit and a refund that was already decided", async () => {
  const ann = await visitor.signedIn({ credit: true });
  const { order, session } = await paidOrder({}, ann);
  expect(order.creditCents).toBe(1000);
  const paid = await find(db, order.id);
  if (!paid) throw new Error("No order");
  // A refund of $20 is decided before the dispute is opened.
  await orderTransitions.refund(deps, paid, 2000, ann.id, "Half of it");
  let dispute = "";
  const events = await eventsDuring(async () => {
    dispute = (await disputeSession(session)).id;
  });
  await refunds.sendDue(deps, 0);
  expect((await tracesOf(order.id)).calls.find(({ kind }) => kind === "refund")?.state).toBe("failed");
  await deliverAll([...events, ...(await eventsDuring(() => closeDispute(dispute, "lost")))]);
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
  // It is not pending: its page and the buyer's list say only that it was refunded.
  for (const path of [`/orders/${order.id}`, "/orders"])
    expect((await ann.get(path)).html.match(/class="tag[^>]*>[^<]*/g), path).toEqual([
      'class="tag ">Refunded',
    ]);
});

test("A lost dispute that covers part of two decided refunds leaves one refund for the rest", async () => {
  const { order, session, ann } = await paidOrder();
  for (const cents of [5000, 3000]) {
    const paid = await find(db, order.id);
    if (!paid) throw new Error("No order");
    await orderTransitions.refund(deps, paid, cents, ann.id, "A part of it");
  }
  const { id } = await disputeSession(session, 6000);
  await deliverAll(await eventsDuring(() => closeDispute(id, "lost")));
  // The dispute may have waited for the refunds, which Stripe has refused.
  await pass(5 * minute);
  await runDue(webhookEvents.waitingEvents(onAccountEvent), deps);
  await refunds.sendDue(deps, 0);
  const { calls, balances: books, sum } = await tracesOf(order.id);
  const refundCalls = calls.filter(({ kind }) => kind === "refund");
  expect(refundCalls.map(({ state, params }) => [state, JSON.parse(params).amount])).toEqual([
    ["confirmed", 5000],
    ["confirmed", 3000],
    // Stripe refunds no charge that a bank has taken back. The operator pays what is left.
    ["failed", 2000],
  ]);
  expect([books.refunds, sum]).toEqual([-2000, 0]);
});

test("A lost dispute waits while a refund is on its way: Stripe may have made it", async () => {
  const { order, session, ann } = await paidOrder();
  for (const cents of [5000, 3000]) {
    const paid = await find(db, order.id);
    if (!paid) throw new Error("No order");
    await orderTransitions.refund(deps, paid, cents, ann.id, "A part of it");
  }
  // Stripe makes the first one, and its answer is lost.
  const [first] = (await tracesOf(order.id)).calls.filter(({ kind }) => kind === "refund");
  if (!first) throw new Error("No refund");
  await moneyCalls.claim(db, first, deps.clock.now());
  await deps.stripe.refunds.create(JSON.parse(first.params));
  const { id } = await disputeSession(session, 1000);
  await deliverAll(await eventsDuring(() => closeDispute(id, "lost")));
  expect((await tracesOf(order.id)).disputes).toMatchObject([{ id, state: "open" }]);
  // The sweep finds it, and then the bank's $10 is part of the second one.
  await pass(5 * minute);
  await refunds.sendDue(deps, 0);
  await runDue(webhookEvents.waitingEvents(onAccountEvent), deps);
  const { calls, balances: books, sum, disputes, mismatches } = await tracesOf(order.id);
  expect(disputes).toMatchObject([{ id, state: "lost" }]);
  expect(
    calls
      .filter(({ kind }) => kind === "refund")
      .map(({ state, params }) => [state, JSON.parse(params).amount]),
  ).toEqual([
    ["confirmed", 5000],
    ["confirmed", 3000],
    ["due", 2000],
  ]);
  expect([books.cash, books.refunds, sum, mismatches]).toEqual([
    8000 - 5000 - 1000 - 262 - 1500,
    -2000,
    0,
    [],
  ]);
});

test("A lost dispute of an order that was already refunded is queued for the operator", async () => {
  const { order, session, ann } = await paidOrder();
  const paid = await find(db, order.id);
  if (!paid) throw new Error("No order");
  await orderTransitions.apply(deps, paid, "cancel", { actor: "buyer", user: ann.id });
  await refunds.sendDue(deps, 0);
  const { id } = await disputeSession(session);
  await deliverAll(await eventsDuring(() => closeDispute(id, "lost")));
  const { order: end, mismatches: queue, sum } = await tracesOf(order.id);
  expect(end).toMatchObject({ status: "cancelled", paymentStatus: "refunded", hold: "none" });
  expect(sum).toBe(0);
  expect((await balances(db, order)).disputes).toBe(8000);
  expect(queue).toMatchObject([
    { id, note: "The bank took $80.00 more through its dispute than was left to refund" },
  ]);
});
