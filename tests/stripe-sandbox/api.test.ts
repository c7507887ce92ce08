import { env } from "cloudflare:workers";
import Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import fixtures from "./stripe.fixtures.json";

const sandbox = (env as unknown as { STRIPE_SANDBOX: Fetcher }).STRIPE_SANDBOX;
const at = "http://stripe.test";
const shop = "http://127.0.0.1:8787";

const stripe = new Stripe("sk_test_handiwork", {
  httpClient: Stripe.createFetchHttpClient((...request) => sandbox.fetch(...request)),
  maxNetworkRetries: 0,
});

interface SentEvent {
  id: string;
  type: string;
  delivered: boolean;
  attempts: number;
  data: { object: Record<string, unknown> };
}

const get = (path: string) => sandbox.fetch(at + path, { redirect: "manual" });
const steer = (path: string, body: object = {}) =>
  sandbox.fetch(`${at}/control/${path}`, { method: "POST", body: JSON.stringify(body) });
const eventsAbout = async (id: string): Promise<SentEvent[]> => {
  const events = (await (await get("/control/events")).json()) as SentEvent[];
  return events.filter(({ data }) => Object.values(data.object).includes(id)).reverse();
};
const typesAbout = async (id: string) => (await eventsAbout(id)).map(({ type }) => type);

const order = (
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  line_items: [
    {
      price_data: { currency: "usd", unit_amount: 11_000, product_data: { name: "Logo & <b>sheet</b>" } },
      quantity: 1,
    },
  ],
  client_reference_id: "order-1",
  customer_email: "buyer@handiwork.test",
  metadata: { order: "order-1" },
  payment_intent_data: { metadata: { order: "order-1" } },
  success_url: `${shop}/order-success?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${shop}/orders/1?cancelled=1`,
  ...more,
});

