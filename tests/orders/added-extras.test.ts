import { and, eq } from "drizzle-orm";
import { expect, it, test, vi } from "vitest";
import { dateTime } from "#app/lib/dates.ts";
import { runDue } from "#app/lib/work.ts";
import { find } from "#app/orders/orders.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import { compareLists } from "#app/payments/reconciliation.server.ts";
import * as refunds from "#app/payments/refunds/refunds.server.ts";
import { waitingEvents } from "#app/payments/webhook-events.server.ts";
import { onAccountEvent } from "#app/payouts/account-work.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { gigs, ledger, moneyCalls, orderExtras, orders } from "#drizzle/schema.ts";
import { newestMail } from "#tests/support/mails.ts";
import { act } from "../admin/orders/operator-order.ts";
import { operator } from "../support/accounts/operator.ts";
import { day, deps, depsThrough, minute, pass } from "../support/clock.ts";
import { transition } from "../support/purchase.ts";
import {
  closeDispute,
  deliverAll,
  disputeSession,
  events,
  eventsDuring,
  payOnCardPage,
  sessionIdOf,
} from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";
import { add, arrive, type Bought, choose, prepare, running } from "./an-extra.ts";

// docs/specification.md#added-extras

await prepare();

const offered = { intent: "offer-extra", title: "A second portrait", price: "45.50", days: "3" };

/** Bob offers an extra. @returns its id */
async function offer(bob: Visitor, orderId: string, fields = {}) {
  const page = await bob.submit("/offers", { ...offered, order: orderId, ...fields });
  expect(page.location).toBe(`${origin}/orders/${orderId}#extras`.replace(origin, ""));
  const [extra] = await db
    .select()
    .from(orderExtras)
    .where(and(eq(orderExtras.orderId, orderId), eq(orderExtras.state, "offered")));
  if (!extra) throw new Error("Nothing was offered");
  return extra.id;
}

const stateOf = async (orderId: string) =>
  (
    await db.select().from(orderExtras).where(eq(orderExtras.orderId, orderId)).orderBy(orderExtras.number)
  ).map(({ state }) => state);

it("An extra of the gig has its own payment: price, fee, days and lines rise once, and both parties are told", async () => {
  const { ann, bob, order } = await running();
  const page = await ann.get(`/orders/${order.id}`);
  expect(page.text).toContain("Print version · $30 · 2 more days Add for $30");
  const cardPage = await choose(ann, order.id, "print-version");
  const back = await payOnCardPage(cardPage);
  await Promise.all([arrive(cardPage), arrive(cardPage), ann.get((back ?? "").replace(origin, ""))]);
  expect((await ann.get((back ?? "").replace(origin, ""))).text).toContain(
    "Thank you. The extra is part of your order, and we've let the seller know.",
  );
  const { order: after, kinds, balances, sum, mails, payments } = await tracesOf(order.id);
  expect(after).toMatchObject({
    priceCents: 11_000,
    feeCents: 1600 + 600,
    deliveryDays: order.deliveryDays + 2,
    lines: [
      { id: "package", title: "Basic", priceCents: 8000, quantity: 1 },
      { id: "print-version", title: "Print version", priceCents: 3000, quantity: 1 },
    ],
  });
  expect(kinds).toEqual(["placed", "paid", "extra_added"]);
  expect(mails.slice(2)).toEqual(["extra_added to buyer", "extra_added to seller"]);
  expect(payments.map(({ outcome, amountCents }) => [outcome, amountCents])).toEqual([
    ["applied", 8000],
    ["applied", 3000],
  ]);
  expect(sum).toBe(0);
  expect(balances).toMatchObject({ seller_payable: -6400 - 2400, platform_revenue: -1600 - 600 });
  expect((await newestMail(ann.email, "extra_added")).subject).toBe(
    `Your receipt for an extra on “${order.title}”`,
  );
  const shown = (await bob.get(`/orders/${order.id}`)).text;
  expect(shown).toContain(`Basic $80.00 Print version $30.00 Price $110.00`);
  expect(shown).toMatch(/Order placed [^$]*\$80\.00 Paid [^$]*\$80\.00 Extra added [^$]*\$30\.00/);
  // What is on the order can't be added again.
  expect((await ann.get(`/orders/${order.id}`)).text).not.toContain("Add for $30");
  expect(
    (await ann.submit(`/orders/${order.id}`, { intent: "add-extra", extra: "print-version" })).status,
  ).toBe(409);
});

