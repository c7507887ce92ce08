import Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import { deliveries, disputeSession } from "../support/stripe.ts";
import {
  advanceClock,
  cardFields,
  control,
  paid,
  productOrigin,
  refusalOf,
  request,
  sessionParams,
  stripe,
  submitCardPage,
  typesAbout,
} from "./sandbox-client.ts";

// The product must not receive these events: it has no orders for them.
beforeAll(() => deliveries("off"));

test("A new session is open and unpaid, and its page is on the Stripe stand-in", async () => {
  const session = await stripe.checkout.sessions.create(sessionParams());
  expect(session).toMatchObject({
    object: "checkout.session",
    mode: "payment",
    status: "open",
    payment_status: "unpaid",
    payment_intent: null,
    amount_total: 11_000,
    currency: "usd",
    client_reference_id: "order-1",
    customer_email: "buyer@handiwork.test",
    metadata: { order: "order-1" },
  });
  expect(session.expires_at - session.created).toBe(24 * 3600);
  expect(new URL(session.url ?? "").pathname).toBe(`/c/pay/${session.id}`);
  const { lastResponse, ...created } = session;
  const { lastResponse: _, ...read } = await stripe.checkout.sessions.retrieve(session.id);
  expect(read).toEqual(created);
  expect(lastResponse.requestId).toMatch(/^req_/);
  expect(lastResponse.apiVersion).toBe(Stripe.API_VERSION);
});

test("The total is the sum of all lines", async () => {
  const line = (unit_amount: number, quantity: number) => ({
    price_data: { currency: "usd", unit_amount, product_data: { name: "x" } },
    quantity,
  });
  const session = await stripe.checkout.sessions.create(
    sessionParams({ line_items: [line(1000, 3), line(250, 2)] }),
  );
  expect(session.amount_total).toBe(3500);
});

test("Expiring a session sends one event, and an expired session cannot be expired or paid", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const expired = await stripe.checkout.sessions.expire(id);
  expect(expired).toMatchObject({ status: "expired", url: null, payment_status: "unpaid" });
  const error = await refusalOf(stripe.checkout.sessions.expire(id));
  expect(error.statusCode).toBe(400);
  expect(error.message).toContain('Only Checkout Sessions with a status in ["open"] can be expired');
  const page = await submitCardPage(id, cardFields("4242424242424242"));
  expect(page.status).toBe(410);
  expect(await page.text()).toContain(`href="${productOrigin}/orders/1?cancelled=1"`);
  expect(await typesAbout(id)).toEqual(["checkout.session.expired"]);
});

test("A paid session cannot be expired", async () => {
  const { session } = await paid();
  const error = await refusalOf(stripe.checkout.sessions.expire(session.id));
  expect(error.message).toContain("status of `complete`");
});

test("Sessions expire automatically by the stand-in's clock", async () => {
  const { created } = await stripe.checkout.sessions.create(sessionParams());
  const short = await stripe.checkout.sessions.create(sessionParams({ expires_at: created + 31 * 60 }));
  const long = await stripe.checkout.sessions.create(sessionParams());
  await control("clock", { advance: 32 * 60 });
  expect((await stripe.checkout.sessions.retrieve(short.id)).status).toBe("expired");
  expect((await stripe.checkout.sessions.retrieve(long.id)).status).toBe("open");
  expect(await typesAbout(short.id)).toEqual(["checkout.session.expired"]);
  expect((await stripe.checkout.sessions.create(sessionParams())).created).toBeGreaterThanOrEqual(
    created + 32 * 60,
  );
  expect((await control("clock", { advance: -1 })).status).toBe(400);
});

test.each([
  ["an end in 29 minutes", { expires_at: () => 29 * 60 }, "expires_at"],
  ["an end in 25 hours", { expires_at: () => 25 * 3600 }, "expires_at"],
  ["an empty email address", { customer_email: "" }, "customer_email"],
  ["a wrong email address", { customer_email: "ann" }, "customer_email"],
  ["an invalid URL", { success_url: "order-success" }, "success_url"],
  ["a parameter Stripe does not know", { succes_url: "x" }, "succes_url"],
  ["no line items", { line_items: [] }, "line_items"],
])("%s is refused, with the parameter's name", async (_, wrong, param) => {
  const now = (await stripe.checkout.sessions.create(sessionParams())).created;
  const values = Object.entries(wrong).map(([k, v]) => [k, typeof v === "function" ? now + v() : v]);
  const error = await refusalOf(stripe.checkout.sessions.create(sessionParams(Object.fromEntries(values))));
  expect([error.type, error.statusCode, error.param]).toEqual(["StripeInvalidRequestError", 400, param]);
});

