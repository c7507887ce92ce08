import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ledger, moneyCalls, orderEvents, orders, profiles } from "#drizzle/schema.ts";
import { sweep } from "../support/clock.ts";
import { paidAtStripe, paidOrder, placeOrder } from "../support/purchase.ts";
import { deliver, deliveries, faults } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

test("The webhook marks the order paid, books the ledger and queues both mails", async () => {
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
    // Stripe's fee: 2.9 % and 30 cents.
    ["stripe_fees", 262],
    ["cash", -262],
  ]);
  expect(traces.kinds).toEqual(["placed", "paid"]);
  expect(traces.mails.toSorted()).toEqual(["new_order to seller", "receipt to buyer"]);
  expect(traces.calls[0]?.open).toBe(false);
});

test("20 concurrent deliveries and the success page make one payment and one ledger transaction", async () => {
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
  expect(traces.sum).toBe(0);
  expect(traces.seqs).toEqual([1, 2]);
  expect(traces.mails).toHaveLength(2);
});

test("Two different events of one session make one payment", async () => {
  const { order, event } = await paidAtStripe();
  await Promise.all([
    deliver(event),
    deliver({ ...event, id: `evt_${crypto.randomUUID().replaceAll("-", "")}` }),
  ]);
  expect((await tracesOf(order.id)).payments).toHaveLength(1);
});

test("The success page fulfils and confirms the payment on its own", async () => {
  const { ann, bob, order, session } = await paidAtStripe();
  const page = await ann.get(`/payment-success?type=service&session_id=${session}`);
  expect(page.text).toContain("Payment received");
  for (const fact of [
    `Service ${order.title} (${order.packageTitle})`,
    `Seller ${bob.email.split("@")[0]} Order`,
    `Order #${order.id.slice(0, 8)}`,
    "Paid by card $80.00",
    `Paid on ${new Date().getUTCDate()} `,
    "What happens next You have paid.",
    "See your order",
  ])
    expect(page.text).toContain(fact);
  // The time is UTC and says so, unless the account has a time zone.
  expect(page.text).toMatch(/Paid on \d+ \w+ \d{4}, \d\d:\d\d UTC/);
  await db.update(profiles).set({ timeZone: "Asia/Tokyo" }).where(eq(profiles.id, ann.id));
  const inTokyo = await ann.get(`/payment-success?type=service&session_id=${session}`);
  expect(inTokyo.text).toMatch(/Paid on \d+ \w+ \d{4}, \d\d:\d\d GMT\+9/);
  expect(page.links).toEqual(expect.arrayContaining(["/orders", "/", `/orders/${order.id}`]));
  expect((await tracesOf(order.id)).order.paymentStatus).toBe("paid");
  const asks = "Answer their questions next, so that they can begin.";
  expect(page.text).not.toContain(asks);
  const withQuestions = await paidAtStripe({
    questions: [{ question: "Which?", type: "text", required: true }],
  });
  const other = await withQuestions.ann.get(
    `/payment-success?type=service&session_id=${withQuestions.session}`,
  );
  expect(other.text).toContain(`Thank you. Your order is with the seller. ${asks}`);
  expect(other.text).toContain("Answer 1 question");
  expect(other.text).not.toContain("See your order");
});

test("The sweep finds a payment without any event", async () => {
  const { order } = await paidAtStripe();
  await db
    .update(moneyCalls)
    .set({ updatedAt: Date.now() - 120_000 })
    .where(eq(moneyCalls.orderId, order.id));
  await sweep();
  expect((await tracesOf(order.id)).order.paymentStatus).toBe("paid");
});

test("An unpaid session does not make its order paid, whatever the address says", async () => {
  const { ann, order, session } = await placeOrder();
  const page = await ann.get(`/payment-success?type=service&session_id=${session}`);
  expect(page.text).toContain("Not paid");
  expect((await tracesOf(order.id)).order.paymentStatus).toBe("pending");
});

test("Without a session, signed out, or for another user's session, the success page shows and changes nothing", async () => {
  const { order, session } = await paidAtStripe();
  const eve = await visitor.signedIn();
  const paths = [
    "/payment-success?type=service",
    `/payment-success?type=service&session_id=${session}`,
    "/payment-success?type=service&session_id=cs_none",
  ];
  for (const path of paths) {
    for (const viewer of [eve, visitor.signedOut()]) {
      const page = await viewer.get(path);
      expect(page.status).toBe(200);
      expect(page.text).toContain("We could not find this payment; see your orders");
      expect(page.text).not.toContain("Payment received");
      expect(page.text.includes("If you have just paid, sign in to see your payment.")).toBe(viewer !== eve);
      expect(page.html).not.toContain(order.id);
    }
  }
});

test("Stripe is asked only about a session that our database lists as the viewer's", async () => {
  const { ann, session } = await paidAtStripe();
  const eve = await visitor.signedIn();
  // The fault waits for the first request about the session.
  await faults([{ path: `/v1/checkout/sessions/${session}`, status: 500 }]);
  for (const stranger of [eve, visitor.signedOut()])
    await stranger.get(`/payment-success?type=service&session_id=${session}`);
  expect((await ann.get(`/payment-success?type=service&session_id=${session}`)).text).toContain(
    "Still processing",
  );
  await faults([
    { path: "/v1/checkout/sessions/cs_test_invented", status: 500 },
    { path: "/v1/checkout/sessions", status: 500 },
  ]);
  expect((await ann.get("/payment-success?type=service&session_id=cs_test_invented")).text).toContain(
    "We could not find this payment",
  );
  await faults([]);
});

test("While Stripe does not respond, only the buyer sees that the payment is processing", async () => {
  const { ann, session } = await paidAtStripe();
  const eve = await visitor.signedIn();
  for (const [viewer, id, sentence] of [
    [ann, session, "Still processing"],
    [eve, session, "We could not find this payment; see your orders"],
    [ann, "cs_test_none", "We could not find this payment; see your orders"],
  ] as const) {
    await faults([{ path: `/v1/checkout/sessions/${id}`, status: 500 }]);
    expect((await viewer.get(`/payment-success?type=service&session_id=${id}`)).text).toContain(sentence);
  }
  await faults([]);
});

test("A session whose amount differs from the order's is a mismatch, and the order is not paid", async () => {
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
  expect(page.text).toContain("We are looking into your payment");
});

test("The buyer is not asked to pay again while an operator checks a payment", async () => {
  const { ann, order, event } = await paidAtStripe();
  await db.update(orders).set({ priceCents: 9000 }).where(eq(orders.id, order.id));
  await deliver(event);
  for (const path of [`/orders/${order.id}`, "/orders"]) {
    const page = await ann.get(path);
    expect(page.text).toContain("We are looking into your payment. Do not pay again.");
    expect(page.text).not.toMatch(/Complete (your )?payment|cancel it automatically/i);
  }
  const page = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
  expect(page.location).toBe(`/orders/${order.id}`);
});

test("Order events and ledger rows refuse UPDATE and DELETE", async () => {
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
