import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { open } from "#app/checkout/checkout.server.ts";
import { runDue } from "#app/lib/work.ts";
import { openSessions } from "#app/payments/checkout-sessions.server.ts";
import { moneyCalls, orders } from "#drizzle/schema.ts";
import { deps, depsThrough, sweep } from "../support/clock.ts";
import { paidAtStripe, paidOrder, placeOrder } from "../support/purchase.ts";
import { deliveries, expireSession, payOnCardPage } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, origin, visitor } from "../support/visitor.ts";

await deliveries("off");

const respond = (status: number, error: object) => async () => Response.json({ error }, { status });

test("The buyer is sent to Stripe's Checkout page, with the amount and the order", async () => {
  const { cardPage, order, session } = await placeOrder();
  expect(cardPage).toMatch(/^http:\/\/stripe\.test\//);
  const { calls } = await tracesOf(order.id);
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    kind: "checkout_session",
    state: "confirmed",
    stripeId: session,
    open: true,
  });
  expect(JSON.parse(calls[0]?.params ?? "")).toMatchObject({
    client_reference_id: order.id,
    mode: "payment",
  });
});

test("Stripe sends the buyer back to the product's address", async () => {
  const { order } = await placeOrder();
  const [call] = (await tracesOf(order.id)).calls;
  expect(JSON.parse(call?.params ?? "").success_url).toContain(`${origin}/payment-success?type=service`);
});

test("A declined card charges nothing, and the order can still be paid", async () => {
  const { ann, order, cardPage } = await placeOrder();
  expect(await payOnCardPage(cardPage, "4000 0000 0000 0002")).toBeNull();
  const again = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
  expect(again.location).toBe(cardPage);
});

test("The canceled page says that nothing was charged and links to the order", async () => {
  const { ann, order } = await placeOrder();
  const page = await ann.get(`/payment-canceled?order=${order.id}`);
  expect(page.text).toContain(
    "No charges were made. Your order is saved for 24 hours, in case you only wanted another cup of coffee.",
  );
  expect(page.links).toContain(`/orders/${order.id}`);
  const stranger = await (await visitor.signedIn()).get(`/payment-canceled?order=${order.id}`);
  expect(stranger.html).not.toContain(`/orders/${order.id}`);
  expect(stranger.text).not.toContain("saved for 24 hours");
});

test("The canceled page of the seller's fee links to the application", async () => {
  const ann = await visitor.signedIn();
  const page = await ann.get("/payment-canceled?type=seller_registration");
  expect(page.html).toMatch(/<a [^>]*href="\/services\/sell"[^>]*>Try Again<\/a>/);
});

test("The canceled page of a paid order redirects to the order", async () => {
  const { ann, order } = await paidOrder();
  expect((await ann.get(`/payment-canceled?order=${order.id}`)).location).toBe(`/orders/${order.id}`);
  const eve = await (await visitor.signedIn()).get(`/payment-canceled?order=${order.id}`);
  expect([eve.status, eve.location]).toEqual([200, null]);
});

test("'Complete Payment' on a session that is already paid fulfils it instead of charging twice", async () => {
  const { ann, order } = await paidAtStripe();
  const page = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
  expect(page.location).toBe(`/orders/${order.id}`);
  expect((await tracesOf(order.id)).order.paymentStatus).toBe("paid");
});

