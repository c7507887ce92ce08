import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as newOrders from "#app/checkout/new-orders.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import * as credit from "#app/ledger/credit.server.ts";
import * as ledger from "#app/ledger/ledger.server.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import { creditLedger, creditUses, moneyCalls, orders as rows } from "#drizzle/schema.ts";
import { findCreditProblem } from "#drizzle/seed/credit-book.ts";
import { sweep } from "../support/clock.ts";
import { gig, person } from "../support/factories.ts";
import { deliver, deliveries, events, faults, payOnCardPage, sessionIdOf } from "../support/stripe.ts";
import { db, Visitor } from "../support/visitor.ts";

await deliveries("off");

const deps = { db, clock: { now: () => Date.now() } };
const required = async (id: string) => {
  const order = await orders.find(db, id);
  if (!order) throw new Error("The order is missing");
  return order;
};
const ordersOf = (buyerId: string) =>
  db.select().from(rows).where(eq(rows.buyerId, buyerId)).orderBy(rows.number);
const found = async (id: string) => {
  const service = await gigs.find(db, { id });
  if (!service) throw new Error("The gig is missing");
  return service;
};
const usesOf = (userId: string) => db.select().from(creditUses).where(eq(creditUses.userId, userId));

/** A new user orders for $80 and is sent to the Checkout page. */
async function newBuyer() {
  const ann = await Visitor.signedIn({ credit: true });
  const service = await gig(db);
  const page = await ann.submit("/orders", { gigId: service.id });
  const [order] = await ordersOf(ann.id);
  if (!order || !page.location) throw new Error("No order was placed");
  return { ann, service, order, cardPage: page.location };
}

async function paid() {
  const bought = await newBuyer();
  await pay(bought.cardPage);
  return { ...bought, order: await required(bought.order.id) };
}

/** Pays on the card page, and Stripe's event arrives. */
async function pay(cardPage: string) {
  // Null: the card page has refused the card, and there is no event.
  expect(await payOnCardPage(cardPage)).not.toBeNull();
  const session = sessionIdOf(cardPage);
  const event = (await events("checkout.session.completed")).find((one) => one.data.object.id === session);
  expect(event).toBeDefined();
  expect((await deliver(event)).status).toBe(200);
}

