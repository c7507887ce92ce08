import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as checkout from "#app/checkout/checkout.server.ts";
import * as paymentChecks from "#app/contact/payment-checks.server.ts";
import { runDue } from "#app/lib/work.ts";
import * as addedExtras from "#app/orders/extras/order-extras.server.ts";
import { find } from "#app/orders/orders.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { waitingEvents } from "#app/payments/webhook-events.server.ts";
import { onAccountEvent } from "#app/payouts/account-work.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { clearedMonths, earnings, orderExtras, statementMonths, users } from "#drizzle/schema.ts";
import { recount } from "#scripts/data/derived-rows.ts";
import { newestMail } from "#tests/support/mails.ts";
import { act } from "../admin/orders/operator-order.ts";
import { decide, report } from "../reports/world.ts";
import { operator } from "../support/accounts/operator.ts";
import { day, deps, hour, minute, pass } from "../support/clock.ts";
import { placeOrder, transition } from "../support/purchase.ts";
import {
  closeDispute,
  deliverAll,
  disputeSession,
  events,
  eventsDuring,
  payOnCardPage,
  refuseRefunds,
} from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, origin } from "../support/visitor.ts";
import { add, arrive, choose, prepare, running } from "./an-extra.ts";

// An order with an added extra has several payments (docs/specification.md#added-extras). What is about one
// of them must not be taken for the others.

await prepare();

/** The order as it is stored. */
async function read(id: string) {
  const order = await find(db, id);
  if (!order) throw new Error("No order");
  return order;
}

/** The bank disputes the payment of a session and keeps the money. */
async function lose(session: string) {
  const dispute = await disputeSession(session);
  await deliverAll(await eventsDuring(() => closeDispute(dispute.id, "lost")));
  await pass(5 * minute);
  await runDue(waitingEvents(onAccountEvent), deps);
}

const refundsOf = async (id: string) =>
  (await tracesOf(id)).calls
    .filter(({ kind }) => kind === "refund")
    .map(({ state, params, refusedAt }) => [state, JSON.parse(params).amount, refusedAt !== null]);

it("A refund waits for the dispute of its own payment, even if that of another was lost", async () => {
  const { ann, order, session } = await running();
  await lose(await add(ann, order.id, "print-version"));
  const unknown = await disputeSession(session);
  expect(await orderTransitions.refund(deps, await read(order.id), 2000, ann.id, "A part")).toBe(true);
  await refunds.sendDue(deps, 0);
  // Stripe refuses it, and may accept it later.
  expect(await refundsOf(order.id)).toEqual([["failed", 2000, false]]);
  await deliverAll(
    (await events("charge.dispute.created")).filter(({ data }) => data.object.id === unknown.id),
  );
  await deliverAll(await eventsDuring(() => closeDispute(unknown.id, "won")));
  await pass(day + hour);
  await refunds.sendDue(deps, 0);
  expect(await refundsOf(order.id)).toEqual([["confirmed", 2000, false]]);
});

it("An order is refunded only once all of its payments are", async () => {
  const { ann, order } = await running();
  const session = await add(ann, order.id, "print-version");
  await refuseRefunds(true);
  await transition(order.id, "cancel", "buyer", ann.id);
  await refunds.sendDue(deps, 0);
  await lose(session);
  expect((await read(order.id)).paymentStatus).toBe("paid");
  expect((await newestMail(ann.email, "dispute_lost")).text).toContain("The order is closed.");
  await refuseRefunds(false);
  await pass(day + hour);
  await refunds.sendDue(deps, 0);
  const { order: after, balances, sum } = await tracesOf(order.id);
  expect([after.paymentStatus, balances.refunds ?? 0, sum]).toEqual(["refunded", 0, 0]);
});

it("A lost dispute names what the bank took, even if it only pays an earlier refund", async () => {
  const { ann, order } = await running();
  const session = await add(ann, order.id, "print-version");
  await orderTransitions.refund(deps, await read(order.id), 4000, ann.id, "A part");
  await lose(session);
  const { text } = await newestMail(ann.email, "dispute_lost");
  expect(text).toContain("The bank returned $30.00 of the payment");
  expect(text).not.toContain("Back to your card");
  expect((await ann.get(`/orders/${order.id}`)).text).not.toContain("$0.00");
});

it("Only the disputed payment is marked in the operator's list", async () => {
  const { ann, order } = await running();
  await disputeSession(await add(ann, order.id, "print-version"));
  await deliverAll(await events("charge.dispute.created"));
  const page = await (await operator()).ann.get(`/admin/payments?show=payments&q=${order.id}`);
  expect(page.text.match(/Disputed/g)).toHaveLength(1);
  expect(page.text).toMatch(/\$30\.00 [^$]*Disputed/);
});

