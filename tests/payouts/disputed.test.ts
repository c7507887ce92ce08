import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { earnings } from "#drizzle/schema.ts";
import { day, deps, pass, sweep } from "#tests/support/clock.ts";
import {
  balancesOf,
  completedOrder,
  control,
  readyAccount,
  transfersAtStripe,
} from "#tests/support/payouts.ts";
import { closeDispute, deliverAll, deliveries, disputeSession, eventsDuring } from "#tests/support/stripe.ts";
import { db } from "#tests/support/visitor.ts";

await deliveries("off");

/** One order of Bob's was sent and is disputed; the next one has cleared. */
async function disputedAfterTransfer() {
  const first = await completedOrder({ priceCents: 8000 });
  const account = await readyAccount(first.bob.id);
  const second = await completedOrder({ sellerId: first.bob.id, priceCents: 8000 });
  await db.update(earnings).set({ dueAt: null }).where(eq(earnings.orderId, second.order.id));
  await pass(15 * day);
  await sweep();
  expect(await transfersAtStripe(first.order.id)).toHaveLength(1);
  // What is sent stays at Stripe, on Tuesdays too. The first transfer has set the schedule: it is set again.
  await deps.stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval: "manual" } } } },
    { stripeAccount: account.stripeId },
  );
  const opened: string[] = [];
  await deliverAll(await eventsDuring(async () => opened.push((await disputeSession(first.session)).id)));
  // The second order's earnings clear while the bank decides.
  await db.update(earnings).set({ dueAt: 1 }).where(eq(earnings.orderId, second.order.id));
  await sweep();
  const [dispute = ""] = opened;
  const close = async (status: "won" | "lost") => {
    await deliverAll(await eventsDuring(() => closeDispute(dispute, status)));
    await pass(day);
    await sweep();
    await sweep();
  };
  return { first: first.order, second: second.order, bob: first.bob, account, close };
}

test("While a bank disputes a sent order, as much of the next earnings is kept; a won dispute sends them", async () => {
  const { first, second, bob, close } = await disputedAfterTransfer();
  expect(await transfersAtStripe(second.id)).toEqual([]);
  expect(await transfersAtStripe(first.id)).toMatchObject([{ amount_reversed: 0 }]);
  expect((await bob.get("/earnings")).text).toContain(
    "a bank disputes the payment for another of your orders",
  );
  await close("won");
  expect(await transfersAtStripe(second.id)).toHaveLength(1);
  expect(await transfersAtStripe(first.id)).toMatchObject([{ amount_reversed: 0 }]);
});

test("A lost dispute takes the earnings back from the account at Stripe", async () => {
  const { first, second, close } = await disputedAfterTransfer();
  await close("lost");
  expect(await transfersAtStripe(first.id)).toMatchObject([{ amount_reversed: 8000 - first.feeCents }]);
  expect(await transfersAtStripe(second.id)).toMatchObject([{ amount_reversed: 0 }]);
  expect(await balancesOf(first.id)).not.toHaveProperty("seller_debts");
});

test("What the account no longer has after a lost dispute is a debt, which the kept earnings pay", async () => {
  const { first, second, account, close } = await disputedAfterTransfer();
  await control(`accounts/${account.stripeId}/payout`);
  await close("lost");
  await pass(day);
  await sweep();
  expect(await transfersAtStripe(first.id)).toMatchObject([{ amount_reversed: 0 }]);
  expect(await transfersAtStripe(second.id)).toEqual([]);
  for (const { id } of [first, second]) {
    expect(await balancesOf(id)).not.toHaveProperty("seller_debts");
    expect(await balancesOf(id)).not.toHaveProperty("seller_payable");
  }
});
