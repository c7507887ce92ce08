import { env } from "cloudflare:workers";
import Stripe from "stripe";
import { afterEach, beforeAll, expect, test } from "vitest";
import { verdictOf } from "#app/payments/stripe.server.ts";
import {
  closeDispute,
  deliveries,
  disputeSession,
  eventsAfter,
  faults,
  payLater,
  payOnCardPage,
  refuseRefunds,
  settleRefund,
  settleSession,
} from "../support/stripe.ts";

const client = (timeout: number) =>
  new Stripe("sk_test_handiwork", {
    httpClient: Stripe.createFetchHttpClient((...request) => env.STRIPE_SANDBOX.fetch(...request)),
    maxNetworkRetries: 0,
    timeout,
  });
const stripe = client(10_000);

const order = (
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  line_items: [
    { price_data: { currency: "usd", unit_amount: 5000, product_data: { name: "Logo" } }, quantity: 1 },
  ],
  customer_email: "buyer@handiwork.test",
  success_url: "http://127.0.0.1:8787/payment-success?session_id={CHECKOUT_SESSION_ID}",
  ...more,
});

const clock = async (advance: number) => {
  const body = JSON.stringify({ advance });
  const steered = await env.STRIPE_SANDBOX.fetch("http://stripe.test/control/clock", {
    method: "POST",
    body,
  });
  return ((await steered.json()) as { now: number }).now;
};
const newest = async () => (await eventsAfter(null)).at(-1)?.id ?? null;
const typesAfter = async (id: string | null) => (await eventsAfter(id)).map(({ type }) => type);

const paid = async (number?: string) => {
  const { id, url } = await stripe.checkout.sessions.create(order());
  await payOnCardPage(String(url), number);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  return { id, intent: intent.id, charge: intent.latest_charge as Stripe.Charge };
};

const failure = async (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`not refused: ${error}`);
  return error;
};

// The product hears nothing of these payments: they are no orders of its own.
beforeAll(() => deliveries("off"));
afterEach(async () => {
  await faults([]);
  await refuseRefunds(false);
});

test("a payment from a bank account completes the session, and is paid when the bank says so", async () => {
  const { id, url } = await stripe.checkout.sessions.create(order());
  const page = await (await env.STRIPE_SANDBOX.fetch(String(url))).text();
  expect(page).toContain('name="method" value="bank"');
  const before = await newest();
  const body = new URLSearchParams({ email: "ann@example.org", method: "bank" });
  const sent = await env.STRIPE_SANDBOX.fetch(String(url), { method: "POST", body, redirect: "manual" });
  expect(sent.headers.get("location")).toContain(`session_id=${id}`);
  const open = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  const intent = open.payment_intent as Stripe.PaymentIntent;
  expect(open).toMatchObject({ status: "complete", payment_status: "unpaid", url: null });
  expect(open.customer_details?.email).toBe("ann@example.org");
  expect(intent).toMatchObject({
    status: "processing",
    amount_received: 0,
    latest_charge: { status: "pending", paid: false },
  });
  expect(await typesAfter(before)).toEqual([
    "charge.pending",
    "payment_intent.processing",
    "checkout.session.completed",
  ]);
  expect((await failure(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
    "payment_intent_unexpected_state",
  );
  const middle = await newest();
  expect(await settleSession(id, "succeeded")).toMatchObject({ id, payment_status: "paid" });
  expect(await typesAfter(middle)).toEqual([
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.async_payment_succeeded",
  ]);
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: "succeeded",
    amount_received: 5000,
  });
  await expect(settleSession(id, "failed")).rejects.toThrow("is not being processed");
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  expect(refund).toMatchObject({ status: "pending", destination_details: { type: "us_bank_transfer" } });
});

test("a payment that the bank refuses leaves the session complete and unpaid", async () => {
  const { id, url } = await stripe.checkout.sessions.create(
    order({ allowed_payment_method_types: ["card"] }),
  );
  const page = await (await env.STRIPE_SANDBOX.fetch(String(url))).text();
  expect(page).not.toContain('name="method"');
  const body = new URLSearchParams({ email: "ann@example.org", method: "bank" });
  expect((await env.STRIPE_SANDBOX.fetch(String(url), { method: "POST", body })).status).toBe(400);
  await payLater(String(url));
  const before = await newest();
  expect(await settleSession(id, "failed")).toMatchObject({ status: "complete", payment_status: "unpaid" });
  expect(await typesAfter(before)).toEqual([
    "charge.failed",
    "payment_intent.payment_failed",
    "checkout.session.async_payment_failed",
  ]);
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
  expect(payment_intent).toMatchObject({ status: "requires_payment_method", amount_received: 0 });
});