it("Leaving its card page says that nothing was charged; once it is paid, the address redirects to the order", async () => {
  const { ann, order } = await running();
  const cardPage = await choose(ann, order.id, "print-version");
  const call = (await tracesOf(order.id)).calls.at(-1);
  const cancelPath = JSON.parse(call?.params ?? "").cancel_url.replace(origin, "");
  const left = await ann.get(cancelPath);
  expect([left.status, left.text.includes("No charges were made.")]).toEqual([200, true]);
  expect(left.links).toContain(`/orders/${order.id}`);
  await payOnCardPage(cardPage);
  await arrive(cardPage);
  expect((await ann.get(cancelPath)).location).toBe(`/orders/${order.id}`);
});

it("The receipt dates each payment, and the operator's list says which is for the extra", async () => {
  const { ann, bob, order } = await running();
  await pass(3 * day);
  await add(ann, order.id, "print-version");
  const { payments } = await tracesOf(order.id);
  const [first, second] = payments.map(({ at }) => dateTime(at, null));
  const receipt = (await ann.get(`/orders/${order.id}/receipt`)).text;
  expect(receipt).toContain(`Paid on ${first}; ${second}`);
  expect(receipt).toContain(`By card on ${first} $80.00 By card on ${second} $30.00 Paid by card $110.00`);
  expect((await bob.get(`/orders/${order.id}/receipt`)).text).toContain(`Paid on ${first}; ${second}`);
  const { ann: admin } = await operator();
  const list = await admin.get(`/admin/payments?show=payments&q=${order.id}`);
  expect(list.text).toMatch(/\$30\.00 order \S+ Extra: Print version Accepted/);
  expect(list.text.match(/Extra: /g)).toHaveLength(1);
  const refunded = await find(db, order.id);
  if (!refunded) throw new Error("No order");
  await orderTransitions.refund(deps, refunded, 1000, ann.id, "A part");
  const refundList = await admin.get(`/admin/payments?show=refunds&q=${order.id}`);
  expect(refundList.text).toContain("Extra: Print version");
});

it("Days that are added after the start move the date", async () => {
  const { ann, bob, order } = await running();
  await transition(order.id, "start", "seller", bob.id);
  const before = await find(db, order.id);
  await add(ann, order.id, "print-version");
  const after = await find(db, order.id);
  expect(after?.deliveryDate).toBe((before?.deliveryDate ?? 0) + 2 * 86_400_000);
});

