import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import * as orderExtras from "#app/orders/extras/order-extras.server.ts";
import { fulfil } from "#app/payments/fulfil.server.ts";
import { maxDebts } from "#app/payouts/transfers/settle.ts";
import {
  earnings,
  forgottenFiles,
  ledger,
  moneyCalls,
  orders,
  outbox,
  savedGigs,
  savedNews,
  tickets,
  visitorMails,
  webhookEvents,
} from "#drizzle/schema.ts";
import { type KindName, kindNames, kinds } from "#workers/work/kinds.ts";
import { day, deps, hour, now, pass } from "../../support/clock.ts";
import { gig } from "../../support/factories.ts";
import { offerRow } from "../../support/offer-rows.ts";
import { balancesOf, completedOrder, readyAccount, transfersOf } from "../../support/payouts.ts";
import { paidAtStripe, paidOrder, transition } from "../../support/purchase.ts";
import { countedDatabase, deliverMessages } from "../../support/queue.ts";
import { deliveries, faults, payOnCardPage, sessionIdOf } from "../../support/stripe.ts";
import { db, visitor } from "../../support/visitor.ts";

await deliveries("off");

const questions = [{ question: "Which colours?", type: "text" as const, required: true }];

/** Delivers units of a kind in one batch, and checks what each costs. */
async function deliverUnits(kind: KindName, ids: string[]): Promise<void> {
  const { database, queries } = countedDatabase();
  const messages = ids.map((id) => ({ v: 1, do: "run", kind, id }));
  const { retried } = await deliverMessages(messages, { changes: { DB: database } });
  expect([kind, retried]).toEqual([kind, []]);
  expect(queries() / ids.length, kind).toBeLessThanOrEqual(kinds[kind].queries);
  expect(queries(), kind).toBeGreaterThan(0);
}

test("Ten units run at most 500 queries, even if one of them reads Stripe's lists", () => {
  const { reconciliation, ...others } = Object.fromEntries(
    kindNames.map((name) => [name, kinds[name].queries]),
  );
  expect(Number(reconciliation) + 9 * Math.max(...Object.values(others))).toBeLessThanOrEqual(500);
});

test("A unit of each kind runs at most as many queries as its kind declares, in the worst case", async () => {
  const three = Array.from({ length: 3 });
  // Paid at Stripe, and no event came: the costliest check, event and deadline is one that finds a payment.
  const callsOf = async (ids: string[]) =>
    (await db.select({ id: moneyCalls.id }).from(moneyCalls).where(inArray(moneyCalls.orderId, ids))).map(
      ({ id }) => id,
    );
  const paid = async () => {
    const placed = [];
    for (const _ of three) placed.push(await paidAtStripe({ questions }));
    return placed;
  };
  const [toCheck, toExpire, byEvent] = [await paid(), await paid(), await paid()];
  const idsOf = (placed: { order: { id: string } }[]) => placed.map(({ order }) => order.id);
  await db
    .update(moneyCalls)
    .set({ updatedAt: now() - hour })
    .where(inArray(moneyCalls.orderId, idsOf(toCheck)));
  await deliverUnits("checkouts", await callsOf(idsOf(toCheck)));
  const tooOld = { createdAt: now() - 2 * day, deadlineAt: now() - day };
  await db
    .update(orders)
    .set(tooOld)
    .where(inArray(orders.id, idsOf(toExpire)));
  await deliverUnits("deadlines", idsOf(toExpire));
  const received = { receivedAt: now(), dueAt: now(), attempts: 0 };
  for (const { event } of byEvent)
    await db
      .insert(webhookEvents)
      .values({ ...received, id: event.id, type: event.type, payload: JSON.stringify(event) });
  await deliverUnits(
    "webhooks",
    byEvent.map(({ event }) => event.id),
  );
  expect((await db.select().from(orders)).map(({ paymentStatus }) => paymentStatus)).toEqual(
    Array(9).fill("paid"),
  );

  // Not started within 14 days: cancelled, and refunded immediately.
  const late = { paidAt: now() - 15 * day, deadlineAt: now() - day, triedAt: null };
  await db
    .update(orders)
    .set(late)
    .where(inArray(orders.id, idsOf(toCheck)));
  await deliverUnits("deadlines", idsOf(toCheck));
  await db
    .update(orders)
    .set({ reminderAt: now() - 1, paidAt: now() - 3 * day })
    .where(inArray(orders.id, idsOf(byEvent)));
  await deliverUnits("reminders", idsOf(byEvent));
  for (const { order, ann } of byEvent) await transition(order.id, "cancel", "buyer", ann.id);
  await db
    .update(moneyCalls)
    .set({ updatedAt: now() - hour })
    .where(eq(moneyCalls.state, "due"));
  const refunds = await db.select({ id: moneyCalls.id }).from(moneyCalls).where(eq(moneyCalls.state, "due"));
  expect(refunds).toHaveLength(3);
  await deliverUnits(
    "refunds",
    refunds.map(({ id }) => id),
  );
  const mails = await db.select({ id: outbox.id }).from(outbox).where(eq(outbox.kind, "refunded")).limit(3);
  await deliverUnits(
    "mails",
    mails.map(({ id }) => id),
  );

  for (let n = 0; n < 3; n++)
    await visitor.signedOut().submit("/contact", {
      name: "Al",
      email: `al-${n}@example.test`,
      message: "The page of my order is empty",
    });
  await db.update(visitorMails).set({ sentAt: null, dueAt: 1 });
  const toVisitors = await db.select({ id: visitorMails.id }).from(visitorMails);
  await deliverUnits(
    "visitor-mails",
    toVisitors.map(({ id }) => id),
  );
  await db.update(tickets).set({ state: "closed", waitingSince: null, closedAt: 1 });
  await deliverUnits("cleanup", ["tickets"]);

  const prefixes = ["one/", "two/", "three/"];
  for (const prefix of prefixes) await db.insert(forgottenFiles).values({ prefix, dueAt: now() });
  await deliverUnits("forgotten", prefixes);

  for (const _ of three) await paidAtStripe();
  await deliverUnits("events", ["events"]);
  await deliverUnits("reconciliation", ["lists"]);
});

