import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { ledger, moneyCalls, orderEvents, orders, outbox, payments, webhookEvents } from "#drizzle/schema.ts";
import { paidAtStripe, paidOrder, placeOrder } from "../support/purchase.ts";
import { deliver, deliveries, events, faults, payOnCardPage } from "../support/stripe.ts";
import { db, shop, visitor } from "../support/visitor.ts";

await deliveries("off");

/** Everything that a payment leaves behind. */
async function tracesOf(orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error("The order has vanished");
  return {
    order,
    payments: await db.select().from(payments).where(eq(payments.orderId, orderId)),
    ledger: await db.select().from(ledger).where(eq(ledger.orderId, orderId)),
    events: await db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, orderId))
      .orderBy(orderEvents.seq),
    calls: await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, orderId)),
    mails: await db.select().from(outbox).where(eq(outbox.subjectId, orderId)),
  };
}

const sum = (rows: { amountCents: number }[]) => rows.reduce((cents, row) => cents + row.amountCents, 0);

describe("a payment", () => {
  it("goes to the card page of the payment host, with amount and order", async () => {
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

  it("the webhook marks the order paid, books the ledger and writes both mails", async () => {
    const { order, session } = await paidOrder();
    const traces = await tracesOf(order.id);
    expect(traces.order).toMatchObject({
      status: "pending",
      paymentStatus: "paid",
      stage: "ready",
      version: 2,
    });
    expect(traces.payments).toMatchObject([
      { checkoutSessionId: session, amountCents: 8000, outcome: "applied" },
    ]);
    expect(traces.ledger.map((row) => [row.account, row.amountCents])).toEqual([
      ["cash", 8000],
      ["seller_payable", -8000],
      // 2.9 % and 30 c stay with Stripe.
      ["stripe_fees", 262],
      ["cash", -262],
    ]);
    expect(traces.events.map((event) => event.kind)).toEqual(["placed", "paid"]);
    expect(traces.mails.map((mail) => mail.kind).sort()).toEqual(["new_order", "receipt"]);
    expect(traces.calls[0]?.open).toBe(false);
  });

  it("20 deliveries at once plus the success page are one payment and one ledger transaction", async () => {
    const { ann, order, session, event } = await paidAtStripe();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => deliver(event)),
      ann.get(`/payment-success?type=service&session_id=${session}`),
      ann.get(`/payment-success?type=service&session_id=${session}`),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(Array(22).fill(200));
    const traces = await tracesOf(order.id);
    expect(traces.payments).toHaveLength(1);
    expect(traces.ledger.filter((row) => row.transaction === `payment:${session}`)).toHaveLength(2);
    expect(sum(traces.ledger)).toBe(0);
    expect(traces.events.map((one) => one.seq)).toEqual([1, 2]);
    expect(traces.mails).toHaveLength(2);
  });

  it("two different events of one session are one payment", async () => {
    const { order, event } = await paidAtStripe();
    await Promise.all([
      deliver(event),
      deliver({ ...event, id: `evt_${crypto.randomUUID().replaceAll("-", "")}` }),
    ]);
    expect((await tracesOf(order.id)).payments).toHaveLength(1);
  });

  it("the success page alone is enough: it asks Stripe and says confirmed", async () => {
    const { ann, order, session } = await paidAtStripe();
    const page = await ann.get(`/payment-success?type=service&session_id=${session}`);
    expect(page.text).toContain("Payment received");
    // What ends the payment welcomes nobody; this page does.
    expect(page.html).not.toContain('page" data-clear-redirect');
    expect(page.links).toEqual(expect.arrayContaining(["/orders", "/", `/orders/${order.id}`]));
    expect((await tracesOf(order.id)).order.paymentStatus).toBe("paid");
    const asks = "Answer their questions next, so that they can begin.";
    expect(page.text).not.toContain(asks);
    const asked = await paidAtStripe({ questions: [{ question: "Which?", type: "text", required: true }] });
    const other = await asked.ann.get(`/payment-success?type=service&session_id=${asked.session}`);
    expect(other.text).toContain(`Thank you. Your order is with the seller. ${asks}`);
  });

  it("the sweep finds a payment of which nobody told us", async () => {
    const { order } = await paidAtStripe();
    await db
      .update(moneyCalls)
      .set({ updatedAt: Date.now() - 120_000 })
      .where(eq(moneyCalls.orderId, order.id));
    await visitor.signedOut().fetch("/dev/sweep", { method: "POST" });
    expect((await tracesOf(order.id)).order.paymentStatus).toBe("paid");
  });

  it("an unpaid session is not believed, whatever the address says", async () => {
    const { ann, order, session } = await placeOrder();
    const page = await ann.get(`/payment-success?type=service&session_id=${session}`);
    expect(page.text).toContain("Not paid");
    expect((await tracesOf(order.id)).order.paymentStatus).toBe("pending");
  });

  it("without a session, signed out, or for a stranger's, the page grants and tells nothing", async () => {
    const { order, session } = await paidAtStripe();
    const eve = await visitor.signedIn();
    const paths = [
      "/payment-success?type=service",
      `/payment-success?type=service&session_id=${session}`,
      "/payment-success?type=service&session_id=cs_none",
    ];
    for (const path of paths) {
      for (const who of [eve, visitor.signedOut()]) {
        const page = await who.get(path);
        expect(page.status).toBe(200);
        expect(page.text).toContain("We could not find this payment; see your orders");
        expect(page.html).not.toContain(order.id);
      }
    }
  });

  it("while Stripe does not answer, only its own buyer reads that it is processing", async () => {
    const { ann, session } = await paidAtStripe();
    const eve = await visitor.signedIn();
    for (const [who, id, sentence] of [
      [ann, session, "Still processing"],
      [eve, session, "We could not find this payment; see your orders"],
      [ann, "cs_test_none", "We could not find this payment; see your orders"],
    ] as const) {
      await faults([{ path: `/v1/checkout/sessions/${id}`, status: 500 }]);
      expect((await who.get(`/payment-success?type=service&session_id=${id}`)).text).toContain(sentence);
    }
    await faults([]);
  });
});

describe("the card page", () => {
  it("a declined card charges nothing and the order stays payable", async () => {
    const { ann, order, cardPage } = await placeOrder();
    expect(await payOnCardPage(cardPage, "4000 0000 0000 0002")).toBeNull();
    const again = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
    expect(again.location).toBe(cardPage);
  });

  it("the canceled page says so and leads back to the order", async () => {
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

  it("the canceled page of an order for which money came in leads to the order", async () => {
    const { ann, order } = await paidOrder();
    expect((await ann.get(`/payment-canceled?order=${order.id}`)).location).toBe(`/orders/${order.id}`);
    const eve = await (await visitor.signedIn()).get(`/payment-canceled?order=${order.id}`);
    expect([eve.status, eve.location]).toEqual([200, null]);
  });

  it("Complete Payment on a session that was paid meanwhile fulfils instead of charging twice", async () => {
    const { ann, order } = await paidAtStripe();
    const page = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
    expect(page.location).toBe(`/orders/${order.id}`);
    expect((await tracesOf(order.id)).order.paymentStatus).toBe("paid");
  });

  it("Complete Payment after the session expired opens a new one for the same price", async () => {
    const { ann, order, session, cardPage } = await placeOrder();
    const { STRIPE_SANDBOX } = (await import("cloudflare:workers")).env;
    await (
      await STRIPE_SANDBOX.fetch(`http://stripe.test/control/sessions/${session}/expire`, { method: "POST" })
    ).text();
    const page = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
    expect(page.location).toMatch(/^http:\/\/stripe\.test\//);
    expect(page.location).not.toBe(cardPage);
    const { calls } = await tracesOf(order.id);
    expect(calls.filter((call) => call.open)).toHaveLength(1);
    expect(calls.map((call) => JSON.parse(call.params).line_items[0].price_data.unit_amount)).toEqual([
      8000, 8000,
    ]);
  });
});

describe("the webhook", () => {
  it("refuses a forged or a stale signature with 400 and no effect", async () => {
    const { order, event } = await paidAtStripe();
    const forged = await deliver(event, { secret: "whsec_wrong" });
    const stale = await deliver(event, { at: Math.floor(Date.now() / 1000) - 3600 });
    const none = await visitor
      .signedOut()
      .fetch("/webhooks/stripe", { method: "POST", body: JSON.stringify(event) });
    expect([forged.status, stale.status, none.status]).toEqual([400, 400, 400]);
    expect(await db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id))).toEqual([]);
    expect((await tracesOf(order.id)).order.paymentStatus).toBe("pending");
  });

  it("stores an unknown type and answers 200", async () => {
    const event = {
      id: "evt_of_no_interest",
      object: "event",
      type: "customer.created",
      data: { object: { id: "cus_1" } },
    };
    expect((await deliver(event)).status).toBe(200);
    const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id));
    expect(row?.processedAt).toBeTruthy();
  });

  it("a session whose amount is not the order's is a mismatch, never paid", async () => {
    const { ann, order, session, event } = await paidAtStripe();
    await db.update(orders).set({ priceCents: 9000 }).where(eq(orders.id, order.id));
    await deliver(event);
    const traces = await tracesOf(order.id);
    expect(traces.payments).toMatchObject([
      { outcome: "mismatch", note: "Paid 8000 cents, the order costs 9000" },
    ]);
    expect(traces.order.paymentStatus).toBe("pending");
    expect(traces.ledger).toEqual([]);
    const page = await ann.get(`/payment-success?type=service&session_id=${session}`);
    expect(page.text).toContain("We look into your payment");
  });
});