it("The seller offers an extra for this order alone; the buyer pays it, or declines; the seller withdraws", async () => {
  const { ann, bob, order } = await running();
  const first = await offer(bob, order.id);
  expect((await newestMail(ann.email, "extra_offered")).text).toMatch(
    /A second portrait[\s\S]*\$45\.50[\s\S]*It adds 3 days to the delivery time\./,
  );
  expect((await ann.get(`/orders/${order.id}`)).text).toContain(
    "A second portrait · $45.50 · 3 more days Add for $45.50 A second portrait No, thanks",
  );
  const listed = "The seller offers an extra: A second portrait";
  expect((await ann.get("/orders")).text).toContain(listed);
  expect((await bob.get("/orders?tab=selling")).text).not.toContain("A second portrait");
  const paypal = await offer(bob, order.id, { title: "A frame, paid on PayPal" });
  expect((await ann.get(`/orders/${order.id}`)).text).toContain("outside it, there are no refunds");
  expect((await bob.get(`/orders/${order.id}`)).text).not.toContain("outside it, there are no refunds");
  // It has replaced the first one.
  await ann.submit(`/orders/${order.id}`, { intent: "decline-extra", extra: first });
  await ann.submit(`/orders/${order.id}`, { intent: "decline-extra", extra: paypal });
  expect((await newestMail(bob.email, "extra_declined")).subject).toMatch(/declined your extra/);
  const second = await offer(bob, order.id, { title: "A frame" });
  await bob.submit(`/orders/${order.id}`, { intent: "withdraw-extra", extra: second });
  expect(await stateOf(order.id)).toEqual(["closed", "closed", "closed"]);
  const third = await offer(bob, order.id, { title: "A mount" });
  await add(ann, order.id, third);
  const { order: after, kinds } = await tracesOf(order.id);
  expect(after).toMatchObject({ priceCents: 12_550, lines: [{}, { id: third, title: "A mount" }] });
  expect(kinds.slice(2)).toEqual([
    "extra_offered",
    "extra_offered",
    "extra_declined",
    "extra_offered",
    "extra_withdrawn",
    "extra_offered",
    "extra_added",
  ]);
  // The operator sees each of them, and which payment was for which; both parties can download them.
  const { ann: admin } = await operator();
  const shown = (await admin.get(`/admin/orders/${order.id}`)).text;
  expect(shown).toContain("$45.50 A second portrait, 3 days · Closed");
  expect(shown).toContain("$45.50 A mount, 3 days · Added");
  expect(shown).toContain("for an extra: A mount");
  for (const party of [ann, bob]) {
    const file = JSON.parse((await party.get("/profile/export")).html);
    const titles = file.orderExtras.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(["A second portrait", "A frame, paid on PayPal", "A frame", "A mount"]);
  }
});

it("The same form twice offers an extra once; an empty or wrong one comes back with every word", async () => {
  const { ann, bob, order } = await running();
  const fields = { order: order.id, version: String((await find(db, order.id))?.version) };
  await offer(bob, order.id, fields);
  expect((await bob.submit("/offers", { ...offered, ...fields })).status).toBe(303);
  expect(await stateOf(order.id)).toEqual(["offered"]);
  const page = await bob.get(`/orders/${order.id}`);
  const action = /action="(\/offers[^"]*)"/.exec(page.html)?.[1] ?? "/offers";
  expect((await bob.get(action.replace("&amp;", "&"))).location).toBe(`/orders/${order.id}`);
  const empty = await bob.submit(action, { intent: "offer-extra", order: order.id });
  expect([empty.status, empty.title]).toEqual([400, "Offer an extra | Handiwork"]);
  for (const sentence of [
    "The title is missing",
    "The price must be $5 to $1,000, such as 45 or 45.50",
    "It must add 0 to 30 days",
  ])
    expect(empty.text).toContain(sentence);
  for (const [price, days] of [
    ["4.99", "1"],
    ["1000.01", "1"],
    ["1,50", "1"],
    ["20", "31"],
    ["20", "-1"],
  ]) {
    const wrong = await bob.submit("/offers", { ...offered, order: order.id, price, days });
    expect([wrong.status, wrong.field("title"), wrong.field("price")]).toEqual([400, offered.title, price]);
  }
  const old = await bob.submit("/offers", { ...offered, ...fields, title: "Another" });
  expect([old.status, old.field("title")]).toEqual([409, "Another"]);
  const refused = await ann.submit("/offers", { ...offered, order: order.id });
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("Only the seller can offer an extra");
  const stranger = await visitor.signedIn();
  for (const [path, intent] of [
    ["/offers", "offer-extra"],
    [`/orders/${order.id}`, "add-extra"],
    [`/orders/${order.id}`, "decline-extra"],
  ] as const)
    expect(
      (await stranger.submit(path, { ...offered, intent, order: order.id, extra: "source-file" })).status,
    ).toBe(403);
  const away = await visitor.signedOut().submit("/offers", { ...offered, order: order.id });
  expect(away.location).toMatch(/^\/sign-in/);
  expect(await stateOf(order.id)).toEqual(["offered"]);
});

