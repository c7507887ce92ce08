import type Stripe from "stripe";
import { afterEach, beforeAll, expect, test } from "vitest";
import { verdictOf } from "#app/payments/stripe.server.ts";
import { closeDispute, deliveries, disputeSession, refuseRefunds, settleRefund } from "../support/stripe.ts";
import {
  advanceClock,
  newestEvent,
  paid,
  refusalOf,
  sessionParams,
  stripe,
  typesAbout,
  typesAfter,
} from "./sandbox-client.ts";

// The product must not receive these events: it has no orders for them.
beforeAll(() => deliveries("off"));
afterEach(() => refuseRefunds(false));

test("A full refund returns the whole amount once", async () => {
  const { charge, intent } = await paid();
  const refund = await stripe.refunds.create({ payment_intent: intent.id, metadata: { why: "cancelled" } });
  expect(refund).toMatchObject({
    amount: 11_000,
    status: "succeeded",
    charge: charge.id,
    metadata: { why: "cancelled" },
  });
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 11_000, refunded: true });
  const again = await refusalOf(stripe.refunds.create({ payment_intent: intent.id }));
  expect([again.statusCode, again.code]).toEqual([400, "charge_already_refunded"]);
  expect((await typesAbout(intent.id)).slice(-3)).toEqual([
    "refund.created",
    "charge.refunded",
    "refund.updated",
  ]);
  expect((await stripe.refunds.retrieve(refund.id)).id).toBe(refund.id);
});

test("Partial refunds never return more than was paid", async () => {
  const { charge, intent } = await paid();
  const first = await stripe.refunds.create({ charge: charge.id, amount: 4000 });
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 4000, refunded: false });
  const tooMuch = await refusalOf(stripe.refunds.create({ charge: charge.id, amount: 7001 }));
  expect([tooMuch.statusCode, tooMuch.param]).toEqual([400, "amount"]);
  const rest = await stripe.refunds.create({ charge: charge.id });
  expect(rest.amount).toBe(7000);
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 11_000, refunded: true });
  const list = await stripe.refunds.list({ payment_intent: intent.id });
  expect(list.data.map(({ id }) => id)).toEqual([rest.id, first.id]);
  const expanded = await stripe.charges.retrieve(charge.id, { expand: ["refunds"] });
  expect(expanded.refunds?.data).toHaveLength(2);
});

test("A refund to card 7726 is pending, and succeeds when it is settled or after ten minutes", async () => {
  const { intent, charge } = await paid("4000000000007726");
  const first = await stripe.refunds.create({ payment_intent: intent.id, amount: 2000 });
  expect(first).toMatchObject({ status: "pending", pending_reason: "processing" });
  expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(2000);
  const before = await newestEvent();
  expect(await settleRefund(first.id, "succeeded")).toMatchObject({ id: first.id, status: "succeeded" });
  expect(await typesAfter(before)).toEqual(["refund.updated"]);
  await expect(settleRefund(first.id, "succeeded")).rejects.toThrow("status of `succeeded`");
  const second = await stripe.refunds.create({ payment_intent: intent.id });
  await advanceClock(11 * 60);
  expect(await stripe.refunds.retrieve(second.id)).toMatchObject({ amount: 9000, status: "succeeded" });
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 11_000, refunded: true });
});

test("A refund to card 5126 succeeds and fails later, and the amount can be refunded again", async () => {
  const { intent, charge } = await paid("4000000000005126");
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  expect(refund.status).toBe("succeeded");
  const before = await newestEvent();
  await advanceClock(11 * 60);
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: "failed",
    failure_reason: "unknown",
    failure_balance_transaction: expect.stringMatching(/^txn_/),
  });
  expect(await typesAfter(before)).toEqual(["refund.updated", "refund.failed"]);
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 0, refunded: false });
  const again = await stripe.refunds.create({ payment_intent: intent.id });
  expect(await settleRefund(again.id, "failed")).toMatchObject({ status: "failed" });
  expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(0);
});

test("A refund without balance is refused, and can be made later", async () => {
  const { intent } = await paid();
  await refuseRefunds(true);
  const error = await refusalOf(stripe.refunds.create({ payment_intent: intent.id }));
  expect(error.message).toBe("Insufficient funds in your Stripe balance to refund this amount.");
  expect([error.type, verdictOf(error)]).toEqual(["StripeInvalidRequestError", "refused"]);
  await refuseRefunds(false);
  expect((await stripe.refunds.create({ payment_intent: intent.id })).status).toBe("succeeded");
});

test("A payment with the disputed card is paid, then disputed, and cannot be refunded", async () => {
  const { charge, intent } = await paid("4000000000000259");
  expect(charge.disputed).toBe(true);
  expect((await typesAbout(intent.id)).slice(-3)).toEqual([
    "checkout.session.completed",
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
  ]);
  expect((await refusalOf(stripe.refunds.create({ charge: charge.id }))).code).toBe("charge_disputed");
});

test("A dispute withdraws the amount and fails a pending refund; winning it returns the amount without the fee", async () => {
  const { session, intent, charge } = await paid("4000000000007726");
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 1000 });
  const before = await newestEvent();
  const dispute = await disputeSession(session.id);
  expect(await typesAfter(before)).toEqual([
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
  ]);
  expect((await stripe.refunds.retrieve(refund.id)).failure_reason).toBe(
    "charge_for_pending_refund_disputed",
  );
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ disputed: true, amount_refunded: 0 });
  await expect(disputeSession(session.id)).rejects.toThrow("already being disputed");
  expect((await refusalOf(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
    "charge_disputed",
  );
  const middle = await newestEvent();
  expect(await closeDispute(dispute.id, "won")).toMatchObject({ status: "won" });
  expect(await typesAfter(middle)).toEqual(["charge.dispute.funds_reinstated", "charge.dispute.closed"]);
  const { balance_transactions } = await stripe.disputes.retrieve(dispute.id);
  expect(balance_transactions.map(({ net }) => net)).toEqual([-12_500, 11_000]);
  await expect(closeDispute(dispute.id, "lost")).rejects.toThrow("status of `won`");
  expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(11_000);
});

test("A lost dispute returns nothing, and the charge cannot be refunded", async () => {
  const { session, intent, charge } = await paid();
  const { id: dispute } = await disputeSession(session.id);
  const before = await newestEvent();
  await closeDispute(dispute, "lost");
  expect(await typesAfter(before)).toEqual(["charge.dispute.closed"]);
  expect((await stripe.disputes.retrieve(dispute)).balance_transactions).toHaveLength(1);
  expect((await refusalOf(stripe.refunds.create({ charge: charge.id }))).code).toBe("charge_disputed");
  const { data } = await stripe.disputes.list({ payment_intent: intent.id, expand: ["data.charge"] });
  expect(data.map((each) => [each.id, (each.charge as Stripe.Charge).id])).toEqual([[dispute, charge.id]]);
  const unpaid = await stripe.checkout.sessions.create(sessionParams());
  await expect(disputeSession(unpaid.id)).rejects.toThrow("Nothing was paid");
});
