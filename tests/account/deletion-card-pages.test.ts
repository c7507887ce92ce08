import { expect, it } from "vitest";
import { dataPage, deleteAccount, orderOf, userOf, withPassword } from "../support/accounts/deletion.ts";
import { paidAtStripe, paidOrder, placeOrder } from "../support/purchase.ts";
import { deliveries, faults, payByCard, payLater } from "../support/stripe.ts";

await deliveries("off");

it("Open card pages do not block a deletion: all of them are closed at Stripe", async () => {
  const { ann, bob, order, session } = await placeOrder();
  const others = [];
  for (let i = 0; i < 3; i++) {
    const placed = await placeOrder({ sellerId: bob.id });
    others.push(placed.order.id);
  }
  await withPassword(bob);
  expect((await bob.get(dataPage)).field("password")).toBe("");
  expect((await deleteAccount(bob)).location).toBe("/");
  for (const id of [order.id, ...others]) expect(await orderOf(id)).toMatchObject({ status: "cancelled" });
  expect(await payByCard(session)).toBe(false);
  expect((await ann.submit(`/orders/${order.id}`, { intent: "pay" })).status).toBe(403);

  // A buyer can delete their account, too.
  const other = await placeOrder();
  expect((await deleteAccount(await withPassword(other.ann))).location).toBe("/");
  expect(await payByCard(other.session)).toBe(false);
});

it("A card page that was just paid blocks the deletion, and the order is paid", async () => {
  const { bob, order } = await paidAtStripe();
  const answer = await deleteAccount(await withPassword(bob));
  expect([answer.status, answer.links.includes(`/orders/${order.id}`)]).toEqual([409, true]);
  expect(answer.text).toContain("It is paid and not finished");
  expect(await orderOf(order.id)).toMatchObject({ status: "pending", paymentStatus: "paid" });
  expect((await userOf(bob.id)).users.deletedAt).toBeNull();
});

it("While Stripe or a bank has not answered, the account is kept and can be deleted later", async () => {
  const { bob, order, session } = await placeOrder();
  await withPassword(bob);
  const expectLater = async () => {
    const answer = await deleteAccount(bob);
    expect([answer.status, answer.links.includes(`/orders/${order.id}`)]).toEqual([409, true]);
    expect(answer.text).toContain("The buyer may be paying right now. Please try again in a minute.");
    // The form stays, so that they can try again.
    expect(answer.field("password")).toBe("");
    expect(await orderOf(order.id)).toMatchObject({ status: "pending" });
  };
  await faults([{ path: `/v1/checkout/sessions/${session}`, status: 500 }]);
  await expectLater();
  await faults([]);
  await payLater(session);
  await expectLater();
});

it("Card pages stay open if something else blocks the deletion", async () => {
  const { bob, session } = await placeOrder();
  const paid = await paidOrder({ sellerId: bob.id });
  const answer = await deleteAccount(await withPassword(bob));
  expect([answer.status, answer.links.includes(`/orders/${paid.order.id}`)]).toEqual([409, true]);
  expect(await payByCard(session)).toBe(true);
});