it("Only what is offered now can be added, at the price that was shown, up to $10,000 in total", async () => {
  const { ann, bob, order } = await running();
  const ask = (extra: string, more = {}) =>
    ann.submit(`/orders/${order.id}`, { intent: "add-extra", extra, ...more });
  expect((await ask("made-up")).text).toContain("This extra is no longer offered");
  expect((await ask("source-file", { shownPrice: "1900" })).text).toContain("The price has changed to $20");
  await db.update(gigs).set({ state: "paused", listed: false }).where(eq(gigs.id, order.gigId));
  expect((await ask("source-file")).status).toBe(409);
  await db.update(gigs).set({ state: "active", listed: true }).where(eq(gigs.id, order.gigId));
  await db.update(orders).set({ priceCents: 998_000 }).where(eq(orders.id, order.id));
  expect((await ask("print-version")).status).toBe(409);
  const big = await bob.submit("/offers", { ...offered, order: order.id, price: "20.01" });
  expect([big.status, big.field("price")]).toEqual([403, "20.01"]);
  expect(big.text).toContain("An order can cost at most $10,000");
  expect(await stateOf(order.id)).toEqual([]);
});

test.each([
  [
    "delivered",
    "already delivered",
    async ({ bob, order }: Bought) => {
      await transition(order.id, "start", "seller", bob.id);
      await transition(order.id, "deliver", "seller", bob.id, { note: "Here it is, all of it." });
    },
  ],
  [
    "cancelled",
    "was cancelled",
    async ({ ann, order }: Bought) => transition(order.id, "cancel", "buyer", ann.id),
  ],
  [
    "held by a request",
    "cancellation request is open",
    async ({ ann, bob, order }: Bought) => {
      await transition(order.id, "start", "seller", bob.id);
      await transition(order.id, "request-cancel", "buyer", ann.id, { note: "I changed my mind." });
    },
  ],
  [
    "partly refunded",
    "Part of this order was refunded",
    async ({ ann, order }: Bought) => {
      const paid = await find(db, order.id);
      if (paid) await orderTransitions.refund(deps, paid, 500, ann.id, "A part");
    },
  ],
])(
  "Nothing is added to an order that is %s; a payment that arrives later is refunded in full",
  async (_, sentence, end) => {
    const bought = await running();
    const { ann, bob, order } = bought;
    const cardPage = await choose(ann, order.id, "source-file");
    await payOnCardPage(cardPage);
    await end(bought);
    const before = await find(db, order.id);
    await arrive(cardPage);
    // The webhook sends the refund after its answer.
    const {
      order: after,
      payments,
      sum,
    } = await vi.waitFor(async () => {
      const traces = await tracesOf(order.id);
      expect(traces.balances.refunds ?? 0).toBe(0);
      return traces;
    }, 10_000);
    expect([after.priceCents, after.lines, sum]).toEqual([before?.priceCents, null, 0]);
    expect(payments.map(({ outcome }) => outcome)).toEqual(["applied", "returned"]);
    expect((await newestMail(ann.email, "extra_returned")).subject).toContain("We are refunding your extra");
    const late = await ann.submit(`/orders/${order.id}`, { intent: "add-extra", extra: "source-file" });
    expect([late.status, late.text.includes(sentence)]).toEqual([403, true]);
    const offer = await bob.submit("/offers", { ...offered, order: order.id });
    expect([offer.status, offer.text.includes(sentence), offer.field("title")]).toEqual([
      403,
      true,
      offered.title,
    ]);
  },
);