describe("cancelling", () => {
  it("an unpaid order is cancelled, and its card page takes no money any more", async () => {
    const { ann, order, cardPage } = await placeOrder();
    await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    await expect.poll(async () => (await tracesOf(order.id)).calls[0]?.open).toBe(false);
    expect((await payOnCardPage(cardPage)) ?? "").not.toContain("payment-success");
    expect((await tracesOf(order.id)).order).toMatchObject({ status: "cancelled", paymentStatus: "pending" });
  });

  it("a paid order is refunded in full, and the ledger sums to zero with nothing left", async () => {
    const { ann, order } = await paidOrder();
    const page = await ann.submitAndFollow(`/orders/${order.id}`, { intent: "cancel" });
    expect(page.text).toContain("Order status updated to cancelled");
    await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
    const traces = await tracesOf(order.id);
    expect(traces.events.map((event) => event.kind)).toEqual(["placed", "paid", "cancelled", "refunded"]);
    const balances = Map.groupBy(traces.ledger, (row) => row.account);
    expect([...balances].map(([account, rows]) => [account, sum(rows)])).toEqual([
      ["cash", -262],
      ["seller_payable", 0],
      ["stripe_fees", 262],
      ["refunds", 0],
    ]);
    expect((await ann.get(`/orders/${order.id}`)).text).toContain("Your payment was returned");
  });

  it("the refund's webhook, delivered again and again, books nothing twice", async () => {
    const { ann, order } = await paidOrder();
    await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
    const before = await tracesOf(order.id);
    const [updated] = await events("refund.updated");
    await Promise.all([deliver(updated), deliver({ ...updated, id: "evt_again" }), deliver(updated)]);
    expect(await tracesOf(order.id)).toEqual(before);
  });

  it("a payment that arrives after the cancellation goes back at once, and the order page says so", async () => {
    const { ann, bob, order, event } = await paidAtStripe();
    await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    await deliver(event);
    await expect
      .poll(async () => (await tracesOf(order.id)).calls.find((call) => call.kind === "refund")?.state)
      .toBe("confirmed");
    const traces = await tracesOf(order.id);
    expect(traces.payments).toMatchObject([{ outcome: "returned" }]);
    expect(traces.order.status).toBe("cancelled");
    expect(sum(traces.ledger.filter((row) => row.account === "refunds"))).toBe(0);
    expect(traces.mails.map((mail) => mail.kind)).toContain("payment_returned");
    const page = await ann.get(`/orders/${order.id}`);
    expect(page.text).toContain(
      "A payment of $80.00 came too late; it goes back to you. The refund was sent to your card.",
    );
    expect(page.text).not.toContain("Nothing was charged");
    expect((await bob.get(`/orders/${order.id}`)).text).not.toContain("came too late");
  });

  it("50 cancellations at once are one cancellation and one refund", async () => {
    const { ann, order } = await paidOrder();
    await Promise.all(
      Array.from({ length: 50 }, () => ann.submit(`/orders/${order.id}`, { intent: "cancel" })),
    );
    const refunds = await db
      .select()
      .from(moneyCalls)
      .where(and(eq(moneyCalls.orderId, order.id), eq(moneyCalls.kind, "refund")));
    expect(refunds).toHaveLength(1);
  });
});

