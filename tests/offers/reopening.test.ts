import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { orders } from "#drizzle/schema.ts";
import { act } from "../admin/orders/operator-order.ts";
import { deleteAccount, withPassword } from "../support/accounts/deletion.ts";
import { operator } from "../support/accounts/operator.ts";
import { day, now, pass, sweep } from "../support/clock.ts";
import { connect } from "../support/conversations.ts";
import { deliver, deliveries, events, faults, payOnCardPage, sessionIdOf } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db } from "../support/visitor.ts";
import { anOffer, formOf, mailsAbout, offerOf, ordersOf, pay } from "./an-offer.ts";

await deliveries("off");

/** Ann has accepted Bob's offer and is on the card page. */
async function accepted(terms: Parameters<typeof anOffer>[0] = {}) {
  const made = await anOffer({ expiresAt: now() + 25 * day, ...terms });
  const form = await formOf(made.ann, made.offer.id);
  const { location } = await made.ann.submit("/orders", form);
  const [order] = await ordersOf(made.offer.id);
  if (!order || !location) throw new Error("The offer was not accepted");
  return { ...made, form, order, cardPage: location };
}

type Accepted = Awaited<ReturnType<typeof accepted>>;

const ends: [who: string, cancel: (made: Accepted) => Promise<unknown>][] = [
  ["its buyer", ({ ann, order }) => ann.submit(`/orders/${order.id}`, { intent: "cancel", version: 1 })],
  ["an operator", async ({ order }) => act((await operator()).ann, order.id, { intent: "operator-cancel" })],
  [
    "the clock",
    async () => {
      await pass(day + 1000);
      await sweep();
    },
  ],
];

it.each(ends)(
  "An offer whose unpaid order is cancelled by %s is open again, once its card page is closed",
  async (_, cancel) => {
    const made = await accepted();
    const { ann, bob, offer, order, cardPage } = made;
    const tabs = [await connect(ann), await connect(bob)];
    await cancel(made);
    expect((await tracesOf(order.id)).order.status).toBe("cancelled");
    expect((await tracesOf(order.id)).calls).toMatchObject([{ open: false }]);
    expect((await payOnCardPage(cardPage)) ?? "").not.toContain("payment-success");
    expect(await offerOf(offer.id)).toMatchObject({
      state: "open",
      orderId: null,
      closedAt: null,
      version: 3,
    });
    const reopened = { type: "offer", offer: expect.objectContaining({ state: "open", version: 3 }) };
    for (const { received, socket } of tabs) {
      await expect.poll(() => received).toContainEqual(expect.objectContaining(reopened));
      socket?.close();
    }
    expect((await bob.get(`/offers/${offer.id}`)).text).toContain("Withdraw the offer");
    const again = await ann.submit("/orders", await formOf(ann, offer.id));
    expect(again.location).toContain("cs_");
    const [, second] = await ordersOf(offer.id);
    expect(await offerOf(offer.id)).toMatchObject({ state: "accepted", orderId: second?.id });
    await pay(again.location ?? "");
    expect((await tracesOf(second?.id ?? "")).order.paymentStatus).toBe("paid");
  },
);

it("While Stripe does not answer, the order is not cancelled, and its offer stays accepted", async () => {
  const { ann, offer, order } = await accepted();
  await faults([{ path: "/v1/checkout/sessions", status: 503 }]);
  await ann.submit(`/orders/${order.id}`, { intent: "cancel", version: 1 });
  expect(await offerOf(offer.id)).toMatchObject({ state: "accepted", orderId: order.id });
});

it("An offer whose time is over when its unpaid order ends has expired, and its seller is mailed", async () => {
  const { ann, bob, offer, order } = await accepted({ expiresAt: now() + day / 2 });
  await pass(day + 1000);
  await sweep();
  expect((await tracesOf(order.id)).order.status).toBe("cancelled");
  expect((await ann.get(`/offers/${offer.id}`)).text).toContain("This offer expired on");
  await sweep();
  expect(await offerOf(offer.id)).toMatchObject({ state: "expired", orderId: null });
  expect(await mailsAbout(offer.id)).toEqual([["offer_expired", bob.id]]);
  expect((await ann.get(`/offers/${offer.id}`)).text).toContain("This offer expired on");
});

it("When one of the two deletes the account, the unpaid order is cancelled, and its offer is closed", async () => {
  const [sellers, buyers] = [await accepted(), await accepted()];
  for (const leaver of [sellers.bob, buyers.ann])
    expect((await deleteAccount(await withPassword(leaver))).status).toBe(303);
  for (const [{ offer, order }, state] of [
    [sellers, "withdrawn"],
    [buyers, "declined"],
  ] as const) {
    expect((await tracesOf(order.id)).order.status).toBe("cancelled");
    expect(await offerOf(offer.id)).toMatchObject({ state, orderId: null });
  }
});

it("A late payment on the cancelled order is returned, even after the offer was accepted again", async () => {
  const { ann, offer, order, form, cardPage } = await accepted();
  await payOnCardPage(cardPage);
  const event = (await events("checkout.session.completed")).find(
    ({ data }) => data.object.id === sessionIdOf(cardPage),
  );
  // As if the order had been cancelled while its page was believed to be closed.
  await db
    .update(orders)
    .set({ status: "cancelled", stage: "closed", turn: null, deadlineAt: null, reminderAt: null })
    .where(eq(orders.id, order.id));
  expect((await offerOf(offer.id)).state).toBe("open");
  const next = await ann.submit("/orders", { ...form, requirements: "Once more" });
  expect(next.location).toContain("cs_");
  if (!event) throw new Error("The stand-in has no event of the payment");
  expect((await deliver(event)).status).toBe(200);
  await sweep();
  expect((await tracesOf(order.id)).payments).toMatchObject([{ outcome: "returned" }]);
  await expect
    .poll(async () => (await tracesOf(order.id)).calls.find(({ kind }) => kind === "refund")?.state)
    .toBe("confirmed");
  const [, second] = await ordersOf(offer.id);
  expect(await offerOf(offer.id)).toMatchObject({ state: "accepted", orderId: second?.id });
  expect((await tracesOf(second?.id ?? "")).order.status).toBe("pending");
});

it("An offer whose paid order is cancelled and refunded stays accepted", async () => {
  const { ann, offer, order, cardPage } = await accepted();
  await pay(cardPage);
  await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
  expect((await tracesOf(order.id)).order.status).toBe("cancelled");
  expect(await offerOf(offer.id)).toMatchObject({ state: "accepted", orderId: order.id });
});