it("A full refund by an operator closes the card page of an extra first", async () => {
  const { ann, bob, order } = await running();
  await transition(order.id, "start", "seller", bob.id);
  const cardPage = await choose(ann, order.id, "source-file");
  const { ann: admin } = await operator();
  expect((await act(admin, order.id, { intent: "refund", amount: "80" })).status).toBe(303);
  const { order: after, calls } = await tracesOf(order.id);
  expect([after.stage, after.refundedCashCents]).toEqual(["closed", 8000]);
  expect(calls.filter(({ kind }) => kind === "checkout_session").map(({ open }) => open)).toEqual([
    false,
    false,
  ]);
  expect(await payOnCardPage(cardPage)).toBeNull();
});

it("Someone who asks what they were charged reads the amount of each payment", async () => {
  const { ann, order } = await running();
  const cardPage = await choose(ann, order.id, "print-version");
  expect((await paymentChecks.check(deps, ann.id)).map(({ cents, state }) => [cents, state])).toEqual([
    [3000, "unpaid"],
    [8000, "paid"],
  ]);
  await payOnCardPage(cardPage);
  const found = await paymentChecks.check(deps, ann.id);
  expect(found.map(({ cents, state }) => [cents, state])).toEqual([
    [3000, "paid"],
    [8000, "paid"],
  ]);
  expect(found[0]?.label).toContain(`Print version, added to ${order.title}`);
});

it("While an operator looks into the payment of an extra, the page offers none, and a press says why", async () => {
  const { ann, order } = await running();
  const cardPage = await choose(ann, order.id, "source-file");
  await payOnCardPage(cardPage);
  // As if Stripe had charged another amount.
  await db.update(orderExtras).set({ priceCents: 2100 }).where(eq(orderExtras.orderId, order.id));
  await arrive(cardPage);
  expect((await ann.get(`/orders/${order.id}`)).text).not.toContain("Add for");
  const page = await ann.submit(`/orders/${order.id}`, { intent: "add-extra", extra: "print-version" });
  expect([page.status, page.text.includes("We are looking into a payment for this order")]).toEqual([
    409,
    true,
  ]);
  const { payments } = await tracesOf(order.id);
  const id = payments.find(({ outcome }) => outcome === "mismatch")?.id ?? "";
  const { ann: admin } = await operator();
  const reason = "It is not what was asked for";
  const done = await admin.submit("/admin/payments", { intent: "refund", pick: `${id}:0`, reason });
  expect(done.status).toBe(303);
  expect((await newestMail(ann.email, "extra_returned")).subject).toContain("We are refunding your extra");
});

it("What a suspended seller has offered is not shown and can't be paid", async () => {
  const { ann, bob, order } = await running();
  const offered = { intent: "offer-extra", title: "A second portrait", price: "45.50", days: "3" };
  await bob.submit("/offers", { ...offered, order: order.id });
  const shown = async () =>
    (await Promise.all([ann.get(`/orders/${order.id}`), ann.get("/orders")])).map(({ text }) => [
      text.includes("offers to add this"),
      text.includes("The seller offers an extra: A second portrait"),
    ]);
  expect((await shown()).flat()).toEqual([true, false, false, true]);
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, bob.id));
  expect((await shown()).flat()).toEqual([false, false, false, false]);
  const [extra] = await db.select().from(orderExtras).where(eq(orderExtras.orderId, order.id));
  const page = await ann.submit(`/orders/${order.id}`, { intent: "add-extra", extra: extra?.id ?? "" });
  expect([page.status, page.text.includes("This extra is no longer offered")]).toEqual([409, true]);
});

const suspend = async (id: string) =>
  (await operator()).ann.submit(`/admin/users/${id}`, {
    intent: "suspend",
    rule: "conduct",
    reason: "A reason that is long enough",
  });

async function closesAtOnce(orderId: string, cardPage: string) {
  await vi.waitFor(async () => {
    const { calls } = await tracesOf(orderId);
    expect(calls.filter(({ kind, open }) => kind === "checkout_session" && open)).toEqual([]);
  }, 10_000);
  expect(await payOnCardPage(cardPage)).toBeNull();
}

