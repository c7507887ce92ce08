import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { ledger, mismatches } from "#drizzle/schema.ts";
import { day, deps, hour, minute, pass, sweep } from "../support/clock.ts";
import { takeRows } from "../support/earlier-rows.ts";
import { paidOrder, placeOrder, transition } from "../support/purchase.ts";
import { deliver, deliveries, events, payOnCardPage } from "../support/stripe.ts";
import { tracesOf } from "../support/traces.ts";
import { db } from "../support/visitor.ts";

await deliveries("off");

/** What Stripe holds for us before its fees, and how much of it is in the operator's queue, in cents. */
async function atStripe() {
  const created = { gte: 0 };
  const sessions = await deps.stripe.checkout.sessions.list({ limit: 100, created, status: "complete" });
  const refunds = await deps.stripe.refunds.list({ limit: 100, created });
  const moved = [
    ...sessions.data.map(({ id, amount_total }) => ({ id, cents: amount_total ?? 0 })),
    ...refunds.data.map(({ id, amount }) => ({ id, cents: -amount })),
  ];
  const queued = new Set((await db.select({ id: mismatches.id }).from(mismatches)).map(({ id }) => id));
  const sum = (list: typeof moved) => list.reduce((total, { cents }) => total + cents, 0);
  return { held: sum(moved), queued: sum(moved.filter(({ id }) => queued.has(id))), moved };
}

/** What Stripe holds for us according to the books, before its fees, in cents. */
async function inTheBooks(): Promise<number> {
  const rows = await db
    .select()
    .from(ledger)
    .where(inArray(ledger.account, ["cash", "stripe_fees"]));
  return rows.reduce((total, { amountCents }) => total + amountCents, 0);
}

test("After the database is reset by an hour, reconciliation brings the books in line with Stripe, and no money moves twice", async () => {
  const [returned, expired, open] = [await paidOrder(), await paidOrder(), await placeOrder()];
  await pass(14 * day - 30 * minute);
  const late = await placeOrder();
  await sweep();
  const putBack = await takeRows();

  // An hour: a payment of an older order, an order that begins and is paid, two refunds.
  await payOnCardPage(late.cardPage);
  for (const event of await events("checkout.session.completed")) await deliver(event);
  const younger = await paidOrder();
  await transition(returned.order.id, "cancel", "buyer", returned.ann.id);
  await pass(hour);
  await sweep();
  expect((await tracesOf(returned.order.id)).order.paymentStatus).toBe("refunded");
  expect((await tracesOf(expired.order.id)).order.paymentStatus).toBe("refunded");
  const before = await atStripe();
  expect(await inTheBooks()).toBe(before.held);
  expect(before.queued).toBe(0);

  await putBack();
  expect((await tracesOf(returned.order.id)).order.paymentStatus).toBe("paid");
  for (let runs = 0; runs < 4; runs++) {
    await sweep();
    await pass(11 * minute);
  }
  const after = await atStripe();
  // Nothing was paid or refunded a second time.
  expect(after.moved).toEqual(before.moved);
  expect((await tracesOf(late.order.id)).order.paymentStatus).toBe("paid");
  // What the books lost is in the operator's queue, by its id at Stripe.
  expect(await inTheBooks()).toBe(after.held - after.queued);
  const queued = (await db.select().from(mismatches)).map(({ id }) => id);
  expect(queued).toContain(younger.session);
  expect(queued.filter((id) => id.startsWith("re_"))).toHaveLength(2);
  expect((await tracesOf(open.order.id)).payments).toEqual([]);
});