test("'Complete Payment' after the session has expired opens a new one for the same price", async () => {
  const { ann, order, session, cardPage } = await placeOrder();
  await expireSession(session);
  const page = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
  expect(page.location).toMatch(/^http:\/\/stripe\.test\//);
  expect(page.location).not.toBe(cardPage);
  const { calls } = await tracesOf(order.id);
  expect(calls.filter((call) => call.open)).toHaveLength(1);
  expect(calls.map((call) => JSON.parse(call.params).line_items[0].price_data.unit_amount)).toEqual([
    8000, 8000,
  ]);
});

test("An order that was paid or cancelled after it was read opens no second session", async () => {
  const paid = await paidOrder();
  expect(await open(deps, paid.order, "ann@example.test", origin)).toEqual({ nothingDue: true });
  const placed = await placeOrder();
  await placed.ann.submit(`/orders/${placed.order.id}`, { intent: "cancel" });
  await expect.poll(async () => (await tracesOf(placed.order.id)).calls[0]?.open).toBe(false);
  expect(await open(deps, placed.order, "ann@example.test", origin)).toEqual({ nothingDue: true });
  for (const { order } of [paid, placed]) expect((await tracesOf(order.id)).calls).toHaveLength(1);
});

test("The sweep closes the open session of a cancelled order", async () => {
  const { order, cardPage } = await placeOrder();
  await db.update(orders).set({ status: "cancelled", stage: "closed" }).where(eq(orders.id, order.id));
  await db.update(moneyCalls).set({ updatedAt: 0 }).where(eq(moneyCalls.orderId, order.id));
  await sweep();
  expect((await tracesOf(order.id)).calls[0]?.open).toBe(false);
  expect((await payOnCardPage(cardPage)) ?? "").not.toContain("payment-success");
});

test("After a server error the next try has a new idempotency key, after a lost connection the same key", async () => {
  const { order } = await placeOrder();
  await db.update(moneyCalls).set({ stripeId: null, state: "due" }).where(eq(moneyCalls.orderId, order.id));
  const attempt = async () => (await tracesOf(order.id)).calls[0]?.attempt;
  const cut = await open(
    depsThrough(async () => Promise.reject(new Error("cut"))),
    order,
    "ann@example.test",
    origin,
  );
  expect(cut).toMatchObject({ failed: expect.stringContaining("Nothing was charged") });
  expect(await attempt()).toBe(1);
  await open(
    depsThrough(respond(500, { type: "api_error", message: "ours" })),
    order,
    "ann@example.test",
    origin,
  );
  expect(await attempt()).toBe(2);
  expect(await open(deps, order, "ann@example.test", origin)).toHaveProperty("url");
});

test("A second click while the first is in progress waits and finds its session", async () => {
  const { order, cardPage, session } = await placeOrder();
  await db.update(moneyCalls).set({ stripeId: null, state: "sent" }).where(eq(moneyCalls.orderId, order.id));
  let requests = 0;
  const inUse = { type: "idempotency_error", code: "idempotency_key_in_use", message: "in use" };
  const busy = depsThrough(async (...request) => {
    requests++;
    if (requests > 1) return await fetch(...request);
    // Stripe's response to the first click is stored while the second one waits.
    await db
      .update(moneyCalls)
      .set({ stripeId: session, state: "confirmed" })
      .where(eq(moneyCalls.orderId, order.id));
    return Response.json({ error: inUse }, { status: 409 });
  });
  expect(await open(busy, order, "ann@example.test", origin)).toEqual({ url: cardPage });
  expect(requests).toBe(2);
});

test("If Stripe cannot be reached, the product does not claim that nothing was charged", async () => {
  const { order } = await placeOrder();
  const cut = await open(
    depsThrough(async () => Promise.reject(new Error("cut"))),
    order,
    "ann@example.test",
    origin,
  );
  expect(cut).toMatchObject({
    failed: expect.stringContaining("If you have already paid, do not pay again"),
  });
});

test("A buyer waits at most twelve seconds for Stripe, however many calls it takes", async () => {
  const { order } = await placeOrder();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const requested = Promise.withResolvers<void>();
    const silent = depsThrough(() => {
      requested.resolve();
      return new Promise<Response>(() => {});
    });
    const answer = open(silent, order, "ann@example.test", origin);
    await requested.promise;
    await vi.advanceTimersByTimeAsync(12_000);
    const late = await Promise.race([answer, scheduler.wait(1000)]);
    expect(late).toMatchObject({
      failed: expect.stringContaining("If you have already paid, do not pay again"),
    });
  } finally {
    vi.useRealTimers();
  }
});

test("A session whose check fails does not block the other sessions in the sweep", async () => {
  const { order } = await placeOrder();
  await db.update(moneyCalls).set({ updatedAt: 1 }).where(eq(moneyCalls.orderId, order.id));
  await runDue(
    openSessions,
    depsThrough(async () => Promise.reject(new Error("cut"))),
  );
  const [call] = (await tracesOf(order.id)).calls;
  expect(call?.open).toBe(true);
  expect(Date.now() - (call?.updatedAt ?? 0)).toBeLessThan(60_000);
});

test("A session that Stripe no longer knows is replaced by a new one", async () => {
  const { ann, order } = await placeOrder();
  await db.update(moneyCalls).set({ stripeId: "cs_test_gone" }).where(eq(moneyCalls.orderId, order.id));
  const page = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
  expect(page.location).toMatch(/^http:\/\/stripe\.test\//);
});
