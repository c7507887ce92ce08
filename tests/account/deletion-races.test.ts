import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { accountEvents, moneyCalls, orders, sessions } from "#drizzle/schema.ts";
import {
  addFactor,
  deleteAccount,
  orderOf,
  password,
  userOf,
  withPassword,
} from "../support/accounts/deletion.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { paidAtStripe, placeOrder } from "../support/purchase.ts";
import { deliver, deliveries, payOnCardPage } from "../support/stripe.ts";
import { db, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");
vi.setConfig({ testTimeout: 20_000 });

it("A payment just before the deletion blocks it, and nothing is deleted", async () => {
  const { ann, bob, order, event } = await paidAtStripe();
  await withPassword(bob);
  await db.update(moneyCalls).set({ open: false }).where(eq(moneyCalls.orderId, order.id));
  justBefore(bob, async () => expect((await deliver(event)).status).toBe(200));
  const answer = await deleteAccount(bob);
  expect([answer.status, answer.text.includes("money is on its way")]).toEqual([409, true]);
  expect(answer.links).toContain(`/orders/${order.id}`);
  expect(await userOf(bob.id)).toMatchObject({ users: { deletedAt: null }, profiles: { deletedAt: null } });
  expect(await orderOf(order.id)).toMatchObject({ status: "pending", paymentStatus: "paid" });
  expect((await ann.get(`/services/${order.gigId}`)).status).toBe(301);
  expect((await bob.get("/orders")).status).toBe(200);
});

it("An order placed just before the deletion blocks it; one placed just after is refused", async () => {
  const bob = await withPassword(await visitor.signedIn());
  const service = await gig(db, { sellerId: bob.id });
  const ann = await visitor.signedIn();
  justBefore(bob, async () => {
    const placed = await ann.submit("/orders", { gigId: service.id, package: "starter" });
    expect(placed.location).toMatch(/^http:\/\/stripe\.test\//);
  });
  expect((await deleteAccount(bob)).status).toBe(409);
  expect((await userOf(bob.id)).users.deletedAt).toBeNull();

  await db.update(moneyCalls).set({ open: false });
  const cleo = await visitor.signedIn();
  cleo.send = productWith({
    DB: faultyDatabase(
      env.DB,
      once('insert into "orders"', async () => expect((await deleteAccount(bob)).location).toBe("/")),
    ),
  });
  const late = await cleo.submit("/orders", { gigId: service.id, package: "starter" });
  expect(late.location ?? "").not.toContain("stripe");
  expect(await db.select().from(orders).where(eq(orders.buyerId, cleo.id))).toEqual([]);
});

it("A payment page opened just before the deletion blocks it; a payment for a cancelled order is returned", async () => {
  const { ann, bob, order, cardPage } = await placeOrder();
  await withPassword(bob);
  await db.update(moneyCalls).set({ open: false }).where(eq(moneyCalls.orderId, order.id));
  justBefore(bob, async () => {
    await ann.submit(`/orders/${order.id}`, { intent: "pay" });
  });
  expect((await deleteAccount(bob)).status).toBe(409);

  await db.update(moneyCalls).set({ open: false }).where(eq(moneyCalls.orderId, order.id));
  expect((await deleteAccount(bob)).location).toBe("/");
  await payOnCardPage(cardPage);
  const session = cardPage.match(/cs_[A-Za-z0-9_]+/)?.[0] ?? "";
  expect((await ann.get(`/payment-success?type=service&session_id=${session}`)).text).toContain(
    "We are refunding your payment",
  );
  expect((await ann.submit(`/orders/${order.id}`, { intent: "pay" })).status).toBe(403);
});

it("A session that ends, or a second factor that is added, just before prevents the deletion", async () => {
  const ann = await withPassword(await visitor.signedIn());
  justBefore(ann, async () => {
    await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
  });
  expect((await deleteAccount(ann)).location).toMatch(/^\/sign-in/);
  const bob = await withPassword(await visitor.signedIn());
  justBefore(bob, async () => {
    await addFactor(bob.id);
  });
  expect((await deleteAccount(bob)).status).toBe(403);
  for (const { id } of [ann, bob]) expect((await userOf(id)).users.deletedAt).toBeNull();
});

it("A sign-in in progress in another browser fails after the deletion", async () => {
  const ann = await withPassword(await visitor.signedIn());
  const elsewhere = visitor.signedOut();
  elsewhere.send = productWith({
    DB: faultyDatabase(
      env.DB,
      once('insert into "sessions"', () => deleteAccount(ann)),
    ),
  });
  const answer = await elsewhere.submit("/sign-in", { email: ann.email, password });
  expect(answer.status).toBe(403);
  expect(elsewhere.cookie("access")).toBeUndefined();
  expect(await db.select().from(sessions).where(eq(sessions.userId, ann.id))).toEqual([]);
});

it("Concurrent deletions delete the account once, and a failed batch deletes nothing", async () => {
  const ann = await withPassword(await visitor.signedIn());
  expectErrorLog("account not deleted");
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('update "profiles"')) });
  const failed = await deleteAccount(ann);
  expect([failed.status, failed.text.includes("Your account was not deleted")]).toEqual([503, true]);
  expect((await userOf(ann.id)).users.deletedAt).toBeNull();

  const bob = await withPassword(await visitor.signedIn());
  const answers = await Promise.all([deleteAccount(bob), deleteAccount(bob), deleteAccount(bob)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(answers.filter(({ location }) => location === "/")).toHaveLength(1);
  const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, bob.id));
  expect(events).toHaveLength(1);
});

/** A fault that runs a function once, before the first statement that begins with the given text. */
function once(statement: string, run: () => Promise<unknown>) {
  let ran = false;
  return (sql: string): boolean | Promise<unknown> => {
    if (ran || !sql.startsWith(statement)) return false;
    ran = true;
    return run();
  };
}

/** Runs a function once, between the checks of a deletion and its batch. */
function justBefore(user: Visitor, run: () => Promise<unknown>): void {
  user.send = productWith({ DB: faultyDatabase(env.DB, once('insert into "account_events"', run)) });
}