test("a refund to 7726 is pending, and succeeds when it is settled or time passes", async () => {
  const { intent, charge } = await paid("4000000000007726");
  const first = await stripe.refunds.create({ payment_intent: intent, amount: 2000 });
  expect(first).toMatchObject({ status: "pending", pending_reason: "processing" });
  expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(2000);
  const before = await newest();
  expect(await settleRefund(first.id, "succeeded")).toMatchObject({ id: first.id, status: "succeeded" });
  expect(await typesAfter(before)).toEqual(["refund.updated"]);
  await expect(settleRefund(first.id, "succeeded")).rejects.toThrow("status of `succeeded`");
  const second = await stripe.refunds.create({ payment_intent: intent });
  await clock(11 * 60);
  expect(await stripe.refunds.retrieve(second.id)).toMatchObject({ amount: 3000, status: "succeeded" });
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 5000, refunded: true });
});

test("a refund to 5126 succeeds, fails later, and the money can be sent again", async () => {
  const { intent, charge } = await paid("4000000000005126");
  const refund = await stripe.refunds.create({ payment_intent: intent });
  expect(refund.status).toBe("succeeded");
  const before = await newest();
  await clock(11 * 60);
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: "failed",
    failure_reason: "unknown",
    failure_balance_transaction: expect.stringMatching(/^txn_/),
  });
  expect(await typesAfter(before)).toEqual(["refund.updated", "refund.failed"]);
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 0, refunded: false });
  const again = await stripe.refunds.create({ payment_intent: intent });
  expect(await settleRefund(again.id, "failed")).toMatchObject({ status: "failed" });
  expect((await stripe.charges.retrieve(charge.id)).amount_refunded).toBe(0);
});

test("without money at Stripe a refund is a definite no, and later a yes", async () => {
  const { intent } = await paid();
  await refuseRefunds(true);
  const error = await failure(stripe.refunds.create({ payment_intent: intent }));
  expect(error.message).toBe("Insufficient funds in your Stripe balance to refund this amount.");
  expect([error.type, verdictOf(error)]).toEqual(["StripeInvalidRequestError", "refused"]);
  await refuseRefunds(false);
  expect((await stripe.refunds.create({ payment_intent: intent })).status).toBe("succeeded");
});

test("a dispute takes the money and a pending refund; won, it comes back without the fee", async () => {
  const { id, intent, charge } = await paid("4000000000007726");
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: 1000 });
  const before = await newest();
  const dispute = await disputeSession(id);
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
  await expect(disputeSession(id)).rejects.toThrow("disputed already");
  expect((await failure(stripe.refunds.create({ payment_intent: intent }))).code).toBe("charge_disputed");
  const middle = await newest();
  expect(await closeDispute(dispute.id, "won")).toMatchObject({ status: "won" });
  expect(await typesAfter(middle)).toEqual(["charge.dispute.funds_reinstated", "charge.dispute.closed"]);
  const { balance_transactions } = await stripe.disputes.retrieve(dispute.id);
  expect(balance_transactions.map(({ net }) => net)).toEqual([-6500, 5000]);
  await expect(closeDispute(dispute.id, "lost")).rejects.toThrow("status of `won`");
  expect((await stripe.refunds.create({ payment_intent: intent })).amount).toBe(5000);
});

test("a lost dispute keeps the money, and nothing can be refunded", async () => {
  const { id, intent, charge } = await paid();
  const { id: dispute } = await disputeSession(id);
  const before = await newest();
  await closeDispute(dispute, "lost");
  expect(await typesAfter(before)).toEqual(["charge.dispute.closed"]);
  expect((await stripe.disputes.retrieve(dispute)).balance_transactions).toHaveLength(1);
  expect((await failure(stripe.refunds.create({ charge: charge.id }))).code).toBe("charge_disputed");
  const { data } = await stripe.disputes.list({ payment_intent: intent, expand: ["data.charge"] });
  expect(data.map((each) => [each.id, (each.charge as Stripe.Charge).id])).toEqual([[dispute, charge.id]]);
  const unpaid = await stripe.checkout.sessions.create(order());
  await expect(disputeSession(unpaid.id)).rejects.toThrow("Nothing was paid");
});

test("sessions, refunds and disputes since a time are listed whole, newest first", async () => {
  const old = await paid();
  await stripe.refunds.create({ payment_intent: old.intent });
  const since = await clock(3600);
  const made: string[] = [];
  for (let n = 0; n < 7; n++) made.unshift((await stripe.checkout.sessions.create(order())).id);
  const two = [await paid(), await paid()];
  const filter = { created: { gte: since } };
  const page = await stripe.checkout.sessions.list({ ...filter, limit: 3 });
  expect([page.has_more, page.data.length, page.data[0]?.id]).toEqual([true, 3, two[1]?.id]);
  const ids: string[] = [];
  for await (const { id } of stripe.checkout.sessions.list({ ...filter, limit: 2 })) ids.push(id);
  expect(ids).toEqual([two[1]?.id, two[0]?.id, ...made]);
  const complete = await stripe.checkout.sessions
    .list({ ...filter, status: "complete", limit: 1 })
    .autoPagingToArray({ limit: 100 });
  expect(complete.map(({ id }) => id)).toEqual([two[1]?.id, two[0]?.id]);
  const back = await stripe.checkout.sessions.list({ ...filter, ending_before: made[0], limit: 1 });
  expect([back.data[0]?.id, back.has_more]).toEqual([two[0]?.id, true]);
  const refunds: string[] = [];
  for (const amount of [1000, 1500, 2500])
    refunds.unshift((await stripe.refunds.create({ payment_intent: String(two[0]?.intent), amount })).id);
  const listed = await stripe.refunds.list({ ...filter, limit: 1 }).autoPagingToArray({ limit: 100 });
  expect(listed.map(({ id }) => id)).toEqual(refunds);
  const dispute = await disputeSession(String(two[1]?.id));
  expect((await stripe.disputes.list(filter)).data.map(({ id }) => id)).toEqual([dispute.id]);
  expect((await stripe.disputes.list({ created: { lt: since - 7200 } })).data).toEqual([]);
  const unknown = await failure(stripe.refunds.list({ status: "failed" } as Stripe.RefundListParams));
  expect([unknown.code, unknown.param]).toEqual(["parameter_unknown", "status"]);
});

