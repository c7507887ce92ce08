import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { creditUses, moneyCalls, orderEvents, outbox, sellerDays } from "#drizzle/schema.ts";
import { linkTo } from "../../support/mails.ts";
import { paidOrder, placeOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, Visitor } from "../../support/visitor.ts";
import { read, startedOrder, toastOf, versionOn } from "../started-order.ts";

await deliveries("off");

const reason = "My workshop is full until spring, I am sorry";

it("A seller declines a paid order with a reason: everything is refunded, and the buyer is told why", async () => {
  const { ann, bob, order } = await paidOrder();
  const path = `/orders/${order.id}`;
  const page = await bob.get(path);
  expect(page.html).toMatch(/name="confirm" value="refuse"/);
  const asked = await bob.get(`${path}?confirm=refuse&version=${versionOn(page)}`);
  expect(asked.text).toContain("Decline this order?");
  expect(asked.text).toMatch(/We refund \$80\.00 to .{1,99}'s card in 5–10 days\./);
  expect(asked.text).toContain("The first two orders that you decline in a month don't affect your level.");
  const version = versionOn(asked);
  const short = await bob.submit(path, { intent: "refuse", note: "No time", version });
  expect([short.status, short.field("note")]).toEqual([400, "No time"]);
  expect(short.text).toContain("Say why you're declining, in at least 10 characters");

  const done = await bob.submit(path, { intent: "refuse", note: reason, version });
  expect(await toastOf(bob, done)).toContain("Order status updated to cancelled");
  expect(await read(order.id)).toMatchObject({
    status: "cancelled",
    stage: "closed",
    turn: null,
    deadlineAt: null,
    refundedCashCents: 8000,
  });
  const calls = await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, order.id));
  expect(
    calls.filter(({ kind }) => kind === "refund").map(({ params }) => JSON.parse(params).amount),
  ).toEqual([8000]);
  const [row] = await db.select().from(sellerDays).where(eq(sellerDays.userId, bob.id));
  expect(row).toMatchObject({ declined: 1, late: 0, completed: 0 });
  expect(await linkTo(ann.email, "declined")).toBe(path);
  const shown = await ann.get(path);
  for (const words of ["Cancelled.", "declined this order:", reason, "Declined", "$80.00"])
    expect(shown.text).toContain(words);
  expect((await ann.get(`${path}/receipt`)).text).toContain("Refunded to the card $80.00");

  const again = await bob.submit(path, { intent: "refuse", note: reason, version });
  expect([again.status, again.text.includes("You declined this order at")]).toEqual([409, true]);
  expect(again.text).toContain(`You wrote: ${reason}`);
  const late = await bob.submit(path, { intent: "refuse", note: reason });
  expect([late.status, late.text.includes("This order was cancelled")]).toEqual([403, true]);
});

it("An order that was partly paid with credit also gives the credit back", async () => {
  const ann = await Visitor.signedIn({ credit: true });
  const { bob, order } = await paidOrder({}, ann);
  const asked = await bob.get(`/orders/${order.id}?confirm=refuse`);
  expect(asked.text).toMatch(
    /We refund \$80\.00: \$10\.00 as credit now, \$70\.00 to .{1,99}'s card in 5–10 days\./,
  );
  await bob.submit(`/orders/${order.id}`, { intent: "refuse", note: reason });
  expect(await read(order.id)).toMatchObject({ refundedCashCents: 7000, refundedCreditCents: 1000 });
  const [use] = await db.select().from(creditUses).where(eq(creditUses.orderId, order.id));
  expect(use).toMatchObject({ state: "returned", returnedCents: 1000 });
});

it("Only the seller declines, and only a paid order that is not started; a seller's `cancel` stays refused", async () => {
  const { ann, bob, order } = await paidOrder();
  const path = `/orders/${order.id}`;
  const stranger = await Visitor.signedIn();
  const refused = async (who: Visitor, intent: string, to = path) => {
    const page = await who.submit(to, { intent, note: reason });
    expect(page.status).toBe(403);
    return page.text;
  };
  expect(await refused(ann, "refuse")).toContain("Only the seller can decline an order");
  expect(await refused(stranger, "refuse")).toContain("You are not authorized to update this order");
  expect(await refused(bob, "cancel")).toContain("Only the buyer can cancel an order");
  const started = await startedOrder();
  expect(await refused(started.bob, "refuse", started.path)).toContain(
    "Work on this order has already started",
  );
  expect((await started.bob.get(started.path)).html).not.toMatch(/value="refuse"/);
  const unpaid = await placeOrder();
  expect(await refused(unpaid.bob, "refuse", `/orders/${unpaid.order.id}`)).toContain(
    "This order has not been paid yet",
  );
  const events = await db.select().from(orderEvents).where(eq(orderEvents.kind, "declined"));
  expect(
    events.filter(({ orderId }) => [order.id, started.order.id, unpaid.order.id].includes(orderId)),
  ).toEqual([]);
});

it("Of a start, a decline and a cancellation at the same time, one succeeds", async () => {
  const { ann, bob, order } = await paidOrder();
  const path = `/orders/${order.id}`;
  const version = versionOn(await bob.get(path));
  const pages = await Promise.all([
    bob.submit(path, { intent: "start", version }),
    bob.submit(path, { intent: "refuse", note: reason, version }),
    ann.submit(path, { intent: "cancel", version }),
  ]);
  expect(pages.map(({ status }) => status).toSorted()).toEqual([303, 409, 409]);
  const row = await read(order.id);
  const mails = await db.select().from(outbox).where(eq(outbox.subjectId, order.id));
  expect(row?.refundedCashCents).toBe(row?.status === "cancelled" ? 8000 : 0);
  expect(mails.filter(({ kind }) => ["started", "declined", "cancelled"].includes(kind)).length).toBe(1);
});