it.each(["their page", "a report"])(
  "Suspending a seller from %s closes the card page of an extra immediately",
  async (from) => {
    const { ann, bob, order } = await running();
    const cardPage = await choose(ann, order.id, "source-file");
    if (from === "a report") {
      expect((await report(ann, "gig", order.gigId)).status).toBe(303);
      expect((await decide((await operator()).ann, order.gigId, "suspend")).status).toBe(303);
    } else expect((await suspend(bob.id)).status).toBe(303);
    await closesAtOnce(order.id, cardPage);
    const late = await ann.submit(`/orders/${order.id}`, { intent: "add-extra", extra: "source-file" });
    expect([late.status, late.text.includes("This extra is no longer offered")]).toEqual([409, true]);
    expect(await read(order.id)).toMatchObject({
      status: "pending",
      paymentStatus: "paid",
      priceCents: 8000,
    });
  },
);

it.each(["seller", "buyer"] as const)(
  "Suspending the %s of an unpaid order closes its card page immediately, and none opens",
  async (party) => {
    const { ann, bob, order, cardPage } = await placeOrder({ priceCents: 8000 });
    expect((await suspend(party === "seller" ? bob.id : ann.id)).status).toBe(303);
    await closesAtOnce(order.id, cardPage);
    expect(await read(order.id)).toMatchObject({ status: "pending", paymentStatus: "pending" });
    if (party === "buyer") return;
    for (const path of [`/orders/${order.id}`, "/orders"]) {
      const page = await ann.get(path);
      expect(page.text).toContain("can't take this order at the moment, so you can't pay for it.");
      expect(page.text).not.toContain("Complete Payment");
    }
    const late = await ann.submit(`/orders/${order.id}`, { intent: "pay" });
    expect([late.status, late.text.includes("The seller can't take this order at the moment")]).toEqual([
      403,
      true,
    ]);
    const opened = checkout.open({ ...deps, requestId: "two" }, await read(order.id), ann.email, origin);
    expect(await opened).toEqual({ nothingDue: true });
  },
);

it("An extra whose payment arrives after its seller's suspension is refunded in full, once", async () => {
  const { ann, bob, order } = await running();
  const cardPage = await choose(ann, order.id, "source-file");
  await payOnCardPage(cardPage);
  await suspend(bob.id);
  await Promise.all([arrive(cardPage), arrive(cardPage)]);
  await vi.waitFor(async () => {
    const { payments, balances, sum } = await tracesOf(order.id);
    expect(payments.map(({ outcome }) => outcome)).toEqual(["applied", "returned"]);
    expect([balances.refunds ?? 0, sum]).toEqual([0, 0]);
  }, 10_000);
  expect((await refundsOf(order.id)).map(([state, amount]) => [state, amount])).toEqual([
    ["confirmed", 2000],
  ]);
  expect((await newestMail(ann.email, "extra_returned")).subject).toContain("We are refunding your extra");
  expect(await read(order.id)).toMatchObject({ status: "pending", paymentStatus: "paid", priceCents: 8000 });
});

it("A card page that is opened while its seller is suspended is refused", async () => {
  const { ann, bob, order } = await running();
  const extra = { id: crypto.randomUUID(), title: "Source file", priceCents: 2000, days: 0 };
  await db.batch(addedExtras.chosen(db, await read(order.id), extra.id, extra, deps.clock.now()));
  const toPay = await addedExtras.findToPay(db, extra.id);
  if (!toPay) throw new Error("No extra");
  await suspend(bob.id);
  const opened = checkout.open({ ...deps, requestId: "one" }, toPay, ann.email, origin);
  expect(await opened).toEqual({ nothingDue: true });
});

it("An operator's hold closes the card page of an extra immediately", async () => {
  const { ann, bob, order } = await running();
  await transition(order.id, "start", "seller", bob.id);
  const cardPage = await choose(ann, order.id, "source-file");
  const { ann: admin } = await operator();
  expect((await act(admin, order.id, { intent: "request-cancel" })).status).toBe(303);
  await closesAtOnce(order.id, cardPage);
});

it("A restored backup counts an order with an extra once", async () => {
  const { ann, bob, order } = await running();
  await add(ann, order.id, "print-version");
  await transition(order.id, "start", "seller", bob.id);
  await transition(order.id, "complete", "buyer", ann.id);
  await db.update(earnings).set({ clearedAt: deps.clock.now() }).where(eq(earnings.orderId, order.id));
  const sums = () =>
    Promise.all([
      db.select().from(statementMonths).where(eq(statementMonths.userId, bob.id)),
      db.select().from(clearedMonths).where(eq(clearedMonths.userId, bob.id)),
    ]);
  const before = await sums();
  expect(before.map(([month]) => month?.orders)).toEqual([1, 1]);
  await recount(env.DB);
  expect(await sums()).toEqual(before);
});