test("Unknown ids, addresses and API keys get Stripe's errors", async () => {
  const missing = await refusalOf(stripe.checkout.sessions.retrieve("cs_test_none"));
  expect([missing.statusCode, missing.code]).toEqual([404, "resource_missing"]);
  const unknown = await refusalOf(stripe.customers.create({}));
  expect([unknown.statusCode, unknown.type]).toEqual([404, "StripeInvalidRequestError"]);
  for (const authorization of ["", "Bearer sk_live_1234567890", "Bearer pk_test_1"]) {
    const headers: HeadersInit = authorization ? { authorization } : {};
    const answer = await request(`/v1/refunds`, { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  }
});

test("Sessions are listed newest first, with pages in both directions", async () => {
  const created: string[] = [];
  for (let i = 0; i < 5; i++) created.unshift((await stripe.checkout.sessions.create(sessionParams())).id);
  const first = await stripe.checkout.sessions.list({ limit: 2 });
  expect(first.data.map(({ id }) => id)).toEqual(created.slice(0, 2));
  expect(first.has_more).toBe(true);
  const second = await stripe.checkout.sessions.list({ limit: 2, starting_after: created[1] });
  expect(second.data.map(({ id }) => id)).toEqual(created.slice(2, 4));
  const back = await stripe.checkout.sessions.list({ limit: 2, ending_before: created[3] });
  expect(back.data.map(({ id }) => id)).toEqual(created.slice(1, 3));
  expect(back.has_more).toBe(true);
  const walked: string[] = [];
  for await (const { id } of stripe.checkout.sessions.list({ limit: 2 })) walked.push(id);
  expect(walked.slice(0, 5)).toEqual(created);
  expect(new Set(walked).size).toBe(walked.length);
});

test("Lists filtered by creation time contain all sessions, refunds and disputes, newest first", async () => {
  const old = await paid();
  await stripe.refunds.create({ payment_intent: old.intent.id });
  const since = await advanceClock(3600);
  const created: string[] = [];
  for (let i = 0; i < 7; i++) created.unshift((await stripe.checkout.sessions.create(sessionParams())).id);
  const two = [await paid(), await paid()];
  const filter = { created: { gte: since } };
  const page = await stripe.checkout.sessions.list({ ...filter, limit: 3 });
  expect([page.has_more, page.data.length, page.data[0]?.id]).toEqual([true, 3, two[1]?.session.id]);
  const ids: string[] = [];
  for await (const { id } of stripe.checkout.sessions.list({ ...filter, limit: 2 })) ids.push(id);
  expect(ids).toEqual([two[1]?.session.id, two[0]?.session.id, ...created]);
  const complete = await stripe.checkout.sessions
    .list({ ...filter, status: "complete", limit: 1 })
    .autoPagingToArray({ limit: 100 });
  expect(complete.map(({ id }) => id)).toEqual([two[1]?.session.id, two[0]?.session.id]);
  const back = await stripe.checkout.sessions.list({ ...filter, ending_before: created[0], limit: 1 });
  expect([back.data[0]?.id, back.has_more]).toEqual([two[0]?.session.id, true]);
  const refunds: string[] = [];
  for (const amount of [1000, 1500, 2500])
    refunds.unshift((await stripe.refunds.create({ payment_intent: String(two[0]?.intent.id), amount })).id);
  const listed = await stripe.refunds.list({ ...filter, limit: 1 }).autoPagingToArray({ limit: 100 });
  expect(listed.map(({ id }) => id)).toEqual(refunds);
  const dispute = await disputeSession(String(two[1]?.session.id));
  expect((await stripe.disputes.list(filter)).data.map(({ id }) => id)).toEqual([dispute.id]);
  expect((await stripe.disputes.list({ created: { lt: since - 7200 } })).data).toEqual([]);
  const unknown = await refusalOf(stripe.refunds.list({ status: "failed" } as Stripe.RefundListParams));
  expect([unknown.code, unknown.param]).toEqual(["parameter_unknown", "status"]);
});
