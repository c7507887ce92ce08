import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { read } from "#app/payouts/accounts/read-account.server.ts";
import { placeHold } from "#app/payouts/holds/hold-decisions.server.ts";
import { ledger, ledgerBalances, payoutAccounts } from "#drizzle/schema.ts";
import {
  dataPage,
  deleteAccount,
  leaveAccount,
  password,
  userOf,
  withPassword,
} from "../support/accounts/deletion.ts";
import { operator } from "../support/accounts/operator.ts";
import { day, deps, minute, now, pass, sweep } from "../support/clock.ts";
import { accountOf, completedOrder, control, readyAccount, transfersAtStripe } from "../support/payouts.ts";
import { deliveries, faults } from "../support/stripe.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

// A seller deletes their account (docs/specification.md#leaving).

await deliveries("off");
afterEach(() => faults([]));

/** Expects that Bob's account stays, even if he leaves his earnings behind, and that both pages say why. */
async function expectKept(bob: Visitor, reason: string) {
  await withPassword(bob);
  const [reply, left] = [await deleteAccount(bob), await leaveAccount(bob)];
  expect([reply.status, left.status]).toEqual([409, 409]);
  for (const page of [reply, left, await bob.get(dataPage)]) {
    expect(page.text).toContain(reason);
    expect(page.field("password")).toBeUndefined();
  }
  expect((await userOf(bob.id)).users.deletedAt).toBeNull();
}

async function expectDeleted(bob: Visitor, reply: Awaited<ReturnType<typeof deleteAccount>>) {
  expect(reply.location).toBe("/");
  expect((await userOf(bob.id)).users.deletedAt).not.toBeNull();
}

const statusAtStripe = async (stripeId: string) =>
  (await deps.stripe.v2.core.accounts.retrieve(stripeId)).closed;

/** Bob's earnings were sent, and stay in his account at Stripe: it pays out only by hand. */
async function sentOrder() {
  const { bob } = await completedOrder();
  const { id, stripeId } = await readyAccount(bob.id);
  await pass(15 * day);
  await sweep();
  await deps.stripe.balanceSettings.update(
    { payments: { payouts: { schedule: { interval: "manual" } } } },
    { stripeAccount: stripeId },
  );
  await withPassword(bob);
  return { bob, id, stripeId };
}

test("Earnings that will be sent keep the account; once they are in the seller's account at Stripe, it can be deleted", async () => {
  const { order, bob } = await completedOrder();
  await readyAccount(bob.id, now() + 8 * day);
  await expectKept(bob, "Your earnings clear on ");
  await pass(14 * day + minute);
  await expectKept(bob, "Your bank account is new. We send these earnings on ");
  await pass(day);
  await faults([{ path: "/v1/transfers", method: "POST", status: "cut", after: true }]);
  await sweep();
  await expectKept(bob, "Its money is on its way to your Stripe account");
  await faults([]);
  await pass(2 * minute);
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
  await expectDeleted(bob, await deleteAccount(bob));
});

test("Earnings that no account can receive keep the account, unless the seller leaves them", async () => {
  const { order, bob } = await completedOrder();
  await withPassword(bob);
  await pass(15 * day);
  await sweep();
  const page = await bob.get(dataPage);
  expect(page.text).toContain(" of your earnings have not been paid out");
  expect(page.links).toContain("/earnings");
  const refused = await deleteAccount(bob);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("Set up payouts to receive these earnings.");
  expect(refused.links).toContain(`/orders/${order.id}`);
  // Both choices are still there, and a ticked box stays ticked.
  expect(refused.field("password")).toBe("");
  const wrong = await bob.submit(dataPage, { password: "not mine", leave: "yes" });
  expect(wrong.html).toMatch(/name="leave"[^>]*checked/);
  expect((await bob.submit(dataPage, { password, leave: "no" })).status).toBe(409);

  await expectDeleted(bob, await leaveAccount(bob));
  const [balance] = await db.select().from(ledgerBalances).where(eq(ledgerBalances.userId, bob.id));
  expect(balance).toMatchObject({ account: "seller_payable" });
  expect(balance?.cents).toBeLessThan(0);
  // Nothing is sent for them later.
  await pass(day);
  await sweep();
  expect(await transfersAtStripe(order.id)).toEqual([]);
});