describe("what is written stays written", () => {
  it("order events and ledger rows refuse UPDATE and DELETE", async () => {
    const { order } = await paidOrder();
    const attempts = [
      () => db.update(orderEvents).set({ kind: "completed" }).where(eq(orderEvents.orderId, order.id)),
      () => db.delete(orderEvents).where(eq(orderEvents.orderId, order.id)),
      () => db.update(ledger).set({ amountCents: 1 }).where(eq(ledger.orderId, order.id)),
      () => db.delete(ledger).where(eq(ledger.orderId, order.id)),
    ];
    for (const attempt of attempts) {
      await expect(
        attempt().then(
          () => "done",
          (error: Error) => String(error.cause),
        ),
      ).resolves.toContain("append-only");
    }
  });

  it("the address of the shop is what Stripe sends people back to", async () => {
    const { order } = await placeOrder();
    const [call] = (await tracesOf(order.id)).calls;
    expect(JSON.parse(call?.params ?? "").success_url).toContain(`${shop}/payment-success?type=service`);
  });
});

describe("a refund whose answer was lost", () => {
  it("is found again by the call's id that it carries, also after Stripe forgot the key", async () => {
    const { ann, order } = await paidOrder();
    await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
    const { calls, ledger: rows } = await tracesOf(order.id);
    const call = calls.find((one) => one.kind === "refund");
    if (!call) throw new Error("No refund");

    // As if the server had died before the answer, a day ago: same order, same payment, a call that was sent and knows nothing.
    const again = {
      ...call,
      n: undefined,
      id: crypto.randomUUID(),
      stripeId: null,
      state: "sent" as const,
      updatedAt: 0,
    };
    await db.insert(moneyCalls).values({ ...again, params: call.params });
    await visitor.signedOut().fetch("/dev/sweep", { method: "POST" });
    const [found] = await db.select().from(moneyCalls).where(eq(moneyCalls.id, again.id));
    expect(found?.state).toBe("failed");
    expect((await tracesOf(order.id)).ledger).toEqual(rows);

    await db
      .update(moneyCalls)
      .set({ stripeId: null, state: "sent", updatedAt: 0, attempt: 2 })
      .where(eq(moneyCalls.id, call.id));
    await visitor.signedOut().fetch("/dev/sweep", { method: "POST" });
    const [own] = await db.select().from(moneyCalls).where(eq(moneyCalls.id, call.id));
    expect(own).toMatchObject({ stripeId: call.stripeId, state: "confirmed" });
    expect((await tracesOf(order.id)).ledger).toEqual(rows);
  });
});

