import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import { deliveries, payLater, settleSession } from "../support/stripe.ts";
import {
  cardFields,
  eventsAbout,
  newestEvent,
  productOrigin,
  refusalOf,
  request,
  sessionParams,
  stripe,
  submitCardPage,
  typesAbout,
  typesAfter,
} from "./sandbox-client.ts";

// The product must not receive these events: it has no orders for them.
beforeAll(() => deliveries("off"));

test("The card page shows the line items escaped, links back to the product and has no script", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const page = await request(`/c/pay/${id}`);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain("Logo &amp; &lt;b&gt;sheet&lt;/b&gt;");
  expect(html).toContain("Pay $110.00");
  expect(html).toContain('value="buyer@handiwork.test"');
  expect(html).toContain(`href="${productOrigin}/orders/1?cancelled=1"`);
  expect(html).toContain('class="hazard"');
  expect(html).not.toContain("<script");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`form-action 'self' ${productOrigin};`);
  expect((await request("/c/pay/cs_test_none")).status).toBe(404);
});

test("A valid card pays, and the browser is redirected to the product", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const answer = await submitCardPage(id, cardFields("4242 4242 4242 4242"));
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`${productOrigin}/order-success?session_id=${id}`);
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
  const done = await (await request(`/c/pay/${id}`)).text();
  expect(done).toContain("already been made");
  expect(done).toContain(`href="${productOrigin}/order-success?session_id=${id}"`);
});

test("Five simultaneous submissions pay once, and all are redirected to the product", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => submitCardPage(id, cardFields("4242424242424242"))),
  );
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  expect((await eventsAbout(id)).filter(({ type }) => type === "checkout.session.completed")).toHaveLength(1);
});

test("A declined card changes only the intent, and the form keeps its values except the CVC", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const page = await submitCardPage(id, cardFields("4000 0000 0000 0002"));
  const html = await page.text();
  expect(page.status).toBe(402);
  expect(html).toMatch(/role="alert">Your card was declined\.</);
  for (const value of ["ann@example.org", "4000 0000 0000 0002", "12 / 40"])
    expect(html).toContain(`value="${value}"`);
  // As a whole word: the page's nonce and ids are random, and may contain these three digits.
  expect(html).not.toMatch(/\b737\b/);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  expect(session).toMatchObject({ status: "open", payment_status: "unpaid" });
  expect(intent.last_payment_error).toMatchObject({ type: "card_error", code: "card_declined" });
  expect(await typesAbout(intent.id)).toEqual(["payment_intent.payment_failed"]);
  expect((await refusalOf(stripe.refunds.create({ payment_intent: intent.id }))).statusCode).toBe(400);
  expect((await submitCardPage(id, cardFields("4242424242424242"))).status).toBe(303);
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
});

test.each([
  ["1234 5678", "12 / 40", "737", "Your card number is invalid."],
  ["4242424242424242", "13 / 40", "737", "expiration date"],
  ["4242424242424242", "01 / 20", "737", "expiration date"],
  ["4242424242424242", "12 / 40", "", "security code"],
])("The card %s %s %s is refused: %s", async (number, exp, cvc, sentence) => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const page = await submitCardPage(id, { ...cardFields(number), exp, cvc });
  expect(page.status).toBe(400);
  expect(await page.text()).toContain(sentence);
  expect((await stripe.checkout.sessions.retrieve(id)).payment_intent).toBeNull();
});

test("A card that requires authentication pays only after the authentication succeeds", async () => {
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  const page = await submitCardPage(id, cardFields("4000002500003155"));
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('name="authentication" value="complete"');
  expect(html).not.toMatch(/\b737\b/);
  const open = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
  expect((open.payment_intent as Stripe.PaymentIntent).status).toBe("requires_action");
  const { cvc: _, ...carried } = cardFields("4000002500003155");
  const refused = await submitCardPage(id, { ...carried, authentication: "fail" });
  expect(refused.status).toBe(402);
  expect(await refused.text()).toContain("unable to authenticate");
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("unpaid");
  expect((await submitCardPage(id, { ...carried, authentication: "complete" })).status).toBe(303);
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe("paid");
});

