import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { placeHold, releaseHold, renewHold } from "#app/payouts/holds/hold-decisions.server.ts";
import * as holds from "#app/payouts/holds/holds.server.ts";
import { untilChange } from "#app/payouts/transfers/settle.ts";
import { earnings, outbox, payoutHolds, users } from "#drizzle/schema.ts";
import { day, minute, now, pass, sweep } from "#tests/support/clock.ts";
import { newestMail } from "#tests/support/mails.ts";
import { completedOrder, readyAccount, transfersAtStripe } from "#tests/support/payouts.ts";
import { deliveries } from "#tests/support/stripe.ts";
import { db, visitor } from "#tests/support/visitor.ts";

// Holds on a seller's payouts (docs/specification.md#payout-holds).

await deliveries("off");

/** Bob has earned an order's price, which clears in 14 days, and an operator holds his payouts. */
async function held(days: number) {
  const made = await completedOrder();
  await readyAccount(made.bob.id);
  const operator = await visitor.signedIn();
  const reason = "We wait for your answer";
  const hold = { userId: made.bob.id, reason, placedBy: operator.id, days };
  await db.batch(placeHold(db, hold, now()));
  const place = () => db.batch(placeHold(db, hold, now()));
  return { ...made, operator, hold: await openOf(made.bob.id), place };
}

async function openOf(userId: string) {
  const hold = await holds.findOpen(db, userId);
  if (!hold) throw new Error("There is no hold");
  return hold;
}

const mailsOf = async (userId: string) =>
  (await db.select().from(outbox).where(eq(outbox.userId, userId)).orderBy(outbox.number))
    .map(({ kind }) => kind)
    .filter((kind) => kind === "payouts_held" || kind === "payouts_released");

test("A hold stops transfers until its time is over; the seller is told why, until when, and when it has ended", async () => {
  const { order, bob } = await held(20);
  await pass(15 * day);
  await sweep();
  expect(await transfersAtStripe(order.id)).toEqual([]);
  // Its end makes the order due: no sweep tries it before.
  const [earning] = await db.select().from(earnings).where(eq(earnings.orderId, order.id));
  expect(earning?.dueAt).toBe(untilChange);
  const page = await bob.open("/earnings");
  expect(page.text).toContain("Your payouts are on hold");
  // At the top, and next to the order that it holds.
  expect(page.text.split("The reason: We wait for your answer")).toHaveLength(3);
  expect(page.html).not.toContain("placedBy");
  const mail = await newestMail(bob.email, "payouts_held");
  expect(mail).toMatchObject({ subject: "Your payouts are on hold" });
  expect(mail.text).toContain("The reason: We wait for your answer");

  await pass(5 * day);
  expect(await sweep()).toMatchObject({ holds: 1, earnings: 1 });
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
  expect((await bob.open("/earnings")).text).not.toContain("Your payouts are on hold");
  await sweep();
  expect(await mailsOf(bob.id)).toEqual(["payouts_held", "payouts_released"]);
});

test("A hold lasts 90 days at most, counted again when it is renewed, for the reason given then", async () => {
  const { order, bob, operator, hold } = await held(400);
  expect(hold.until).toBe(hold.at + 90 * day);
  await pass(89 * day);
  const renewal = { reason: "The bank still checks", renewedBy: operator.id, days: 91 };
  await db.batch(renewHold(db, hold, renewal, now()));
  const renewed = await openOf(bob.id);
  expect(renewed.until).toBeLessThanOrEqual(now() + 90 * day);
  expect(renewed.until).toBeGreaterThan(now() + 89 * day);
  await pass(89 * day);
  expect(await sweep()).toMatchObject({ holds: 0 });
  expect(await transfersAtStripe(order.id)).toEqual([]);
  const mail = await newestMail(bob.email, "payouts_held");
  expect(mail.text).toContain("The reason: The bank still checks");
  await pass(day + minute);
  expect(await sweep()).toMatchObject({ holds: 1 });
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
});

test("An operator releases a hold, and what it held is sent", async () => {
  const { order, bob, hold } = await held(90);
  await pass(15 * day);
  await sweep();
  await db.batch(releaseHold(db, hold, now()));
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
  expect(await mailsOf(bob.id)).toEqual(["payouts_held", "payouts_released"]);
});

test("A decision about a hold that has changed since is refused as a whole, with its mail", async () => {
  const { bob, operator, hold, place } = await held(30);
  const changed = "subject-unchanged";
  await expect(place(), "a second hold").rejects.toThrow(changed);
  const renewal = { reason: "The bank still checks", renewedBy: operator.id, days: 60 };
  await db.batch(renewHold(db, hold, renewal, now()));
  await expect(db.batch(releaseHold(db, hold, now())), "renewed since").rejects.toThrow(changed);
  await expect(db.batch(renewHold(db, hold, renewal, now())), "renewed since").rejects.toThrow(changed);
  const renewed = await openOf(bob.id);
  await db.batch(releaseHold(db, renewed, now()));
  await expect(db.batch(releaseHold(db, renewed, now())), "released since").rejects.toThrow(changed);
  expect(await mailsOf(bob.id)).toEqual(["payouts_held", "payouts_held", "payouts_released"]);

  await db.update(users).set({ deletedAt: now() }).where(eq(users.id, bob.id));
  await expect(place(), "an account that was deleted").rejects.toThrow(changed);
  expect(await db.select().from(payoutHolds).where(eq(payoutHolds.userId, bob.id))).toHaveLength(1);
});

test("The seller whose own hold it is reads that they asked for it", async () => {
  const bob = await visitor.signedIn();
  await db.batch(placeHold(db, { userId: bob.id, reason: "Not me", placedBy: null, days: 90 }, now()));
  const text = "You told us that a new bank account is not yours, so your payouts are on hold until ";
  expect((await bob.open("/earnings")).text).toContain(text);
  await sweep();
  const mail = await newestMail(bob.email, "payouts_held");
  expect(mail.text).toContain(text);
});