describe("The $10 credit of a new user", () => {
  it("reduces the card payment, is reserved until the order is paid, and is then the platform's expense", async () => {
    const { ann, order } = await newBuyer();
    const [call] = await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, order.id));
    expect(JSON.parse(call?.params ?? "").line_items[0].price_data).toMatchObject({ unit_amount: 7000 });
    expect(await usesOf(ann.id)).toMatchObject([{ cents: 1000, state: "reserved" }]);
    const other = await paid();
    expect(other.order).toMatchObject({ paymentStatus: "paid", creditCents: 1000 });
    expect(await ledger.balances(db, other.order)).toMatchObject({
      promotions: 1000,
      seller_payable: -8000,
    });
    expect(await usesOf(other.ann.id)).toMatchObject([{ state: "spent" }]);
  });

  it("is booked as promotions against the user's credit, which a paid order uses and a refund restores", async () => {
    const book = async (userId: string) => {
      const rows = await db
        .select()
        .from(creditLedger)
        .where(eq(creditLedger.userId, userId))
        .orderBy(creditLedger.number);
      return rows.map(({ transaction, account, amountCents }) => [
        transaction.split(":")[0],
        account,
        amountCents,
      ]);
    };
    const granted = [
      ["grant", "promotions", 1000],
      ["grant", "credit", -1000],
    ];
    const open = await newBuyer();
    expect(await book(open.ann.id)).toEqual(granted);
    const { ann, order } = await paid();
    const used = [
      ["use", "credit", 1000],
      ["use", "promotions", -1000],
    ];
    expect(await book(ann.id)).toEqual([...granted, ...used]);
    await orderTransitions.refund(deps, order, 7400, ann.id, "Most of it is missing");
    await orderTransitions.refund(deps, await required(order.id), 100, ann.id, "And a little more");
    expect((await book(ann.id)).slice(4)).toEqual([
      ["return", "promotions", 400],
      ["return", "credit", -400],
      ["return", "promotions", 100],
      ["return", "credit", -100],
    ]);
    expect(await findCreditProblem(db)).toBeNull();
    await expect(db.update(creditLedger).set({ amountCents: 0 })).rejects.toThrow();
  });

  it("cannot be used below $50", async () => {
    const ann = await Visitor.signedIn({ credit: true });
    const service = await gig(db, { priceCents: 4900 });
    await ann.submit("/orders", { gigId: service.id });
    expect((await ordersOf(ann.id))[0]?.creditCents).toBe(0);
    expect(await credit.available(db, ann.id)).toBe(1000);
  });

  it("is used once, however many orders are placed concurrently", async () => {
    const ann = await person(db, { credit: true });
    const service = await found((await gig(db)).id);
    const asked = { buyer: ann.id, package: "starter", requirements: "", token: null } as const;
    await Promise.all(Array.from({ length: 20 }, () => newOrders.place(db, service, asked, Date.now())));
    const taken = (await ordersOf(ann.id)).map((order) => order.creditCents);
    expect([taken.length, taken.filter((cents) => cents > 0)]).toEqual([20, [1000]]);
  });

  it("can be used again when the order that reserved it is cancelled unpaid", async () => {
    const { ann, order, service } = await newBuyer();
    await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    expect(await usesOf(ann.id)).toMatchObject([{ state: "released" }]);
    await ann.submit("/orders", { gigId: service.id });
    expect((await ordersOf(ann.id))[1]?.creditCents).toBe(1000);
  });

  it("is returned as credit: the card is refunded first, the rest can be used again", async () => {
    const { ann, order, service } = await paid();
    expect(
      await orderTransitions.refund(deps, order, 7500, (await person(db)).id, "Half of it is missing"),
    ).toBe(true);
    expect(await required(order.id)).toMatchObject({
      refundedCashCents: 7000,
      refundedCreditCents: 500,
      paymentStatus: "paid",
    });
    const calls = await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, order.id));
    expect(
      calls.filter(({ kind }) => kind === "refund").map(({ params }) => JSON.parse(params).amount),
    ).toEqual([7000]);
    expect(await credit.available(db, ann.id)).toBe(500);
    const again = await newOrders.place(
      db,
      await found(service.id),
      { buyer: ann.id, package: "starter", requirements: "", token: null },
      Date.now(),
    );
    expect(again && "order" in again && again.order.creditCents).toBe(500);
    // A refund is never more than what is left of the order.
    const late = await required(order.id);
    await expect(orderTransitions.refund(deps, late, 501, ann.id, "Too much")).rejects.toThrow(
      "cannot go back",
    );
    const sums = Object.values(await ledger.balances(db, order));
    expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(0);
  });

  it("is returned in parts, and each part can be spent again: nothing is lost or spent twice", async () => {
    const { ann, order, service } = await paid();
    const operator = (await person(db)).id;
    const refund = async (cents: number) =>
      expect(
        await orderTransitions.refund(deps, await required(order.id), cents, operator, "Half is missing"),
      ).toBe(true);
    await refund(7500);
    const second = await ann.submit("/orders", { gigId: service.id });
    await pay(second.location ?? "");
    expect((await ordersOf(ann.id)).map(({ creditCents }) => creditCents)).toEqual([1000, 500]);
    expect(await credit.available(db, ann.id)).toBe(0);
    // The rest comes back while the first part is spent.
    await refund(500);
    expect(await credit.available(db, ann.id)).toBe(500);
    const found = await gigs.find(db, { id: service.id });
    if (!found) throw new Error("The gig is missing");
    const asked = { buyer: ann.id, package: "starter", requirements: "", token: null } as const;
    await Promise.all(Array.from({ length: 20 }, () => newOrders.place(db, found, asked, Date.now())));
    const used = (await ordersOf(ann.id)).map(({ creditCents }) => creditCents);
    expect([used.length, used.slice(2).filter((cents) => cents > 0)]).toEqual([22, [500]]);
    const spent = (await usesOf(ann.id)).reduce((sum, use) => sum + use.cents - use.returnedCents, 0);
    expect([spent, await credit.available(db, ann.id)]).toEqual([1000, 0]);
  });

  it("a server error after Stripe has created a partial refund causes no second refund", async () => {
    const { order } = await paid();
    await orderTransitions.refund(deps, order, 2000, (await person(db)).id, "A quarter is missing");
    await faults([{ path: "/v1/refunds", method: "POST", status: 500, after: true }]);
    const refunded = async () => {
      await db.update(moneyCalls).set({ updatedAt: 0 }).where(eq(moneyCalls.orderId, order.id));
      await sweep();
      const created = await events("refund.created");
      return created.filter((event) => JSON.stringify(event).includes(order.id)).length;
    };
    expect([await refunded(), await refunded(), await refunded()]).toEqual([1, 1, 1]);
    expect(await ledger.balances(db, order)).toMatchObject({ refunds: 0, seller_payable: -6000 });
  });

  it("a cancelled paid order returns everything, card payment and credit", async () => {
    const { ann, order } = await paid();
    await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    await expect.poll(async () => (await required(order.id)).paymentStatus).toBe("refunded");
    const balances = await ledger.balances(db, order);
    expect(
      Object.entries(balances).filter(
        ([account, cents]) => cents !== 0 && account !== "stripe_fees" && account !== "cash",
      ),
    ).toEqual([]);
    expect(await credit.available(db, ann.id)).toBe(1000);
  });
});
