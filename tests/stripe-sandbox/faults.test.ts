import { afterEach, beforeAll, expect, test } from "vitest";
import { verdictOf } from "#app/payments/stripe.server.ts";
import { deliveries, faults } from "../support/stripe.ts";
import { paid, refusalOf, stripe } from "./sandbox-client.ts";

// The product must not receive these events: it has no orders for them.
beforeAll(() => deliveries("off"));
afterEach(() => faults([]));

test("A 5xx error is replayed under its key, whether or not the call was executed", async () => {
  const { intent } = await paid();
  const ask = (idempotencyKey: string) =>
    stripe.refunds.create({ payment_intent: intent.id, amount: 1000 }, { idempotencyKey });
  await faults([
    { path: "/v1/refunds", method: "POST", status: 500 },
    { path: "/v1/refunds", method: "POST", status: 503, after: true },
  ]);
  expect(await stripe.refunds.list({ payment_intent: intent.id })).toMatchObject({ data: [] });
  for (const [key, refundCount] of [
    ["not done", 0],
    ["done", 1],
  ] as const) {
    const [first, again] = [await refusalOf(ask(key)), await refusalOf(ask(key))];
    expect([first.type, verdictOf(first), again.headers?.["idempotent-replayed"]]).toEqual([
      "StripeAPIError",
      "answered",
      "true",
    ]);
    expect(again.statusCode).toBe(first.statusCode);
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(refundCount);
  }
  expect((await ask("all is well")).status).toBe("succeeded");
});

test("A truncated response does not reveal the outcome, but a retry with the same key does", async () => {
  const { intent } = await paid();
  const ask = (idempotencyKey: string) =>
    stripe.refunds.create({ payment_intent: intent.id, amount: 1000 }, { idempotencyKey });
  for (const after of [false, true]) {
    const refundCount = (await stripe.refunds.list({ payment_intent: intent.id })).data.length;
    await faults([{ path: "/v1/refunds", status: "cut", after }]);
    const error = await refusalOf(ask(`cut ${after}`));
    expect([error.type, verdictOf(error)]).toEqual(["StripeAPIError", "unknown"]);
    const { data } = await stripe.refunds.list({ payment_intent: intent.id });
    expect(data).toHaveLength(refundCount + (after ? 1 : 0));
    const again = await ask(`cut ${after}`);
    if (after) expect(again.id).toBe(data[0]?.id);
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(refundCount + 1);
  }
});