describe("paying and moving at the same time", () => {
  it("an order that was paid or cancelled since it was read opens no second card page", async () => {
    const { open } = await import("#app/payments/checkout/checkout.server.ts");
    const { stripeClient } = await import("#app/payments/stripe.server.ts");
    const deps = {
      db,
      stripe: stripeClient("http://stripe.test", "sk_test_sandbox"),
      clock: { now: () => Date.now() },
      log: () => {},
      requestId: "a test",
    };
    const paid = await paidOrder();
    expect(await open(deps, paid.order, "ann@example.test", shop)).toEqual({ nothingDue: true });
    const placed = await placeOrder();
    await placed.ann.submit(`/orders/${placed.order.id}`, { intent: "cancel" });
    await expect.poll(async () => (await tracesOf(placed.order.id)).calls[0]?.open).toBe(false);
    expect(await open(deps, placed.order, "ann@example.test", shop)).toEqual({ nothingDue: true });
    for (const { order } of [paid, placed]) expect((await tracesOf(order.id)).calls).toHaveLength(1);
  });

  it("the sweep closes the card page of a cancelled order that was left open", async () => {
    const { order, cardPage } = await placeOrder();
    await db.update(orders).set({ status: "cancelled", stage: "closed" }).where(eq(orders.id, order.id));
    await db.update(moneyCalls).set({ updatedAt: 0 }).where(eq(moneyCalls.orderId, order.id));
    await visitor.signedOut().fetch("/dev/sweep", { method: "POST" });
    expect((await tracesOf(order.id)).calls[0]?.open).toBe(false);
    expect((await payOnCardPage(cardPage)) ?? "").not.toContain("payment-success");
  });
});

