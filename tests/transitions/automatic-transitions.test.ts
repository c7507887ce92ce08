import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { find } from "#app/orders/orders.server.ts";
import * as reminders from "#app/orders/reminders.server.ts";
import * as reviews from "#app/reviews/reviews.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import * as automaticTransitions from "#app/transitions/automatic-transitions.server.ts";
import { moneyCalls, orders } from "#drizzle/schema.ts";
import { day, deps, depsThrough, hour, minute, now, pass, sweepTwice } from "../support/clock.ts";
import { paidAtStripe, paidOrder, placeOrder, transition } from "../support/purchase.ts";
import { deliveries, faults, payLater, payOnCardPage, settleSession } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

const questions = [{ question: "Which colours?", type: "text" as const, required: true }];

/** Makes an order older by this many ms. Its Checkout Session at Stripe is not changed. */
async function age(orderId: string, ms: number) {
  const createdAt = now() - ms;
  await db
    .update(orders)
    .set({ createdAt, deadlineAt: createdAt + day })
    .where(eq(orders.id, orderId));
}

// Must finish within the default timeout of five seconds.
// Help: "An order completes when the buyer accepts your delivery, or automatically seven days after delivery
// when there's no answer." "You'll be reminded one day before."
test("75 days of an order, with every sweep run twice: reminders, late delivery, revisions, automatic completion, review, partial refund", async () => {
  const { order, ann, bob } = await paidOrder({ questions });
  const { id } = order;
  const until = async (days: number) => {
    const placed = await tracesOf(id);
    await pass(Math.round((placed.order.createdAt + days * day + hour - now()) / 1000) * 1000);
  };
  const at = async (days: number) => {
    await until(days);
    await sweepTwice();
  };
  const mails = async () => (await tracesOf(id)).mails;
  await at(1);
  await at(3);
  expect(await mails()).toEqual([
    "receipt to buyer",
    "new_order to seller",
    "requirements_reminder to buyer",
    "requirements_reminder to buyer",
  ]);
  await transition(id, "answer", "buyer", ann.id, { answers: ["Blue"] });
  await until(12);
  await transition(id, "start", "seller", bob.id);
  await at(14.1);
  await at(15.1);
  expect((await mails()).slice(4)).toEqual([
    "answered to seller",
    "started to buyer",
    "due_tomorrow to seller",
    "late to seller",
    "late to buyer",
  ]);
  await until(17);
  await transition(id, "deliver", "seller", bob.id, { note: "Here is what you have ordered" });
  await at(18.1);
  await transition(id, "revise", "buyer", ann.id, { note: "A little larger" });
  await until(19);
  await transition(id, "deliver", "seller", bob.id, { note: "Here it is once more, larger" });
  for (const days of [20.1, 25.1, 26.1]) await at(days);
  expect(await tracesOf(id)).toMatchObject({ order: { status: "completed", stage: "closed", hold: "none" } });
  expect((await mails()).slice(9)).toEqual([
    "delivered to buyer",
    "delivery_reminder to buyer",
    "revision_requested to seller",
    "delivered to buyer",
    "delivery_reminder to buyer",
    "completes_tomorrow to buyer",
    "completed to buyer",
    "completed to seller",
    "review_wanted to buyer",
  ]);
  await at(30);
  const review = { orderId: id, buyerId: ann.id, rating: 3, comment: "Late, but good" };
  expect(await reviews.write(db, review, now())).toHaveProperty("id");
  await transition(id, "request-refund", "buyer", ann.id, { note: "It was late" });
  await until(45);
  await transition(id, "answer-refund", "seller", bob.id, { note: "It was good" });
  await at(60);
  const held = await find(db, id);
  expect(held?.hold).toBe("refund");
  if (held) expect(await orderTransitions.refund(deps, held, 3000, bob.id, "Some of it")).toBe(true);
  await at(75);
  const end = await tracesOf(id);
  expect(end.order).toMatchObject({ status: "completed", paymentStatus: "paid", refundedCashCents: 3000 });
  expect(end.kinds.slice(-4)).toEqual(["refund_requested", "refund_answered", "refund_granted", "refunded"]);
  expect(end.seqs).toEqual(end.seqs.map((_, index) => index + 1));
  expect(end.balances).toEqual({ cash: 5000 - 262, stripe_fees: 262, seller_payable: -5000 });
  expect(end.sum).toBe(0);
});

test("An order that is unpaid for a day is cancelled once, after its Checkout Session is closed, even by concurrent sweeps", async () => {
  const { order, cardPage } = await placeOrder();
  await age(order.id, day + minute);
  await Promise.all([1, 2, 3].map(() => automaticTransitions.applyDue(deps)));
  await sweepTwice();
  const traces = await tracesOf(order.id);
  expect(traces.order).toMatchObject({ status: "cancelled", paymentStatus: "pending", stage: "closed" });
  expect(traces.kinds).toEqual(["placed", "cancelled"]);
  // The seller gets no mail about an order that was never paid.
  expect(traces.mails).toEqual(["cancelled to buyer"]);
  expect(traces.notes.at(-1)).toBe("Not paid within 24 hours");
  expect(traces.calls[0]?.open).toBe(false);
  expect((await payOnCardPage(cardPage)) ?? "").not.toContain("payment-success");
});