test("A hold on payouts, an account that Stripe has not confirmed, and a debt keep the account, each with its reason", async () => {
  const bob = await visitor.signedIn();
  await db.batch(placeHold(db, { userId: bob.id, reason: "We check", placedBy: null, days: 1 }, now()));
  await expectKept(bob, "your payouts are on hold until ");
  await pass(day + minute);
  await sweep();

  const opening = { id: crypto.randomUUID(), userId: bob.id, country: "US", createdAt: 1, updatedAt: 1 };
  await db.insert(payoutAccounts).values({ ...opening, open: true });
  await expectKept(bob, "Stripe has not told us yet whether your account was opened.");
  await db.update(payoutAccounts).set({ open: false, closedAt: 2 }).where(eq(payoutAccounts.id, opening.id));
  await expectDeleted(bob, await deleteAccount(bob));

  const { order, bob: cleo } = await completedOrder();
  await readyAccount(cleo.id);
  await pass(15 * day);
  await sweep();
  const owed = { orderId: order.id, userId: cleo.id, transaction: "debt:a", at: now() };
  await db.insert(ledger).values({ ...owed, account: "seller_debts", amountCents: 500 });
  await expectKept(cleo, "You owe us money for it.");
});

test("Money at Stripe whose bank account does not work keeps the account until it is in a bank", async () => {
  const { bob, id, stripeId } = await sentOrder();
  for (const changes of [{ bankErrored: true }, { bankErrored: false, bankSince: null }]) {
    await db.update(payoutAccounts).set(changes).where(eq(payoutAccounts.id, id));
    await expectKept(bob, "Your Stripe account still holds money, and has no bank account that works.");
  }
  await control(`accounts/${stripeId}/payout`);
  const [{ id: payout = "" } = {}] = (await deps.stripe.payouts.list({}, { stripeAccount: stripeId })).data;
  await control(`payouts/${payout}/settle`, { status: "paid" });
  await read(deps, await accountOf(bob.id));
  await db.update(payoutAccounts).set({ bankSince: null }).where(eq(payoutAccounts.id, id));
  await expectDeleted(bob, await deleteAccount(bob));
});

test("A suspended seller's cleared earnings are sent as usual", async () => {
  const { order, bob } = await completedOrder();
  await readyAccount(bob.id);
  const { ann } = await operator();
  const suspension = { intent: "suspend", rule: "conduct", reason: "A reason that is long enough" };
  expect((await ann.submit(`/admin/users/${bob.id}`, suspension)).status).toBe(303);
  expect((await bob.get("/earnings")).location).toMatch(/^\/sign-in/);
  await pass(15 * day);
  await sweep();
  expect(await transfersAtStripe(order.id)).toHaveLength(1);
});

test("The account at Stripe is closed when it is empty and its last payout was paid ten days ago", async () => {
  const { bob, stripeId } = await sentOrder();
  await expectDeleted(bob, await deleteAccount(bob));
  const isOpen = async () => {
    await sweep();
    const { open } = await accountOf(bob.id);
    expect(await statusAtStripe(stripeId)).toBe(!open);
    return open;
  };
  expect(await isOpen(), "it has a balance").toBe(true);
  await control(`accounts/${stripeId}/payout`);
  await pass(day);
  expect(await isOpen(), "the payout is on its way").toBe(true);
  const { data } = await deps.stripe.payouts.list({}, { stripeAccount: stripeId });
  await control(`payouts/${data[0]?.id}/settle`, { status: "paid" });
  await pass(9 * day);
  expect(await isOpen(), "the payout may still fail").toBe(true);
  // Stripe does not do it immediately.
  await pass(5 * day);
  await faults([{ path: `/v2/core/accounts/${stripeId}/close`, method: "POST", status: 500 }]);
  expect(await isOpen(), "Stripe has failed").toBe(true);
  await faults([]);
  await pass(day - minute);
  expect(await isOpen(), "it is not tried again within a day").toBe(true);
  await pass(2 * minute);
  expect(await isOpen()).toBe(false);
});

test("What the account of a person who has left still holds is paid out, even if its schedule was manual", async () => {
  const { bob, id, stripeId } = await sentOrder();
  await db.update(payoutAccounts).set({ schedule: "manual" }).where(eq(payoutAccounts.id, id));
  await expectDeleted(bob, await deleteAccount(bob));
  await sweep();
  const { payments } = await deps.stripe.balanceSettings.retrieve({}, { stripeAccount: stripeId });
  expect(payments.payouts?.schedule?.interval).toBe("weekly");
  expect(await accountOf(bob.id)).toMatchObject({ open: true, schedule: "weekly" });
});

test("Closing is given up 180 days after the deletion", async () => {
  const { bob } = await sentOrder();
  await expectDeleted(bob, await deleteAccount(bob));
  await sweep();
  expect((await accountOf(bob.id)).checkAt).not.toBeNull();
  await pass(181 * day);
  await sweep();
  expect(await accountOf(bob.id)).toMatchObject({ open: true, checkAt: null });
});