test.each(["deliver", "request-cancel and accept", "complete", "cancel", "operator-cancel"])(
  "The card page of an extra is closed before this: %s",
  async (name) => {
    const { ann, bob, order } = await running();
    if (name !== "cancel") await transition(order.id, "start", "seller", bob.id);
    const cardPage = await choose(ann, order.id, "source-file");
    const path = `/orders/${order.id}`;
    if (name === "deliver")
      await bob.submit(path, { intent: "deliver", note: "Here it is, the whole work." });
    if (name === "complete") await ann.submit(path, { intent: "complete" });
    if (name === "cancel") await ann.submit(path, { intent: "cancel" });
    if (name === "operator-cancel") await act((await operator()).ann, order.id, { intent: name });
    if (name.startsWith("request")) {
      await bob.submit(path, { intent: "request-cancel", note: "I can't do this any longer." });
      await ann.submit(path, { intent: "accept" });
    }
    const { kinds, calls } = await tracesOf(order.id);
    expect(kinds.at(-1)).toMatch(/delivered|cancelled|completed|refunded/);
    expect(calls.filter(({ kind }) => kind === "checkout_session").map(({ open }) => open)).toEqual([
      false,
      false,
    ]);
    expect(await payOnCardPage(cardPage)).toBeNull();
  },
);

it("A paid extra whose event is still on its way is added first: the delivery is asked for again, with its text", async () => {
  const { ann, bob, order } = await running();
  await transition(order.id, "start", "seller", bob.id);
  await payOnCardPage(await choose(ann, order.id, "source-file"));
  const note = "Here it is, the whole work.";
  const page = await bob.submit(`/orders/${order.id}`, { intent: "deliver", note });
  expect([page.status, page.field("note")]).toEqual([409, note]);
  expect(page.text).toContain("added an extra to this order");
  expect(await find(db, order.id)).toMatchObject({ priceCents: 10_000, stage: "working" });
  await bob.submit(`/orders/${order.id}`, { intent: "deliver", note });
  expect(await find(db, order.id)).toMatchObject({ stage: "delivered" });
});

it("One page at a time: the same choice finds its page, another closes it; withdrawing closes it, too", async () => {
  const { ann, bob, order } = await running();
  const first = await choose(ann, order.id, "source-file");
  expect(await choose(ann, order.id, "source-file")).toBe(first);
  const own = await offer(bob, order.id);
  const second = await choose(ann, order.id, own);
  expect(second).not.toBe(first);
  expect(await payOnCardPage(first)).toBeNull();
  await bob.submit(`/orders/${order.id}`, { intent: "withdraw-extra", extra: own });
  expect(await payOnCardPage(second)).toBeNull();
  await add(ann, order.id, "print-version");
  expect(await stateOf(order.id)).toEqual(["closed", "closed", "added"]);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      ann.submit(`/orders/${order.id}`, { intent: "add-extra", extra: "source-file" }),
    ),
  );
  const pages = new Set(answers.flatMap(({ location }) => (location?.includes("/c/pay/") ? [location] : [])));
  expect(pages.size).toBe(1);
  const open = await db
    .select()
    .from(moneyCalls)
    .where(and(eq(moneyCalls.orderId, order.id), eq(moneyCalls.open, true)));
  expect(open).toHaveLength(1);
});

it("A refund takes from the newest payment first, with one call each, and the credit last", async () => {
  const { ann, bob, order } = await running(true);
  await add(ann, order.id, "source-file");
  await add(ann, order.id, "print-version");
  const paid = await find(db, order.id);
  if (!paid) throw new Error("No order");
  expect(paid.priceCents).toBe(13_000);
  await orderTransitions.refund(deps, paid, 4000, ann.id, "A part");
  await refunds.sendDue(deps, 0);
  const amountsOf = async () =>
    (await tracesOf(order.id)).calls
      .filter(({ kind }) => kind === "refund")
      .map(({ params, state }) => [JSON.parse(params).amount, state]);
  expect(await amountsOf()).toEqual([
    [3000, "confirmed"],
    [1000, "confirmed"],
  ]);
  await bob.submit(`/orders/${order.id}`, { intent: "refuse", note: "I can't do this work." });
  await refunds.sendDue(deps, 0);
  expect((await amountsOf()).slice(2)).toEqual([
    [1000, "confirmed"],
    [7000, "confirmed"],
  ]);
  const { order: after, balances, sum } = await tracesOf(order.id);
  expect(after).toMatchObject({
    paymentStatus: "refunded",
    status: "cancelled",
    refundedCashCents: 12_000,
    refundedCreditCents: 1000,
  });
  expect(sum).toBe(0);
  expect(Object.keys(balances).sort()).toEqual(["cash", "stripe_fees"]);
});

