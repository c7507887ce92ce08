import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { orderEvents, orders } from "#drizzle/schema.ts";
import { pass } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import {
  deliveries,
  faults,
  payLater,
  payOnCardPage,
  sessionIdOf,
  settleSession,
} from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

/** Ann has ordered something red and is on the card page. */
async function ordered() {
  const service = await gig(db, { priceCents: 8000 });
  const ann = await visitor.signedIn();
  const page = await ann.get(`/services/s/${service.slug}`);
  const form = { gigId: service.id, token: page.field("token"), shownPrice: 8000 };
  const { location } = await ann.submit("/orders", { ...form, requirements: "Red" });
  const [order] = await ordersOf(ann);
  if (!order) throw new Error("No order was placed");
  return { ann, service, form, order, cardPage: location ?? "" };
}

const ordersOf = (buyer: Visitor) =>
  db.select().from(orders).where(eq(orders.buyerId, buyer.id)).orderBy(orders.number);

const createPayment = (buyer: Visitor, details: object) =>
  buyer.fetch("/functions/create-payment", {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify({ paymentType: "service", serviceDetails: details }),
  });

it("A buyer who pays, goes back and sends another text before the event arrives keeps the paid order, is told so, and places no other", async () => {
  const { ann, form, order, cardPage } = await ordered();
  await payOnCardPage(cardPage);
  const told = await ann.submitAndFollow("/orders", { ...form, requirements: "Blue" });
  expect(told.text).toMatch(/You bought this at \d\d:\d\d UTC\. Order it again\?/);
  const answer = await createPayment(ann, { ...form, requirements: "Green" });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { url: `${origin}/orders/${order.id}?again=1` },
  ]);
  expect(await ordersOf(ann)).toMatchObject([{ id: order.id, paymentStatus: "paid", requirements: "Red" }]);
  // The typed text is in the form that the link opens.
  const again = told.links.find((link) => link.includes("draft="));
  expect((await ann.get(again ?? "")).field("requirements")).toBe("Blue");
});

it("The card page of a replaced order is closed at Stripe before the order is replaced", async () => {
  const { ann, form, order, cardPage } = await ordered();
  const next = await ann.submit("/orders", { ...form, requirements: "Blue" });
  expect(sessionIdOf(next.location)).not.toBe(sessionIdOf(cardPage));
  expect((await payOnCardPage(cardPage)) ?? "").not.toContain("payment-success");
  expect((await tracesOf(order.id)).calls).toMatchObject([{ open: false }]);
  expect((await tracesOf(order.id)).notes).toEqual([null, "Replaced by another order"]);
});

it("While a bank has not answered, nothing is placed and the text is kept; once the bank refuses, the order is replaced", async () => {
  const { ann, form, order, cardPage } = await ordered();
  await payLater(cardPage);
  const told = await ann.submitAndFollow("/orders", { ...form, requirements: "Blue" });
  expect(told.text).toContain("Your bank has not confirmed yet. Please don't pay a second time.");
  expect(told.field("requirements")).toBe("Blue");
  const answer = await createPayment(ann, { ...form, requirements: "Blue" });
  expect(answer.status).toBe(409);
  expect(await ordersOf(ann)).toHaveLength(1);
  await settleSession(sessionIdOf(cardPage), "failed");
  expect((await ann.submit("/orders", { ...form, requirements: "Blue" })).location).toContain("cs_");
  expect((await tracesOf(order.id)).order.status).toBe("cancelled");
});

it("While Stripe does not answer, nothing is replaced or placed; the buyer sees why, and the text is kept", async () => {
  const { ann, form, order, cardPage } = await ordered();
  const lost = { path: "/v1/checkout/sessions", status: 503 };
  await faults([lost]);
  const told = await ann.submitAndFollow("/orders", { ...form, requirements: "Blue" });
  expect(told.text).toContain(
    "Failed to process payment: We can't reach the payment page of your earlier order, so we placed no new order. If you have already paid, do not pay again: we are checking.",
  );
  expect(told.field("requirements")).toBe("Blue");
  await faults([lost]);
  const answer = await createPayment(ann, { ...form, requirements: "Blue" });
  expect(answer.status).toBe(502);
  expect(await ordersOf(ann)).toMatchObject([{ id: order.id, status: "pending" }]);
  // The buyer can still pay the order that was placed.
  expect(await payOnCardPage(cardPage)).toContain("payment-success");
});

it("Two different texts sent at once while the first order is being paid leave one order that can be paid", async () => {
  const { ann, form } = await ordered();
  const answers = await Promise.all(
    ["Blue", "Green", "Blue"].map((requirements) => ann.submit("/orders", { ...form, requirements })),
  );
  const live = (await ordersOf(ann)).filter(({ status }) => status === "pending");
  expect(live).toHaveLength(1);
  const pages = [
    ...new Set(answers.flatMap(({ location }) => (location?.includes("cs_") ? [location] : []))),
  ];
  const paid = await Promise.all(pages.map((page) => payOnCardPage(page)));
  expect(paid.filter((to) => to?.includes("payment-success"))).toHaveLength(1);
});

it("An unpaid order is closed at Stripe before it is cancelled; if it was paid, it is kept, and the buyer is told", async () => {
  const { ann, order, cardPage } = await ordered();
  await payOnCardPage(cardPage);
  const page = await ann.submit(`/orders/${order.id}`, { intent: "cancel", version: 1 });
  expect(page.status).toBe(409);
  expect(page.text).toMatch(
    /This order was paid at \d\d:\d\d UTC\. Cancel it again if you want your money back\./,
  );
  expect((await tracesOf(order.id)).order).toMatchObject({ status: "pending", paymentStatus: "paid" });
  const other = await ordered();
  await faults([{ path: "/v1/checkout/sessions", status: 503 }]);
  const lost = await other.ann.submit(`/orders/${other.order.id}`, { intent: "cancel", version: 1 });
  expect(lost.status).toBe(503);
  expect(lost.text).toContain(
    "We couldn't close the payment page of this order, so we didn't cancel it. Please try again.",
  );
  await payLater(other.cardPage);
  const waiting = await other.ann.submit(`/orders/${other.order.id}`, { intent: "cancel", version: 1 });
  expect([waiting.status, (await tracesOf(other.order.id)).order.status]).toEqual([409, "pending"]);
  expect(waiting.text).toContain("The bank has not confirmed the payment for this order yet");
});

it("The form of a paid order that was cancelled places a new one", async () => {
  const { ann, form, order, cardPage } = await ordered();
  await payOnCardPage(cardPage);
  await ann.submit("/orders", { ...form, requirements: "Blue" });
  await pass(1000);
  await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
  expect((await tracesOf(order.id)).order.status).toBe("cancelled");
  expect((await ann.submit("/orders", { ...form, requirements: "Blue" })).location).toContain("cs_");
  const events = await db.select().from(orderEvents).where(eq(orderEvents.actorId, ann.id));
  expect(events.map(({ kind }) => kind)).toEqual(["placed", "cancelled", "placed"]);
});