test("A payment at the last moment takes precedence over the cancellation, even between two calls to Stripe", async () => {
  const early = await paidAtStripe();
  const late = await placeOrder();
  for (const { order } of [early, late]) await age(order.id, day + minute);
  const inTime = depsThrough(async (...request) => {
    const { method, url } = new Request(...request);
    if (method === "POST" && url.includes(`${late.session}/expire`)) await payOnCardPage(late.cardPage);
    return await fetch(...request);
  });
  await automaticTransitions.applyDue(inTime);
  for (const { order } of [early, late]) {
    const traces = await tracesOf(order.id);
    expect(traces.order).toMatchObject({ status: "pending", paymentStatus: "paid" });
    expect(traces.kinds).toEqual(["placed", "paid"]);
  }
});

test("An order is not cancelled while Stripe cannot be reached, and other orders are not delayed", async () => {
  const [first, second] = [await placeOrder(), await placeOrder()];
  await age(first.order.id, 2 * day);
  await age(second.order.id, day + minute);
  await db
    .update(moneyCalls)
    .set({ stripeId: null, state: "sent" })
    .where(eq(moneyCalls.orderId, second.order.id));
  await faults([{ path: `/v1/checkout/sessions/${first.session}/expire`, method: "POST", status: "cut" }]);
  await automaticTransitions.applyDue(deps);
  expect((await tracesOf(first.order.id)).order.status).toBe("pending");
  expect((await tracesOf(second.order.id)).order.status).toBe("cancelled");
  expect((await payOnCardPage(second.cardPage)) ?? "").not.toContain("payment-success");
  await automaticTransitions.applyDue(deps);
  expect((await tracesOf(first.order.id)).order.status).toBe("pending");
  await pass(11 * minute);
  await sweepTwice();
  expect((await tracesOf(first.order.id)).order.status).toBe("cancelled");
});

test("An order waits for its bank payment: success marks it paid, failure leaves one more day to pay", async () => {
  const [yes, no] = [await placeOrder(), await placeOrder()];
  for (const { order, cardPage } of [yes, no]) {
    await payLater(cardPage);
    await age(order.id, day + minute);
  }
  await sweepTwice();
  const page = await yes.ann.get(`/payment-success?type=service&session_id=${yes.session}`);
  expect(page.text).toContain("Still processing");
  for (const { order } of [yes, no])
    expect((await tracesOf(order.id)).order).toMatchObject({ status: "pending", paymentStatus: "pending" });
  await settleSession(yes.session, "succeeded");
  await settleSession(no.session, "failed");
  await pass(3 * day);
  await sweepTwice();
  expect((await tracesOf(yes.order.id)).order.paymentStatus).toBe("paid");
  const failed = await tracesOf(no.order.id);
  expect(failed.order).toMatchObject({ status: "pending", paymentStatus: "failed" });
  expect(failed.kinds).toEqual(["placed", "payment_failed"]);
  expect(failed.mails).toEqual(["payment_failed to buyer"]);
  await no.ann.beginSession();
  const again = await no.ann.submit(`/orders/${no.order.id}`, { intent: "pay" });
  expect(again.location).toMatch(/^http:\/\/stripe\.test\//);
  await pass(day + hour);
  await sweepTwice();
  expect((await tracesOf(no.order.id)).kinds).toEqual(["placed", "payment_failed", "cancelled"]);
});

// Help: "Start within 14 days of payment, otherwise the order is cancelled and the buyer gets their money
// back."
test("An order that is not started for 14 days is cancelled and refunded, and missed reminders are not sent", async () => {
  const { order } = await paidOrder({ questions });
  await pass(30 * day);
  await sweepTwice();
  const traces = await tracesOf(order.id);
  expect(traces.order).toMatchObject({ status: "cancelled", paymentStatus: "refunded" });
  expect(traces.kinds).toEqual(["placed", "paid", "cancelled", "refunded"]);
  expect(traces.notes[2]).toBe("Not started within 14 days");
  expect(traces.mails.slice(2)).toEqual(["cancelled to buyer", "cancelled to seller", "refunded to buyer"]);
  expect(traces.balances).toEqual({ cash: -262, stripe_fees: 262 });
});

test("Five concurrent sweeps write a reminder once, and only the last of several missed ones", async () => {
  const { order } = await paidOrder({ questions });
  await pass(5 * day);
  const written = await Promise.all([1, 2, 3, 4, 5].map(() => reminders.write(deps)));
  expect(written.reduce((all, one) => all + one)).toBe(1);
  await sweepTwice();
  const traces = await tracesOf(order.id);
  expect(traces.mails.slice(2)).toEqual(["requirements_reminder to buyer"]);
  expect(traces.order.reminderAt).toBeNull();
});

test("A buyer who acts just as the reminder is due gets none", async () => {
  const { order, ann } = await paidOrder({ questions });
  await pass(2 * day);
  const batch: typeof db.batch = async (statements) => {
    await transition(order.id, "answer", "buyer", ann.id, { answers: ["Blue"] });
    return await db.batch(statements);
  };
  const busy = Object.assign(Object.create(db), { batch });
  expect(await reminders.write({ ...deps, db: busy })).toBe(0);
  expect((await tracesOf(order.id)).mails.slice(2)).toEqual(["answered to seller"]);
});