it("A lost dispute over an extra takes what that payment has left, and an open refund of it", async () => {
  const { ann, order } = await running();
  const session = await add(ann, order.id, "print-version");
  const dispute = await disputeSession(session);
  await deliverAll(await eventsDuring(() => closeDispute(dispute.id, "lost")));
  await deliverAll(await events("charge.dispute.closed"));
  const { order: after, sum } = await tracesOf(order.id);
  expect(after).toMatchObject({ paymentStatus: "paid", hold: "none", refundedCashCents: 3000 });
  expect(sum).toBe(0);
  expect(await db.select().from(orderExtras).where(eq(orderExtras.orderId, order.id))).toMatchObject([
    { refundedCents: 3000 },
  ]);
  // The rest goes back from the first payment.
  const paid = await find(db, order.id);
  if (paid) await orderTransitions.refund(deps, paid, 8000, ann.id, "The rest");
  await refunds.sendDue(deps, 0);
  const { calls, order: over } = await tracesOf(order.id);
  expect(
    calls.filter(({ kind }) => kind === "refund").map(({ params }) => JSON.parse(params).amount),
  ).toEqual([8000]);
  expect(over.paymentStatus).toBe("refunded");
});

it("A lost dispute over an extra pays the refund of that payment, and leaves the refund of the other", async () => {
  const { ann, order } = await running();
  const session = await add(ann, order.id, "print-version");
  const paid = await find(db, order.id);
  if (!paid) throw new Error("No order");
  await orderTransitions.refund(deps, paid, 4000, ann.id, "A part");
  const dispute = await disputeSession(session);
  await deliverAll(await eventsDuring(() => closeDispute(dispute.id, "lost")));
  await pass(5 * minute);
  await runDue(waitingEvents(onAccountEvent), deps);
  await refunds.sendDue(deps, 0);
  const { calls, balances, sum, order: after, mismatches } = await tracesOf(order.id);
  const made = calls.filter(({ kind }) => kind === "refund");
  expect(made.map(({ state, error, params }) => [state, JSON.parse(params).amount, error])).toEqual([
    ["confirmed", 3000, `Paid by the dispute ${dispute.id}`],
    ["confirmed", 1000, null],
  ]);
  expect([balances.refunds ?? 0, sum, mismatches.length]).toEqual([0, 0, 0]);
  expect(after).toMatchObject({ paymentStatus: "paid", refundedCashCents: 4000 });
});

it("Each payment has its own Stripe fee in the books, even if Stripe reports it later", async () => {
  // Stripe's lists are read from here on.
  while ((await compareLists(deps)) > 0) await pass(day);
  const { ann, order } = await running();
  const cardPage = await choose(ann, order.id, "source-file");
  await payOnCardPage(cardPage);
  const early = depsThrough(async (...request) => {
    const answer = await fetch(...request);
    const session: { payment_intent: { latest_charge: object } } = await answer.json();
    Object.assign(session.payment_intent.latest_charge, { balance_transaction: null });
    return Response.json(session);
  });
  await fulfil(early, sessionIdOf(cardPage));
  const fees = async () =>
    (await db.select().from(ledger).where(eq(ledger.orderId, order.id)))
      .filter(({ account }) => account === "stripe_fees")
      .map(({ amountCents }) => amountCents);
  expect(await fees()).toEqual([262]);
  await pass(day);
  while ((await compareLists(deps)) > 0) await pass(day);
  expect(await fees()).toEqual([262, 88]);
});