describe("when Stripe says no, or nothing", () => {
  const deps = async (fetcher: typeof fetch) => {
    const { default: Stripe } = await import("stripe");
    const stripe = new Stripe("sk_test_sandbox", {
      host: "stripe.test",
      protocol: "http",
      httpClient: Stripe.createFetchHttpClient(fetcher),
      maxNetworkRetries: 0,
    });
    return { db, stripe, clock: { now: () => Date.now() }, log: () => {}, requestId: "a test" };
  };
  const answer = (status: number, error: object) => async () => Response.json({ error }, { status });

  it("a fault of Stripe's is asked again under a new key, a cut line under the same", async () => {
    const { open } = await import("#app/payments/checkout/checkout.server.ts");
    const { order } = await placeOrder();
    await db.update(moneyCalls).set({ stripeId: null, state: "due" }).where(eq(moneyCalls.orderId, order.id));
    const attempt = async () => (await tracesOf(order.id)).calls[0]?.attempt;
    const cut = await open(
      await deps(async () => Promise.reject(new Error("cut"))),
      order,
      "ann@example.test",
      shop,
    );
    expect(cut).toMatchObject({ failed: expect.stringContaining("Nothing was charged") });
    expect(await attempt()).toBe(1);
    await open(
      await deps(answer(500, { type: "api_error", message: "ours" })),
      order,
      "ann@example.test",
      shop,
    );
    expect(await attempt()).toBe(2);
    expect(await open(await deps(fetch), order, "ann@example.test", shop)).toHaveProperty("url");
  });

  it("a second click, answered that the first is just being worked on, waits and finds its card page", async () => {
    const { open } = await import("#app/payments/checkout/checkout.server.ts");
    const { order, cardPage, session } = await placeOrder();
    await db
      .update(moneyCalls)
      .set({ stripeId: null, state: "sent" })
      .where(eq(moneyCalls.orderId, order.id));
    let asked = 0;
    const inUse = { type: "idempotency_error", code: "idempotency_key_in_use", message: "in use" };
    const busy = await deps(async (...request) => {
      asked++;
      if (asked > 1) return await fetch(...request);
      // The first click's answer is stored while the second one waits.
      await db
        .update(moneyCalls)
        .set({ stripeId: session, state: "confirmed" })
        .where(eq(moneyCalls.orderId, order.id));
      return Response.json({ error: inUse }, { status: 409 });
    });
    expect(await open(busy, order, "ann@example.test", shop)).toEqual({ url: cardPage });
    expect(asked).toBe(2);
  });

  it("a payment page that cannot be reached is not said to have charged nothing", async () => {
    const { open } = await import("#app/payments/checkout/checkout.server.ts");
    const { order } = await placeOrder();
    const cut = await open(
      await deps(async () => Promise.reject(new Error("cut"))),
      order,
      "ann@example.test",
      shop,
    );
    expect(cut).toMatchObject({ failed: expect.stringContaining("If you have paid, do not pay again") });
  });

  it("nobody waits longer than twelve seconds for Stripe, however many calls it takes", async () => {
    const { open } = await import("#app/payments/checkout/checkout.server.ts");
    const { order } = await placeOrder();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const asked = Promise.withResolvers<void>();
      const silent = await deps(() => {
        asked.resolve();
        return new Promise<Response>(() => {});
      });
      const answer = open(silent, order, "ann@example.test", shop);
      await asked.promise;
      await vi.advanceTimersByTimeAsync(12_000);
      const late = await Promise.race([answer, scheduler.wait(1000)]);
      expect(late).toMatchObject({ failed: expect.stringContaining("If you have paid, do not pay again") });
    } finally {
      vi.useRealTimers();
    }
  });

  it("a session that fails makes way in the sweep for the others", async () => {
    const { settleOpen } = await import("#app/payments/checkout/checkout.server.ts");
    const { order } = await placeOrder();
    await db.update(moneyCalls).set({ updatedAt: 1 }).where(eq(moneyCalls.orderId, order.id));
    await settleOpen(await deps(async () => Promise.reject(new Error("cut"))));
    const [call] = (await tracesOf(order.id)).calls;
    expect(call?.open).toBe(true);
    expect(Date.now() - (call?.updatedAt ?? 0)).toBeLessThan(60_000);
  });

  it("a session that Stripe does not know any more is followed by a new one", async () => {
    const { ann, order } = await placeOrder();
    await db.update(moneyCalls).set({ stripeId: "cs_test_gone" }).where(eq(moneyCalls.orderId, order.id));
    const page = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
    expect(page.location).toMatch(/^http:\/\/stripe\.test\//);
  });

  it("a refund that is refused is tried again a day later under a new key", async () => {
    const { work } = await import("#app/payments/refunds.server.ts");
    const { apply } = await import("#app/payments/apply-transition.server.ts");
    const { find } = await import("#app/orders/orders.server.ts");
    const { order, ann } = await paidOrder();
    const paid = await find(db, order.id);
    if (!paid) throw new Error("No order");
    const no = await deps(answer(400, { type: "invalid_request_error", message: "Insufficient balance" }));
    await apply(no, paid, "cancel", { actor: "buyer", user: ann.id });
    await work(no, 0);
    const call = async () => (await tracesOf(order.id)).calls.find((one) => one.kind === "refund");
    expect(await call()).toMatchObject({ state: "failed", attempt: 2 });
    expect((await ann.get(`/orders/${order.id}`)).text).toContain("The refund did not go through at once");
    await work(await deps(fetch), 0);
    expect((await call())?.state).toBe("failed");
    const tomorrow = { ...(await deps(fetch)), clock: { now: () => Date.now() + 86_400_001 } };
    await work(tomorrow, 0);
    expect((await call())?.state).toBe("confirmed");
    expect((await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
  });

  it("a refund that fails days after it succeeded is taken back in order and ledger, once", async () => {
    const { confirm } = await import("#app/payments/refunds.server.ts");
    const { ann, order } = await paidOrder();
    await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    await expect.poll(async () => (await tracesOf(order.id)).order.paymentStatus).toBe("refunded");
    const call = (await tracesOf(order.id)).calls.find((one) => one.kind === "refund");
    const real = await deps(fetch);
    const refund = await real.stripe.refunds.retrieve(call?.stripeId ?? "");
    const failed = { ...refund, status: "failed", failure_reason: "expired_or_canceled_card" };
    await Promise.all([confirm(real, failed), confirm(real, failed)]);
    const traces = await tracesOf(order.id);
    expect(traces.order.paymentStatus).toBe("paid");
    expect(traces.events.at(-1)?.kind).toBe("refund_failed");
    expect(traces.calls.find((one) => one.kind === "refund")).toMatchObject({
      state: "failed",
      error: "expired_or_canceled_card",
    });
    expect(sum(traces.ledger)).toBe(0);
    expect(sum(traces.ledger.filter((row) => row.account === "refunds"))).toBe(-8000);
  });

  it("nobody is asked to pay again while an operator looks into a payment", async () => {
    const { ann, order, event } = await paidAtStripe();
    await db.update(orders).set({ priceCents: 9000 }).where(eq(orders.id, order.id));
    await deliver(event);
    for (const path of [`/orders/${order.id}`, "/orders"]) {
      const page = await ann.get(path);
      expect(page.text).toContain("We look into your payment. Do not pay again.");
      expect(page.text).not.toMatch(/Complete (your )?payment|cancelled by itself/i);
    }
    const page = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
    expect(page.location).toBe(`/orders/${order.id}`);
  });
});
