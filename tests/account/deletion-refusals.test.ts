import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { date } from "#app/lib/dates.ts";
import { limits, moneyCalls, orders, payments, profiles, sessions, users } from "#drizzle/schema.ts";
import {
  addFactor,
  completedOrder,
  dataPage,
  day,
  deleteAccount,
  leaveAccount,
  orderOf,
  password,
  userOf,
  withPassword,
} from "../support/accounts/deletion.ts";
import { operator } from "../support/accounts/operator.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { mailsTo } from "../support/mails.ts";
import { paidOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");
vi.setConfig({ testTimeout: 20_000 });

it("A deletion is refused without the password, with a wrong one, and after too many tries", async () => {
  const ann = await withPassword(await visitor.signedIn());
  const none = await ann.submit(dataPage, {});
  expect([none.status, none.text.includes("Password is required")]).toEqual([400, true]);
  const wrong = await ann.submit(dataPage, { password: "not mine" });
  expect([wrong.status, wrong.text.includes("That password is incorrect")]).toEqual([400, true]);
  expect(wrong.field("password")).toBe("");
  await db.update(limits).set({ count: 10 });
  const often = await deleteAccount(ann);
  expect([often.status, Number(often.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(often.text).toContain("Too many attempts.");
  expect((await userOf(ann.id)).users.deletedAt).toBeNull();
  await db.delete(limits);
});

it("A deletion is refused to visitors, to ended sessions, and from other origins", async () => {
  const out = await visitor.signedOut().submit(dataPage, { password });
  expect(out.location).toMatch(/^\/sign-in\?redirectTo=%2Fprofile%2Fdata/);
  const ann = await withPassword(await visitor.signedIn());
  expect((await ann.submit(dataPage, { password }, { Origin: "https://evil.test" })).status).toBe(403);
  await db.update(sessions).set({ endedAt: Date.now() });
  expect((await deleteAccount(ann)).location).toMatch(/^\/sign-in/);
  expect((await userOf(ann.id)).users.deletedAt).toBeNull();
});

it("A deletion needs the second factor if there is one", async () => {
  const ann = await withPassword(await visitor.signedIn());
  await addFactor(ann.id);
  expect((await ann.get(dataPage)).text).toContain("A two-step code is needed to delete your account");
  const refused = await deleteAccount(ann);
  expect([refused.status, refused.text.includes("Please sign in again with a two-step code first.")]).toEqual(
    [403, true],
  );
  expect((await userOf(ann.id)).users.deletedAt).toBeNull();
  await ann.beginSession({ aal: "aal2" });
  expect((await deleteAccount(ann)).location).toBe("/");
});

it("An operator's account is kept until another operator has removed the role", async () => {
  const { ann } = await operator();
  await withPassword(ann);
  expect((await ann.get(dataPage)).text).toContain("Another operator needs to remove your role first.");
  const refused = await deleteAccount(ann);
  expect([refused.status, (await userOf(ann.id)).users.deletedAt]).toEqual([403, null]);
  expect(refused.text).toContain("You are an operator. Another operator needs to remove your role first.");
  await db.update(users).set({ role: "user" }).where(eq(users.id, ann.id));
  expect((await deleteAccount(ann)).location).toBe("/");
});

it("A user who becomes an operator while their account is being deleted keeps it", async () => {
  const ann = await withPassword(await visitor.signedIn());
  let isFirst = true;
  ann.send = productWith({
    DB: faultyDatabase(env.DB, async (_sql, values) => {
      if (isFirst && values.includes("account-deletable")) {
        isFirst = false;
        await db.update(users).set({ role: "operator" }).where(eq(users.id, ann.id));
      }
      return false;
    }),
  });
  const refused = await deleteAccount(ann);
  expect([refused.status, (await userOf(ann.id)).users.deletedAt]).toEqual([403, null]);
});

it("A paid order blocks the deletion until it is finished or its refund is confirmed", async () => {
  const { ann, bob, order } = await paidOrder();
  await expectRefused(ann, order.id, "You have paid for it, and it is not finished");
  await expectRefused(bob, order.id, "It is paid and not finished");
  await bob.submit(`/orders/${order.id}`, { intent: "start" });
  await expectRefused(ann, order.id, "you can cancel it if the seller agrees.");

  const other = await paidOrder();
  await other.ann.submit(`/orders/${other.order.id}`, { intent: "cancel" });
  await expect.poll(async () => (await orderOf(other.order.id)).paymentStatus).toBe("refunded");
  await db.update(moneyCalls).set({ state: "failed" }).where(eq(moneyCalls.kind, "refund"));
  await expectRefused(other.ann, other.order.id, "Your money is on its way back to you.");
  await expectRefused(other.bob, other.order.id, "The buyer's money is on its way back.");
  await db.update(moneyCalls).set({ state: "confirmed" }).where(eq(moneyCalls.kind, "refund"));
  expect((await deleteAccount(other.ann)).location).toBe("/");
});

it("A dispute hold or a payment under review blocks the deletion", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const { order } = await completedOrder(ann, bob, 15 * day);
  await db.update(orders).set({ hold: "dispute" }).where(eq(orders.id, order.id));
  await expectRefused(ann, order.id, "until you two agree or the dispute is settled");
  await db.update(orders).set({ hold: "none" }).where(eq(orders.id, order.id));
  const payment = {
    id: "odd",
    checkoutSessionId: "cs_odd",
    orderId: order.id,
    amountCents: 1,
    currency: "usd",
    at: 1,
  };
  await db.insert(payments).values({ ...payment, outcome: "mismatch" });
  await expectRefused(ann, order.id, "We are looking into its payment");
});

it("A completed order blocks the seller's deletion for 14 days, but not the buyer's; after that, the mail names the earnings owed", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  await db.update(profiles).set({ timeZone: "Pacific/Kiritimati" }).where(eq(profiles.id, bob.id));
  const { order } = await completedOrder(ann, bob, 14 * day - 60_000);
  const clears = date(Date.now() + 60_000, "Pacific/Kiritimati");
  await expectRefused(bob, order.id, `Your earnings clear on ${clears}.`);
  expect((await deleteAccount(await withPassword(ann))).location).toBe("/");

  const cleo = await withPassword(await visitor.signedIn());
  await completedOrder(await visitor.signedIn(), cleo, 14 * day + 60_000);
  expect((await cleo.get(dataPage)).text).toContain("$80.00 of your earnings have not been paid out");
  expect((await leaveAccount(cleo)).location).toBe("/");
  expect(await mailsTo(cleo.email)).toMatchObject([{ text: expect.stringContaining(cleo.id) }]);
});

/** Expects that the account stays, and that the reply and the page show the reason with the order. */
async function expectRefused(user: Visitor, orderId: string, reason: string) {
  await withPassword(user);
  const reply = await deleteAccount(user);
  expect(reply.status).toBe(409);
  for (const shown of [reply, await user.get(dataPage)]) {
    expect(shown.text).toContain(reason);
    expect(shown.links).toContain(`/orders/${orderId}`);
    expect(shown.field("password")).toBeUndefined();
  }
  expect((await userOf(user.id)).users.deletedAt).toBeNull();
}