test("a fault of Stripe's is repeated under its key, whether or not the work was done", async () => {
  const { intent } = await paid();
  const ask = (idempotencyKey: string) =>
    stripe.refunds.create({ payment_intent: intent, amount: 1000 }, { idempotencyKey });
  await faults([
    { path: "/v1/refunds", method: "POST", status: 500 },
    { path: "/v1/refunds", method: "POST", status: 503, after: true },
  ]);
  expect(await stripe.refunds.list({ payment_intent: intent })).toMatchObject({ data: [] });
  for (const [key, made] of [
    ["not done", 0],
    ["done", 1],
  ] as const) {
    const [first, again] = [await failure(ask(key)), await failure(ask(key))];
    expect([first.type, verdictOf(first), again.headers?.["idempotent-replayed"]]).toEqual([
      "StripeAPIError",
      "answered",
      "true",
    ]);
    expect(again.statusCode).toBe(first.statusCode);
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(made);
  }
  expect((await ask("all is well")).status).toBe("succeeded");
});

test("an answer that is cut off says nothing; the same key says what became of it", async () => {
  const { intent } = await paid();
  const ask = (idempotencyKey: string) =>
    stripe.refunds.create({ payment_intent: intent, amount: 1000 }, { idempotencyKey });
  for (const after of [false, true]) {
    const made = (await stripe.refunds.list({ payment_intent: intent })).data.length;
    await faults([{ path: "/v1/refunds", status: "cut", after }]);
    const error = await failure(ask(`cut ${after}`));
    expect([error.type, verdictOf(error)]).toEqual(["StripeAPIError", "unknown"]);
    const { data } = await stripe.refunds.list({ payment_intent: intent });
    expect(data).toHaveLength(made + (after ? 1 : 0));
    const again = await ask(`cut ${after}`);
    if (after) expect(again.id).toBe(data[0]?.id);
    expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(made + 1);
  }
});

test("while a slow call is worked on its key is in use, and who waits too briefly knows nothing", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  await faults([{ path: "/v1/checkout", status: "slow", seconds: 1 }]);
  const slow = stripe.checkout.sessions.create(order(), key);
  const busy = await failure(scheduler.wait(200).then(() => stripe.checkout.sessions.create(order(), key)));
  expect([busy.statusCode, busy.code, verdictOf(busy)]).toEqual([409, "idempotency_key_in_use", "unknown"]);
  const { id } = await slow;
  expect((await stripe.checkout.sessions.create(order(), key)).id).toBe(id);
  const before = await newest();
  const { intent } = await paid();
  await faults([{ path: "/v1/refunds", status: "slow", seconds: 1, after: true }]);
  const impatient = await failure(
    client(300).refunds.create({ payment_intent: intent }, { idempotencyKey: "x" }),
  );
  expect([impatient.type, verdictOf(impatient)]).toEqual(["StripeConnectionError", "unknown"]);
  expect(await typesAfter(before)).toContain("refund.created");
  await scheduler.wait(1000);
  expect((await stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: "x" })).amount).toBe(
    5000,
  );
});

test("a key is not used up by parameters that Stripe would not take", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  const wrong = await failure(stripe.checkout.sessions.create(order({ customer_email: "ann" }), key));
  expect(wrong.statusCode).toBe(400);
  const { id } = await stripe.checkout.sessions.create(order(), key);
  expect((await stripe.checkout.sessions.create(order(), key)).id).toBe(id);
});

test("what is steered wrongly is refused with a reason", async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  await expect(settleSession(id, "succeeded")).rejects.toThrow("is not being processed");
  await expect(settleSession(id, "maybe" as "failed")).rejects.toThrow("must be one of succeeded, failed");
  await expect(settleRefund("re_none", "failed")).rejects.toThrow("No such refund");
  await expect(faults([{ path: "/v1/refunds", status: 404 }])).rejects.toThrow("500 to 599, cut or slow");
});