test("A bank payment completes the session, which is paid after the bank's confirmation", async () => {
  const { id, url } = await stripe.checkout.sessions.create(sessionParams());
  const page = await (await env.STRIPE_SANDBOX.fetch(String(url))).text();
  expect(page).toContain('name="method" value="bank"');
  const before = await newestEvent();
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
  expect((await refusalOf(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe(
    "payment_intent_unexpected_state",
  );
  const middle = await newestEvent();
  expect(await settleSession(id, "succeeded")).toMatchObject({ id, payment_status: "paid" });
  expect(await typesAfter(middle)).toEqual([
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.async_payment_succeeded",
  ]);
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: "succeeded",
    amount_received: 11_000,
  });
  await expect(settleSession(id, "failed")).rejects.toThrow("is not being processed");
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  expect(refund).toMatchObject({ status: "pending", destination_details: { type: "us_bank_transfer" } });
});

test("A bank payment that fails leaves the session complete and unpaid", async () => {
  const { id, url } = await stripe.checkout.sessions.create(
    sessionParams({ allowed_payment_method_types: ["card"] }),
  );
  const page = await (await env.STRIPE_SANDBOX.fetch(String(url))).text();
  expect(page).not.toContain('name="method"');
  const body = new URLSearchParams({ email: "ann@example.org", method: "bank" });
  expect((await env.STRIPE_SANDBOX.fetch(String(url), { method: "POST", body })).status).toBe(400);
  await payLater(String(url));
  const before = await newestEvent();
  expect(await settleSession(id, "failed")).toMatchObject({ status: "complete", payment_status: "unpaid" });
  expect(await typesAfter(before)).toEqual([
    "charge.failed",
    "payment_intent.payment_failed",
    "checkout.session.async_payment_failed",
  ]);
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] });
  expect(payment_intent).toMatchObject({ status: "requires_payment_method", amount_received: 0 });
});

test("A card number belongs to one buyer, with its own fingerprint; the shared card has one fingerprint for everyone", async () => {
  const fingerprintOf = async (number: string, buyer: string) => {
    const { id } = await stripe.checkout.sessions.create(sessionParams({ customer_email: buyer }));
    await submitCardPage(id, cardFields(number));
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
    const { latest_charge: charge } = session.payment_intent as Stripe.PaymentIntent;
    return (charge as Stripe.Charge).payment_method_details?.card?.fingerprint;
  };
  const [ann, bob] = ["ann@handiwork.test", "bob@handiwork.test"];
  const anns = await fingerprintOf("4242 4242 4242 4242", ann);
  expect(anns).toMatch(/^[0-9A-Za-z]{16}$/);
  expect(await fingerprintOf("4242424242424242", ann)).toBe(anns);
  const shared = await fingerprintOf("4000 0566 5566 5556", ann);
  const others = [
    shared,
    await fingerprintOf("4242 4242 4242 4242", bob),
    await fingerprintOf("4000 0000 0000 7726", ann),
  ];
  expect(new Set([anns, ...others]).size).toBe(4);
  expect(await fingerprintOf("4000 0566 5566 5556", bob)).toBe(shared);
});

test("The text above the button is shown as text, and refused above 1,200 characters", async () => {
  const withText = (message: string) => sessionParams({ custom_text: { submit: { message } } });
  const session = await stripe.checkout.sessions.create(withText("Once per <b>card</b>."));
  expect(session.custom_text.submit).toEqual({ message: "Once per <b>card</b>." });
  const html = await (await request(`/c/pay/${session.id}`)).text();
  expect(html).toContain("<p>Once per &lt;b&gt;card&lt;/b&gt;.</p>");
  const refusal = await refusalOf(stripe.checkout.sessions.create(withText("a".repeat(1201))));
  expect(refusal.param).toBe("custom_text[submit][message]");
});