const card = (number: string) => ({ email: "ann@example.org", number, exp: "12 / 40", cvc: "737" });
const type = (id: string, fields: Record<string, string>) =>
  sandbox.fetch(`${at}/c/pay/${id}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

const paid = async (number = "4242424242424242") => {
  const { id } = await stripe.checkout.sessions.create(order());
  expect((await type(id, card(number))).status).toBe(303);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  return { session, intent, charge: intent.latest_charge as Stripe.Charge };
};

const refusal = async (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`not refused: ${error}`);
  return error;
};

// Deliveries are proven by the product's own journeys; here nothing may leave the test.
beforeAll(async () => {
  expect((await steer("delivery", { mode: "off" })).status).toBe(200);
});

test("a session is open and unpaid, and its page is the stand-in's", async () => {
  const session = await stripe.checkout.sessions.create(order());
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

test("the total is the sum of all lines", async () => {
  const line = (unit_amount: number, quantity: number) => ({
    price_data: { currency: "usd", unit_amount, product_data: { name: "x" } },
    quantity,
  });
  const session = await stripe.checkout.sessions.create(order({ line_items: [line(1000, 3), line(250, 2)] }));
  expect(session.amount_total).toBe(3500);
});

test("a session that is expired says so once, and cannot be expired or paid again", async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  const expired = await stripe.checkout.sessions.expire(id);
  expect(expired).toMatchObject({ status: "expired", url: null, payment_status: "unpaid" });
  const error = await refusal(stripe.checkout.sessions.expire(id));
  expect(error.statusCode).toBe(400);
  expect(error.message).toContain('Only Checkout Sessions with a status in ["open"] can be expired');
  const page = await type(id, card("4242424242424242"));
  expect(page.status).toBe(410);
  expect(await page.text()).toContain(`href="${shop}/orders/1?cancelled=1"`);
  expect(await typesAbout(id)).toEqual(["checkout.session.expired"]);
});

test("a paid session cannot be expired", async () => {
  const { session } = await paid();
  const error = await refusal(stripe.checkout.sessions.expire(session.id));
  expect(error.message).toContain("status of `complete`");
});

test.each([
  ["an end in 29 minutes", { expires_at: () => 29 * 60 }, "expires_at"],
  ["an end in 25 hours", { expires_at: () => 25 * 3600 }, "expires_at"],
  ["an empty e-mail address", { customer_email: "" }, "customer_email"],
  ["a wrong e-mail address", { customer_email: "ann" }, "customer_email"],
  ["an address that is none", { success_url: "order-success" }, "success_url"],
  ["a parameter Stripe does not know", { succes_url: "x" }, "succes_url"],
  ["no line", { line_items: [] }, "line_items"],
])("%s is refused with the parameter's name", async (_, wrong, param) => {
  const now = (await stripe.checkout.sessions.create(order())).created;
  const values = Object.entries(wrong).map(([k, v]) => [k, typeof v === "function" ? now + v() : v]);
  const error = await refusal(stripe.checkout.sessions.create(order(Object.fromEntries(values))));
  expect([error.type, error.statusCode, error.param]).toEqual(["StripeInvalidRequestError", 400, param]);
});

test("unknown ids, addresses and keys get Stripe's errors", async () => {
  const missing = await refusal(stripe.checkout.sessions.retrieve("cs_test_none"));
  expect([missing.statusCode, missing.code]).toEqual([404, "resource_missing"]);
  const unknown = await refusal(stripe.customers.create({}));
  expect([unknown.statusCode, unknown.type]).toEqual([404, "StripeInvalidRequestError"]);
  for (const authorization of ["", "Bearer sk_live_1234567890", "Bearer pk_test_1"]) {
    const headers: HeadersInit = authorization ? { authorization } : {};
    const answer = await sandbox.fetch(`${at}/v1/refunds`, { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  }
});

test("the same key with the same body gets the same answer, with another body a refusal", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  const first = await stripe.checkout.sessions.create(order(), key);
  const again = await stripe.checkout.sessions.create(order(), key);
  expect(again.id).toBe(first.id);
  const other = await refusal(
    stripe.checkout.sessions.create(order({ client_reference_id: "order-2" }), key),
  );
  expect([other.type, other.statusCode]).toEqual(["StripeIdempotencyError", 400]);
  const elsewhere = await refusal(stripe.checkout.sessions.expire(first.id, {}, key));
  expect(elsewhere.type).toBe("StripeIdempotencyError");
});

test("a replayed answer says so, and says which request it first answered", async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  const headers = { authorization: "Bearer sk_test_1", "idempotency-key": crypto.randomUUID() };
  const expire = () => sandbox.fetch(`${at}/v1/checkout/sessions/${id}/expire`, { method: "POST", headers });
  const [first, again] = [await expire(), await expire()];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"));
  expect(await again.text()).toBe(await first.text());
  expect(await typesAbout(id)).toEqual(["checkout.session.expired"]);
});

test("a refusal is kept under its key too", async () => {
  const { intent } = await paid();
  const key = { idempotencyKey: crypto.randomUUID() };
  const asked = { payment_intent: intent.id, amount: 20_000 };
  expect((await refusal(stripe.refunds.create(asked, key))).statusCode).toBe(400);
  const replayed = await refusal(stripe.refunds.create(asked, key));
  expect(replayed.headers?.["idempotent-replayed"]).toBe("true");
});

test("twenty creates at once under one key make one session", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  const asked = Array.from({ length: 20 }, () => stripe.checkout.sessions.create(order(), key));
  expect(new Set((await Promise.all(asked)).map(({ id }) => id)).size).toBe(1);
});

test("sessions are listed newest first, page by page, both ways", async () => {
  const made: string[] = [];
  for (let k = 0; k < 5; k++) made.unshift((await stripe.checkout.sessions.create(order())).id);
  const first = await stripe.checkout.sessions.list({ limit: 2 });
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect(first.has_more).toBe(true);
  const second = await stripe.checkout.sessions.list({ limit: 2, starting_after: made[1] });
  expect(second.data.map(({ id }) => id)).toEqual(made.slice(2, 4));
  const back = await stripe.checkout.sessions.list({ limit: 2, ending_before: made[3] });
  expect(back.data.map(({ id }) => id)).toEqual(made.slice(1, 3));
  expect(back.has_more).toBe(true);
  const walked: string[] = [];
  for await (const { id } of stripe.checkout.sessions.list({ limit: 2 })) walked.push(id);
  expect(walked.slice(0, 5)).toEqual(made);
  expect(new Set(walked).size).toBe(walked.length);
});

test("the card page shows what is sold, escaped, with a way back and no script", async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  const page = await get(`/c/pay/${id}`);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain("Logo &amp; &lt;b&gt;sheet&lt;/b&gt;");
  expect(html).toContain("Pay $110.00");
  expect(html).toContain('value="buyer@handiwork.test"');
  expect(html).toContain(`href="${shop}/orders/1?cancelled=1"`);
  expect(html).toContain('class="hazard"');
  expect(html).not.toContain("<script");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`form-action 'self' ${shop};`);
  expect((await get("/c/pay/cs_test_none")).status).toBe(404);
});

test("a good card pays, and the browser goes back to the shop", async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  const answer = await type(id, card("4242 4242 4242 4242"));
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`${shop}/order-success?session_id=${id}`);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  expect(session).toMatchObject({ status: "complete", payment_status: "paid", url: null });
  expect(session.customer_details?.email).toBe("ann@example.org");
  expect(intent).toMatchObject({
    status: "succeeded",
    amount_received: 11_000,
    metadata: { order: "order-1" },
  });
  const charge = await stripe.charges.retrieve(String(intent.latest_charge));
  expect(charge).toMatchObject({ amount: 11_000, paid: true, refunded: false, payment_intent: intent.id });
  expect(await typesAbout(intent.id)).toEqual([
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.completed",
  ]);
  const done = await (await get(`/c/pay/${id}`)).text();
  expect(done).toContain("already been made");
  expect(done).toContain(`href="${shop}/order-success?session_id=${id}"`);
});

test("paying five times at once pays once, and all go back to the shop", async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  const answers = await Promise.all(Array.from({ length: 5 }, () => type(id, card("4242424242424242"))));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  expect((await eventsAbout(id)).filter(({ type }) => type === "checkout.session.completed")).toHaveLength(1);
});

test("a declined card changes nothing but the intent, and what was typed stays but for the CVC", async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  const page = await type(id, card("4000 0000 0000 0002"));
  const html = await page.text();
  expect(page.status).toBe(402);
  expect(html).toMatch(/role="alert">Your card was declined\.</);
  for (const kept of ["ann@example.org", "4000 0000 0000 0002", "12 / 40"])
    expect(html).toContain(`value="${kept}"`);
  expect(html).not.toContain("737");
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  expect(session).toMatchObject({ status: "open", payment_status: "unpaid" });
  expect(intent.last_payment_error).toMatchObject({ type: "card_error", code: "card_declined" });
  expect(await typesAbout(intent.id)).toEqual(["payment_intent.payment_failed"]);
  expect((await refusal(stripe.refunds.create({ payment_intent: intent.id }))).statusCode).toBe(400);
  expect((await type(id, card("4242424242424242"))).status).toBe(303);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
});

test.each([
  ["1234 5678", "12 / 40", "737", "Your card number is invalid."],
  ["4242424242424242", "13 / 40", "737", "expiration date"],
  ["4242424242424242", "01 / 20", "737", "expiration date"],
  ["4242424242424242", "12 / 40", "", "security code"],
])("the card %s %s %s is not taken: %s", async (number, exp, cvc, sentence) => {
  const { id } = await stripe.checkout.sessions.create(order());
  const page = await type(id, { ...card(number), exp, cvc });
  expect(page.status).toBe(400);
  expect(await page.text()).toContain(sentence);
  expect((await stripe.checkout.sessions.retrieve(id)).payment_intent).toBeNull();
});

test("a card that asks for authentication pays when the bank says yes, and not when it says no", async () => {
  const { id } = await stripe.checkout.sessions.create(order());
  const asked = await type(id, card("4000002500003155"));
  const html = await asked.text();
  expect(asked.status).toBe(200);
  expect(html).toContain('name="authentication" value="complete"');
  expect(html).not.toContain("737");
  const open = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
  expect((open.payment_intent as Stripe.PaymentIntent).status).toBe("requires_action");
  const { cvc: _, ...carried } = card("4000002500003155");
  const refused = await type(id, { ...carried, authentication: "fail" });
  expect(refused.status).toBe(402);
  expect(await refused.text()).toContain("unable to authenticate");
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("unpaid");
  expect((await type(id, { ...carried, authentication: "complete" })).status).toBe(303);
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("paid");
});

test("a disputed payment is paid first, then disputed, and cannot be refunded", async () => {
  const { charge, intent } = await paid("4000000000000259");
  expect(charge.disputed).toBe(true);
  expect((await typesAbout(intent.id)).slice(-3)).toEqual([
    "checkout.session.completed",
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
  ]);
  expect((await refusal(stripe.refunds.create({ charge: charge.id }))).code).toBe("charge_disputed");
});

test("a full refund gives everything back once", async () => {
  const { charge, intent } = await paid();
  const refund = await stripe.refunds.create({ payment_intent: intent.id, metadata: { why: "cancelled" } });
  expect(refund).toMatchObject({
    amount: 11_000,
    status: "succeeded",
    charge: charge.id,
    metadata: { why: "cancelled" },
  });
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 11_000, refunded: true });
  const again = await refusal(stripe.refunds.create({ payment_intent: intent.id }));
  expect([again.statusCode, again.code]).toEqual([400, "charge_already_refunded"]);
  expect((await typesAbout(intent.id)).slice(-3)).toEqual([
    "refund.created",
    "charge.refunded",
    "refund.updated",
  ]);
  expect((await stripe.refunds.retrieve(refund.id)).id).toBe(refund.id);
});

test("partial refunds never give back more than was paid", async () => {
  const { charge, intent } = await paid();
  const first = await stripe.refunds.create({ charge: charge.id, amount: 4000 });
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 4000, refunded: false });
  const tooMuch = await refusal(stripe.refunds.create({ charge: charge.id, amount: 7001 }));
  expect([tooMuch.statusCode, tooMuch.param]).toEqual([400, "amount"]);
  const rest = await stripe.refunds.create({ charge: charge.id });
  expect(rest.amount).toBe(7000);
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 11_000, refunded: true });
  const list = await stripe.refunds.list({ payment_intent: intent.id });
  expect(list.data.map(({ id }) => id)).toEqual([rest.id, first.id]);
  const expanded = await stripe.charges.retrieve(charge.id, { expand: ["refunds"] });
  expect(expanded.refunds?.data).toHaveLength(2);
});

test("sessions expire by the sandbox's clock, by themselves", async () => {
  const { created } = await stripe.checkout.sessions.create(order());
  const short = await stripe.checkout.sessions.create(order({ expires_at: created + 31 * 60 }));
  const long = await stripe.checkout.sessions.create(order());
  await steer("clock", { advance: 32 * 60 });
  expect((await stripe.checkout.sessions.retrieve(short.id)).status).toBe("expired");
  expect((await stripe.checkout.sessions.retrieve(long.id)).status).toBe("open");
  expect(await typesAbout(short.id)).toEqual(["checkout.session.expired"]);
  expect((await stripe.checkout.sessions.create(order())).created).toBeGreaterThanOrEqual(created + 32 * 60);
  expect((await steer("clock", { advance: -1 })).status).toBe(400);
});

test("an idempotency key is forgotten after a day, as Stripe does", async () => {
  const key = { idempotencyKey: crypto.randomUUID() };
  const first = await stripe.checkout.sessions.create(order(), key);
  await steer("clock", { advance: 25 * 3600 });
  expect((await stripe.checkout.sessions.create(order(), key)).id).not.toBe(first.id);
});

test("sessions can be paid and expired by steering", async () => {
  const one = await stripe.checkout.sessions.create(order());
  expect(await (await steer(`sessions/${one.id}/pay`)).json()).toMatchObject({
    id: one.id,
    payment_status: "paid",
  });
  const two = await stripe.checkout.sessions.create(order());
  expect((await steer(`sessions/${two.id}/pay`, { card: "4000000000000002" })).status).toBe(402);
  expect(await (await steer(`sessions/${two.id}/expire`)).json()).toMatchObject({ status: "expired" });
  expect((await steer(`sessions/${two.id}/pay`)).status).toBe(400);
  expect((await steer("sessions/cs_test_none/pay")).status).toBe(404);
});

test("while delivery is off events wait, undelivered", async () => {
  const { session } = await paid();
  await scheduler.wait(300);
  const [event] = await eventsAbout(session.id);
  expect(event).toMatchObject({ delivered: false, attempts: 0 });
  expect((await steer("delivery", { mode: "sometimes" })).status).toBe(400);
});

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const kindOf = (value: Json) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** Paths at which ours lacks a key of the fixture or has another JSON type; null stands for any type. */
const differences = (fixture: Json, ours: Json, path = ""): string[] => {
  const [theirs, mine] = [kindOf(fixture), kindOf(ours)];
  if (theirs === "null" || mine === "null") return [];
  if (theirs !== mine) return [`${path}: ${mine}, not ${theirs}`];
  if (theirs !== "object" || mine !== "object") return [];
  const [a, b] = [fixture as { [key: string]: Json }, ours as { [key: string]: Json }];
  return Object.keys(a).flatMap((key) => {
    const value = b[key];
    return value === undefined
      ? [`${path}.${key}: missing`]
      : differences(a[key] ?? null, value, `${path}.${key}`);
  });
};
const plain = (object: object): Json => JSON.parse(JSON.stringify(object)) as Json;

test("objects have the keys and types of Stripe's published fixtures", async () => {
  const open = await stripe.checkout.sessions.create(order());
  const { session, intent, charge } = await paid("4000000000000259");
  const other = await paid("4000000000007726");
  const pending = await stripe.refunds.create({ payment_intent: other.intent.id });
  const failed = await (await steer(`refunds/${pending.id}/settle`, { outcome: "failed" })).json();
  const refund = await stripe.refunds.create({ payment_intent: (await paid()).intent.id });
  const { data } = await stripe.disputes.list({ payment_intent: intent.id });
  const closed = await (await steer(`disputes/${data[0]?.id}/close`, { status: "won" })).json();
  const { id } = await stripe.checkout.sessions.create(order());
  await steer(`sessions/${id}/pay`, { async: true });
  const later = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  const bank = later.payment_intent as Stripe.PaymentIntent;
  const { payment_method_details: _, ...debit } = bank.latest_charge as Stripe.Charge;
  const { payment_method_details: __, ...charged } = fixtures.charge;
  for (const each of [open, { ...session, payment_intent: intent.id }, { ...later, payment_intent: bank.id }])
    expect(differences(fixtures["checkout.session"], plain(each))).toEqual([]);
  for (const each of [
    { ...intent, latest_charge: charge.id },
    { ...bank, latest_charge: debit.id },
  ])
    expect(differences(fixtures.payment_intent, plain(each))).toEqual([]);
  expect(differences(fixtures.charge, plain(charge))).toEqual([]);
  expect(differences(charged, plain(debit))).toEqual([]);
  for (const each of [refund, pending, failed as object])
    expect(differences(fixtures.refund, plain(each))).toEqual([]);
  for (const each of [data[0] ?? {}, closed as object])
    expect(differences(fixtures.dispute, plain(each))).toEqual([]);
});
