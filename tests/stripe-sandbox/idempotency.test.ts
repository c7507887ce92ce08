import { afterEach, beforeAll, expect, test } from "vitest";
import { verdictOf } from "#app/payments/stripe.server.ts";
import { deliveries, faults } from "../support/stripe.ts";
import {
  client,
  control,
  newestEvent,
  paid,
  refusalOf,
  request,
  sessionParams,
  stripe,
  typesAbout,
  typesAfter,
} from "./sandbox-client.ts";

// The product must not receive these events: it has no orders for them.
beforeAll(() => deliveries("off"));
afterEach(() => faults([]));

test("A repeated key gets the first response, and is refused with another body or endpoint", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  const first = await stripe.checkout.sessions.create(sessionParams(), key);
  const again = await stripe.checkout.sessions.create(sessionParams(), key);
  expect(again.id).toBe(first.id);
  const other = await refusalOf(
    stripe.checkout.sessions.create(sessionParams({ client_reference_id: "order-2" }), key),
  );
  expect([other.type, other.statusCode]).toEqual(["StripeIdempotencyError", 400]);
  const elsewhere = await refusalOf(stripe.checkout.sessions.expire(first.id, {}, key));
  expect(elsewhere.type).toBe("StripeIdempotencyError");
});

test("A replayed response is marked, and names the original request", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const headers = { authorization: "Bearer sk_test_1", "idempotency-key": crypto.randomUUID() };
  const expire = () => request(`/v1/checkout/sessions/${id}/expire`, { method: "POST", headers });
  const [first, again] = [await expire(), await expire()];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"));
  expect(await again.text()).toBe(await first.text());
  expect(await typesAbout(id)).toEqual(["checkout.session.expired"]);
});

test("A refusal is also stored under its key", async () => {
  const { intent } = await paid();
  const key = { idempotencyKey: crypto.randomUUID() };
  const params = { payment_intent: intent.id, amount: 20_000 };
  expect((await refusalOf(stripe.refunds.create(params, key))).statusCode).toBe(400);
  const replayed = await refusalOf(stripe.refunds.create(params, key));
  expect(replayed.headers?.["idempotent-replayed"]).toBe("true");
});

test("Twenty simultaneous requests with one key create one session", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  const requests = Array.from({ length: 20 }, () => stripe.checkout.sessions.create(sessionParams(), key));
  expect(new Set((await Promise.all(requests)).map(({ id }) => id)).size).toBe(1);
});

test("A key is forgotten after a day", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  const first = await stripe.checkout.sessions.create(sessionParams(), key);
  await control("clock", { advance: 25 * 3600 });
  expect((await stripe.checkout.sessions.create(sessionParams(), key)).id).not.toBe(first.id);
});

test("A request with invalid parameters does not use up its key", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  const wrong = await refusalOf(
    stripe.checkout.sessions.create(sessionParams({ customer_email: "ann" }), key),
  );
  expect(wrong.statusCode).toBe(400);
  const { id } = await stripe.checkout.sessions.create(sessionParams(), key);
  expect((await stripe.checkout.sessions.create(sessionParams(), key)).id).toBe(id);
});

test("A slow call holds its key, and a client that times out does not learn the outcome", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  await faults([{ path: "/v1/checkout", status: "slow", seconds: 1 }]);
  const slow = stripe.checkout.sessions.create(sessionParams(), key);
  const busy = await refusalOf(
    scheduler.wait(200).then(() => stripe.checkout.sessions.create(sessionParams(), key)),
  );
  expect([busy.statusCode, busy.code, verdictOf(busy)]).toEqual([409, "idempotency_key_in_use", "unknown"]);
  const { id } = await slow;
  expect((await stripe.checkout.sessions.create(sessionParams(), key)).id).toBe(id);
  const before = await newestEvent();
  const { intent } = await paid();
  await faults([{ path: "/v1/refunds", status: "slow", seconds: 1, after: true }]);
  const impatient = await refusalOf(
    client(300).refunds.create({ payment_intent: intent.id }, { idempotencyKey: "x" }),
  );
  expect([impatient.type, verdictOf(impatient)]).toEqual(["StripeConnectionError", "unknown"]);
  expect(await typesAfter(before)).toContain("refund.created");
  await scheduler.wait(1000);
  expect((await stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: "x" })).amount).toBe(
    11_000,
  );
});