test("Expiring an offer, looking at 30 saved services and refunding an order of four payments run as few queries", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const talk = { buyer: ann, seller: bob, gigId: (await gig(db, { sellerId: bob.id })).id };
  const { id: offer } = await offerRow(db, talk, { expiresAt: now() - 1 }, now() - day);
  await deliverUnits("offers", [offer]);
  for (let n = 0; n < 30; n++) {
    const { id: gigId } = await gig(db, { priceCents: 4000 });
    await db.insert(savedGigs).values({ userId: ann.id, gigId, priceCents: 5000, at: n });
  }
  await db.insert(savedNews).values({ userId: ann.id, nextAt: now() - 1 });
  await deliverUnits("saved-news", [ann.id]);
  expect(await db.select().from(outbox).where(eq(outbox.kind, "saved_news"))).toHaveLength(1);

  const { ann: buyer, bob: seller, order } = await paidOrder({ questions: [] });
  for (const title of ["One", "Two", "Three"]) {
    await seller.submit("/offers", { intent: "offer-extra", order: order.id, title, price: "10", days: "0" });
    const [extra] = (await orderExtras.list(db, order.id)).filter(({ state }) => state === "offered");
    const { location } = await buyer.submit(`/orders/${order.id}`, {
      intent: "add-extra",
      extra: extra?.id ?? "",
    });
    await payOnCardPage(location ?? "");
    await fulfil(deps, sessionIdOf(location));
  }
  const late = { paidAt: now() - 15 * day, deadlineAt: now() - day, triedAt: null };
  await db.update(orders).set(late).where(eq(orders.id, order.id));
  await deliverUnits("deadlines", [order.id]);
  const due = await db
    .select({ id: moneyCalls.id, state: moneyCalls.state })
    .from(moneyCalls)
    .where(and(eq(moneyCalls.orderId, order.id), eq(moneyCalls.kind, "refund")));
  expect(due).toHaveLength(4);
});

test("A transfer that pays debts, and whose account is read first, runs at most as many queries as declared", async () => {
  const { order, bob } = await completedOrder({ priceCents: 8000 });
  await readyAccount(bob.id);
  for (let i = 0; i < maxDebts; i++) {
    const debtor = await completedOrder({ sellerId: bob.id });
    const owed = { orderId: debtor.order.id, userId: bob.id, at: now() };
    await db.insert(ledger).values([
      { ...owed, transaction: `debt:${i}`, account: "seller_debts", amountCents: 10 },
      { ...owed, transaction: `debt:${i}`, account: "seller_payable", amountCents: -10 },
    ]);
    await db.update(earnings).set({ dueAt: null }).where(eq(earnings.orderId, debtor.order.id));
  }
  await pass(15 * day);
  await deliverUnits("earnings", [order.id]);
  const sent = await transfersOf(order);
  expect(sent).toHaveLength(1);
  expect((await balancesOf(order.id)).offsets).toBe(-10 * maxDebts);

  // What is left is sent, and its answer is lost.
  await faults([{ path: "/v1/transfers", method: "POST", status: "cut", after: true }]);
  await deliverUnits("earnings", [order.id]);
  const [, rest] = await transfersOf(order);
  expect(rest).toMatchObject({ cents: 8000 - order.feeCents - 10 * maxDebts, confirmedAt: null });
  await pass(2 * 60_000);
  await deliverUnits("transfers", [rest?.id ?? ""]);
  expect((await transfersOf(order))[1]?.confirmedAt).not.toBeNull();
});
