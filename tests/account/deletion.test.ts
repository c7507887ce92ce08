import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { scryptSync } from "node:crypto";
import { eq, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it, vi } from "vitest";
import { base64url } from "#app/lib/bytes.ts";
import * as schema from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../support/bindings/faulty.ts";
import { gig, person } from "../support/factories.ts";
import { paidAtStripe, paidOrder, placeOrder } from "../support/purchase.ts";
import { review } from "../support/reviews.ts";
import { deliver, deliveries, payOnCardPage } from "../support/stripe.ts";
import { db, Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

const password = "a long sentence of mine";
/** A hash of it that costs nothing: its parameters stand in it. */
const cheap = { N: 2, r: 8, p: 1 };
const hash = scryptSync(password, Buffer.from("salt", "base64url"), 32, cheap);
const passwordHash = `scrypt$2$8$1$salt$${base64url(new Uint8Array(hash))}`;
vi.setConfig({ testTimeout: 20_000 });
const day = 86_400_000;
const page = "/profile/data";
const { users, profiles, orders, orderEvents, moneyCalls, payments, sessions, factors, limits } = schema;

async function withPassword<Who extends { id: string }>(who: Who): Promise<Who> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, who.id));
  return who;
}

const leave = (who: Visitor) => who.submit(page, { password });

async function userOf(id: string) {
  const [row] = await db
    .select()
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id));
  if (!row) throw new Error("The row has vanished");
  return row;
}

async function orderOf(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error("The order has vanished");
  return order;
}

const addFactor = (userId: string) =>
  db.insert(factors).values({
    id: crypto.randomUUID(),
    userId,
    factorType: "phone",
    status: "verified",
    friendlyName: "My phone",
    phone: "+49301234567",
    createdAt: Date.now(),
  });

describe("deleting an account", () => {
  it("signs out, says so, and leaves nothing of the person in any table", async () => {
    const ann = await withPassword(
      await visitor.signedIn({ username: "annabel-ruiz", fullName: "Annabel Ruiz-Ortega" }),
    );
    const at = Date.now();
    await db
      .update(profiles)
      .set({
        title: "Bookbinder of Cádiz",
        description: "Binding since 1999",
        avatarUrl: "/images/portrait-of-annabel-03?w=96",
        timeZone: "Europe/Madrid",
      })
      .where(eq(profiles.id, ann.id));
    await db.update(sessions).set({ device: "Annabel's phone", place: "Cádiz, ES" });
    await addFactor(ann.id);
    await db.insert(schema.recoveryCodes).values({ userId: ann.id, codeHash: "the hash", createdAt: at });
    const link = {
      id: "a-link",
      kind: "change_email",
      userId: ann.id,
      email: "annabel-ruiz@new.test",
      createdAt: at,
      expiresAt: at + day,
    } as const;
    await db.insert(schema.accountLinks).values(link);
    const mail = { userId: ann.id, createdAt: at, dueAt: at, attempts: 0 };
    await db.insert(schema.outbox).values([
      { ...mail, id: "sent", kind: "change_email", address: link.email, sentAt: at },
      { ...mail, id: "waits", kind: "verify" },
    ]);
    const details = { email: ann.email, authProvider: "email", timestamp: "" };
    await db.insert(schema.adminNotifications).values({
      id: "note",
      type: "signup",
      userId: ann.id,
      userName: "annabel-ruiz",
      message: "Annabel Ruiz-Ortega has signed up",
      details,
      createdAt: at,
    });
    await db.insert(schema.pictures).values({ key: "portrait-of-annabel-03", storedAt: at, attempts: 0 });
    await env.BUCKET.put("portrait-of-annabel-03/96.webp", "a face");
    const other = await person(db);
    await db.update(profiles).set({ avatarUrl: "/images/another-03?w=96" }).where(eq(profiles.id, other.id));
    await ann.beginSession({ aal: "aal2" });

    const answer = await leave(ann);
    expect([answer.status, answer.location]).toEqual([303, "/"]);
    expect((await ann.get("/")).text).toContain("Your account was deleted.");
    expect((await ann.get("/orders")).location).toMatch(/^\/sign-in/);

    const mails = await visitor.signedOut().fetch(`/dev/mailbox.json?to=${ann.email}`);
    expect(await mails.json()).toMatchObject([
      { kind: "account_deleted", subject: "Your account was deleted" },
    ]);
    expect(await env.BUCKET.head("portrait-of-annabel-03/96.webp")).toBeNull();
    for (const table of Object.values(schema).filter((one) => is(one, SQLiteTable))) {
      // A name is kept from others for its 90 days.
      if (table === schema.formerUsernames) continue;
      const rows = JSON.stringify(await db.select().from(table));
      expect(rows).not.toMatch(/annabel|Cádiz|Binding since|Madrid|49301234567|the hash|scrypt/i);
    }
    expect(await userOf(ann.id)).toMatchObject({
      users: { email: `${ann.id}@deleted.invalid`, deletedAt: expect.any(Number) },
      profiles: { username: expect.stringMatching(/^deleted-/), deletedAt: expect.any(Number) },
    });
    const events = await db
      .select()
      .from(schema.accountEvents)
      .where(eq(schema.accountEvents.userId, ann.id));
    expect(events.map(({ kind }) => kind)).toEqual(["deleted"]);
  });

  it("nobody can sign in to it any more, and its address is free for somebody new", async () => {
    const ann = await withPassword(await visitor.signedIn({ username: "first-ann", credit: true }));
    await leave(ann);
    const again = await visitor.signedOut().submit("/sign-in", { email: ann.email, password });
    expect(again.text).toContain("Failed to sign in. Please check your credentials.");
    const nobody = await visitor
      .signedOut()
      .submit("/sign-in", { email: `${ann.id}@deleted.invalid`, password });
    expect(nobody.text).toContain("Failed to sign in. Please check your credentials.");
    const form = { fullName: "Another Ann", username: "second-ann", email: ann.email, password };
    expect((await visitor.signedOut().submit("/sign-up", form)).location).toBe("/sign-in");
    const [fresh] = await db.select().from(users).where(eq(users.email, ann.email));
    // The credit of a new user is not given to the same address twice.
    const given = (id = "") => db.select().from(schema.credits).where(eq(schema.credits.userId, id));
    expect([(await given(ann.id)).length, (await given(fresh?.id)).length]).toEqual([1, 0]);
    expect(fresh).toMatchObject({ deletedAt: null });
    expect(fresh?.id).not.toBe(ann.id);
  });

  it("its name is kept from others for 90 days", async () => {
    const ann = await withPassword(await visitor.signedIn({ username: "name-of-ann" }));
    await leave(ann);
    const [kept] = await db
      .select()
      .from(schema.formerUsernames)
      .where(eq(schema.formerUsernames.username, "name-of-ann"));
    expect(Math.round(((kept?.until ?? 0) - Date.now()) / day)).toBe(90);
    expect(await db.select().from(profiles).where(eq(profiles.username, "name-of-ann"))).toEqual([]);
  });

  it("a portrait that another profile shows too stays in the bucket", async () => {
    const ann = await withPassword(await visitor.signedIn());
    const bob = await person(db);
    await db.update(profiles).set({ avatarUrl: "/images/shared-03?w=96" }).where(eq(profiles.id, ann.id));
    await db.update(profiles).set({ avatarUrl: "/images/shared-03?w=96" }).where(eq(profiles.id, bob.id));
    await env.BUCKET.put("shared-03/96.webp", "a face");
    await leave(ann);
    expect(await env.BUCKET.head("shared-03/96.webp")).not.toBeNull();
  });

  it("a mail that is written to somebody who has left goes nowhere and is not tried again", async () => {
    const ann = await withPassword(await visitor.signedIn());
    await leave(ann);
    const late = {
      id: "late",
      kind: "payment_returned",
      userId: ann.id,
      createdAt: 1,
      dueAt: 1,
      attempts: 0,
    };
    await db.insert(schema.outbox).values(late);
    await visitor.signedOut().fetch("/dev/sweep", { method: "POST" });
    const [mail] = await db.select().from(schema.outbox).where(eq(schema.outbox.id, "late"));
    expect(mail).toMatchObject({ sentAt: expect.any(Number), error: "not sent: the account was deleted" });
    const mails = await visitor.signedOut().fetch(`/dev/mailbox.json?to=${ann.id}@deleted.invalid`);
    expect(await mails.json()).toEqual([]);
  });
});

describe("what others took part in", () => {
  it("messages stay, from 'User', and nobody can write to them any more", async () => {
    const [ann, bob] = [
      await withPassword(await visitor.signedIn({ username: "ann-of-messages" })),
      await visitor.signedIn(),
    ];
    const opened = await ann.get(`/messages?user=${bob.id}`);
    const id = new URL(opened.location ?? "", "http://shop").searchParams.get("conversation") ?? "";
    await ann.submit("/messages", { conversation: id, content: "Is the paper acid-free?" });
    expect((await bob.get(opened.location ?? "")).text).toContain("ann-of-messages");
    await leave(ann);
    const thread = await bob.get(opened.location ?? "");
    expect(thread.text).toContain("Is the paper acid-free?");
    expect(thread.text).toContain("User");
    expect(thread.text).toContain("This account was deleted.");
    expect(thread.html).not.toContain("ann-of-messages");
    expect(thread.html).not.toContain("deleted-");
    expect(thread.field("content")).toBeUndefined();
    const sent = await bob.submit("/messages", { conversation: id, content: "It is" });
    expect([sent.status, sent.text.includes("This account was deleted.")]).toEqual([404, true]);
    const cleo = await visitor.signedIn();
    expect((await cleo.get(`/messages?user=${ann.id}`)).text).toContain("Could not create conversation");
  });

  it("a review stays and counts, from 'Anonymous' and without a title", async () => {
    const service = await gig(db);
    const { id } = await review(db, service, {
      comment: "It holds well",
      name: "Ann Reviewer",
      title: "Bookshop owner",
    });
    const [row] = await db.select().from(schema.reviews).where(eq(schema.reviews.id, id));
    const who = row?.buyerId ?? "";
    expect((await visitor.signedOut().get(`/services/s/${service.slug}`)).text).toContain(
      "Ann Reviewer · Bookshop owner",
    );
    const ann = await withPassword(await signedInAs(who));
    expect((await leave(ann)).location).toBe("/");
    const after = await visitor.signedOut().get(`/services/s/${service.slug}?reviews=1`);
    expect(after.text).toContain("It holds well");
    expect(after.text).toContain(`Anonymous · ${service.title}`);
    expect(after.html).not.toMatch(/Ann Reviewer|Bookshop owner|deleted-/);
  });

  it("a buyer sees a finished order of a seller who has left: 'User', and no way to them or to their service", async () => {
    const [ann, bob] = [
      await visitor.signedIn(),
      await withPassword(await visitor.signedIn({ username: "bob-of-orders" })),
    ];
    const { order, service } = await completed(ann, bob, 15 * day);
    const before = await ann.get(`/orders/${order.id}`);
    expect(before.links).toEqual(
      expect.arrayContaining([`/messages?user=${bob.id}`, `/services/s/${service.slug}`]),
    );
    expect((await leave(bob)).location).toBe("/");
    const after = await ann.get(`/orders/${order.id}`);
    expect(after.text).toContain("Seller: User");
    expect(after.links.filter((to) => to.includes(bob.id) || to.includes(service.slug))).toEqual([]);
    const list = await ann.get("/orders");
    expect(list.text).toContain("Seller: User");
    expect(after.html + list.html).not.toMatch(/bob-of-orders|deleted-/);
  });

  it("a seller's services leave lists and search and are Service Not Found, and what happened stands in their events", async () => {
    const bob = await withPassword(await visitor.signedIn());
    const active = await gig(db, { sellerId: bob.id, title: "Marbled endpapers of Ghent" });
    const paused = await gig(db, { sellerId: bob.id, state: "paused" });
    expect((await visitor.signedOut().get("/search?q=endpapers+of+Ghent")).links).toContain(
      `/services/s/${active.slug}`,
    );
    await leave(bob);
    expect((await visitor.signedOut().get("/search?q=endpapers+of+Ghent&page=1")).links).not.toContain(
      `/services/s/${active.slug}`,
    );
    for (const { slug, id } of [active, paused]) {
      const gone = await visitor.signedOut().get(`/services/s/${slug}?reviews=1`);
      expect([gone.status, gone.text.includes("Service Not Found")]).toEqual([404, true]);
      const [row] = await db.select().from(schema.gigs).where(eq(schema.gigs.id, id));
      expect(row).toMatchObject({ state: "withdrawn", listed: false, version: 2 });
      const events = await db.select().from(schema.gigEvents).where(eq(schema.gigEvents.gigId, id));
      expect(events).toMatchObject([{ seq: 2, kind: "withdrawn", actorId: bob.id }]);
    }
  });

  it("orders that were never paid are cancelled, and a buyer is told", async () => {
    const asBuyer = await placeOrder();
    const asSeller = await placeOrder();
    for (const { order } of [asBuyer, asSeller])
      await db.update(moneyCalls).set({ open: false }).where(eq(moneyCalls.orderId, order.id));
    await withPassword(asBuyer.ann);
    await withPassword(asSeller.bob);
    expect((await leave(asBuyer.ann)).location).toBe("/");
    expect((await leave(asSeller.bob)).location).toBe("/");
    for (const { order } of [asBuyer, asSeller]) {
      expect(await orderOf(order.id)).toMatchObject({ status: "cancelled", stage: "closed", version: 2 });
      const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
      expect(events.map(({ seq, kind }) => [seq, kind])).toEqual([
        [1, "placed"],
        [2, "cancelled"],
      ]);
      const [call] = await db.select().from(moneyCalls).where(eq(moneyCalls.orderId, order.id));
      expect(call?.params.includes("customer_email")).toBe(order === asSeller.order);
    }
    const told = async (who: Visitor) =>
      (await visitor.signedOut().fetch(`/dev/mailbox.json?to=${who.email}`)).json();
    expect(await told(asBuyer.bob)).toEqual([]);
    expect(await told(asSeller.ann)).toMatchObject([{ kind: "seller_left" }]);
  });
});

describe("deleting is refused", () => {
  it("without the password, with a wrong one, and after too many tries", async () => {
    const ann = await withPassword(await visitor.signedIn());
    const none = await ann.submit(page, {});
    expect([none.status, none.text.includes("Password is required")]).toEqual([400, true]);
    const wrong = await ann.submit(page, { password: "not mine" });
    expect([wrong.status, wrong.text.includes("This is not your password")]).toEqual([400, true]);
    expect(wrong.field("password")).toBe("");
    await db.update(limits).set({ count: 10 });
    const often = await leave(ann);
    expect([often.status, Number(often.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect(often.text).toContain("Too many tries.");
    expect((await userOf(ann.id)).users.deletedAt).toBeNull();
    await db.delete(limits);
  });

  it("for visitors, for sessions that have ended, and for pages of strangers", async () => {
    const out = await visitor.signedOut().submit(page, { password });
    expect(out.location).toMatch(/^\/sign-in\?redirectTo=%2Fprofile%2Fdata/);
    const ann = await withPassword(await visitor.signedIn());
    expect((await ann.submit(page, { password }, { Origin: "https://evil.test" })).status).toBe(403);
    await db.update(sessions).set({ endedAt: Date.now() });
    expect((await leave(ann)).location).toMatch(/^\/sign-in/);
    expect((await userOf(ann.id)).users.deletedAt).toBeNull();
  });

  it("without the second factor that there is, and not once it was used", async () => {
    const ann = await withPassword(await visitor.signedIn());
    await addFactor(ann.id);
    expect((await ann.get(page)).text).toContain("Your second factor is needed");
    const refused = await leave(ann);
    expect([refused.status, refused.text.includes("Please sign in again with it.")]).toEqual([403, true]);
    expect((await userOf(ann.id)).users.deletedAt).toBeNull();
    await ann.beginSession({ aal: "aal2" });
    expect((await leave(ann)).location).toBe("/");
  });

  it("while a payment page is open, to its buyer and to its seller", async () => {
    const { ann, bob, order } = await placeOrder();
    await refusedFor(ann, order.id, "Its payment page is still open: cancel the order first.");
    await refusedFor(bob, order.id, "The buyer may be paying at this moment.");
    await ann.submit(`/orders/${order.id}`, { intent: "cancel" });
    await expect.poll(async () => (await leave(await withPassword(ann))).location).toBe("/");
  });

  it("while an order is paid and not finished, and while its refund is on its way", async () => {
    const { ann, bob, order } = await paidOrder();
    await refusedFor(ann, order.id, "You have paid and it is not finished");
    await refusedFor(bob, order.id, "It is paid and not finished");
    await bob.submit(`/orders/${order.id}`, { intent: "start" });
    await refusedFor(ann, order.id, "You have paid and it is not finished");

    const other = await paidOrder();
    await other.ann.submit(`/orders/${other.order.id}`, { intent: "cancel" });
    await expect.poll(async () => (await orderOf(other.order.id)).paymentStatus).toBe("refunded");
    await db.update(moneyCalls).set({ state: "failed" }).where(eq(moneyCalls.kind, "refund"));
    await refusedFor(other.ann, other.order.id, "Your money is on its way back to you.");
    await refusedFor(other.bob, other.order.id, "The buyer's money is on its way back.");
    await db.update(moneyCalls).set({ state: "confirmed" }).where(eq(moneyCalls.kind, "refund"));
    expect((await leave(other.ann)).location).toBe("/");
  });

  it("while an order is held, and while a payment is looked into", async () => {
    const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
    const { order } = await completed(ann, bob, 15 * day);
    await db.update(orders).set({ hold: "dispute" }).where(eq(orders.id, order.id));
    await refusedFor(ann, order.id, "until what you disagree about is settled");
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
    await refusedFor(ann, order.id, "We are looking into its payment");
  });

  it("to a seller for 14 days after an order was completed; the buyer may go, and so may the seller then, who is told what is owed", async () => {
    const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
    const { order } = await completed(ann, bob, 14 * day - 60_000);
    await refusedFor(bob, order.id, "It was completed less than 14 days ago");
    expect((await leave(await withPassword(ann))).location).toBe("/");

    const cleo = await withPassword(await visitor.signedIn());
    await completed(await visitor.signedIn(), cleo, 14 * day + 60_000);
    expect((await cleo.get(page)).text).toContain("$80.00 of your earnings were not paid out");
    expect((await leave(cleo)).location).toBe("/");
    const mails = await visitor.signedOut().fetch(`/dev/mailbox.json?to=${cleo.email}`);
    expect(await mails.json()).toMatchObject([{ text: expect.stringContaining(cleo.id) }]);
  });
});

describe("in the moment of a deletion", () => {
  it("an order that is paid just before keeps the account, whole", async () => {
    const { ann, bob, order, event } = await paidAtStripe();
    await withPassword(bob);
    await db.update(moneyCalls).set({ open: false }).where(eq(moneyCalls.orderId, order.id));
    justBefore(bob, async () => expect((await deliver(event)).status).toBe(200));
    const answer = await leave(bob);
    expect([answer.status, answer.text.includes("money is on its way")]).toEqual([409, true]);
    expect(answer.links).toContain(`/orders/${order.id}`);
    expect(await userOf(bob.id)).toMatchObject({ users: { deletedAt: null }, profiles: { deletedAt: null } });
    expect(await orderOf(order.id)).toMatchObject({ status: "pending", paymentStatus: "paid" });
    expect((await ann.get(`/services/${order.gigId}`)).status).toBe(301);
    expect((await bob.get("/orders")).status).toBe(200);
  });

  it("an order that is placed just before keeps the account while it may be paid, and one just after is not placed", async () => {
    const bob = await withPassword(await visitor.signedIn());
    const service = await gig(db, { sellerId: bob.id });
    const ann = await visitor.signedIn();
    justBefore(bob, async () => {
      const placed = await ann.submit("/orders", { gigId: service.id, package: "starter" });
      expect(placed.location).toMatch(/^http:\/\/stripe\.test\//);
    });
    expect((await leave(bob)).status).toBe(409);
    expect((await userOf(bob.id)).users.deletedAt).toBeNull();

    await db.update(moneyCalls).set({ open: false });
    const cleo = await visitor.signedIn();
    cleo.door = shopWith({
      DB: faultyDatabase(
        env.DB,
        once('insert into "orders"', async () => expect((await leave(bob)).location).toBe("/")),
      ),
    });
    const late = await cleo.submit("/orders", { gigId: service.id, package: "starter" });
    expect(late.location ?? "").not.toContain("stripe");
    expect(await db.select().from(orders).where(eq(orders.buyerId, cleo.id))).toEqual([]);
  });

  it("a payment page that opens just before keeps the account; money that arrives for a cancelled order goes back", async () => {
    const { ann, bob, order, cardPage } = await placeOrder();
    await withPassword(bob);
    await db.update(moneyCalls).set({ open: false }).where(eq(moneyCalls.orderId, order.id));
    justBefore(bob, async () => {
      await ann.submit(`/orders/${order.id}`, { intent: "pay" });
    });
    expect((await leave(bob)).status).toBe(409);

    await db.update(moneyCalls).set({ open: false }).where(eq(moneyCalls.orderId, order.id));
    expect((await leave(bob)).location).toBe("/");
    await payOnCardPage(cardPage);
    const session = cardPage.match(/cs_[A-Za-z0-9_]+/)?.[0] ?? "";
    expect((await ann.get(`/payment-success?type=service&session_id=${session}`)).text).toContain(
      "goes back to you",
    );
    expect((await ann.submit(`/orders/${order.id}`, { intent: "pay" })).status).toBe(403);
  });

  it("a session that ends just before deletes nothing, and so does a second factor that is added", async () => {
    const ann = await withPassword(await visitor.signedIn());
    justBefore(ann, async () => {
      await db.update(sessions).set({ endedAt: Date.now() }).where(eq(sessions.userId, ann.id));
    });
    expect((await leave(ann)).location).toMatch(/^\/sign-in/);
    const bob = await withPassword(await visitor.signedIn());
    justBefore(bob, async () => {
      await addFactor(bob.id);
    });
    expect((await leave(bob)).status).toBe(403);
    for (const { id } of [ann, bob]) expect((await userOf(id)).users.deletedAt).toBeNull();
  });

  it("somebody who is signing in or ordering in another tab is not, once it is done", async () => {
    const ann = await withPassword(await visitor.signedIn());
    const elsewhere = visitor.signedOut();
    elsewhere.door = shopWith({
      DB: faultyDatabase(
        env.DB,
        once('insert into "sessions"', () => leave(ann)),
      ),
    });
    const answer = await elsewhere.submit("/sign-in", { email: ann.email, password });
    expect(answer.status).toBe(403);
    expect(elsewhere.cookie("access")).toBeUndefined();
    expect(await db.select().from(sessions).where(eq(sessions.userId, ann.id))).toEqual([]);
  });

  it("two deletions at once are one, and a batch that fails deletes nothing", async () => {
    const ann = await withPassword(await visitor.signedIn());
    expectErrorLog("account not deleted");
    ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('update "profiles"')) });
    const failed = await leave(ann);
    expect([failed.status, failed.text.includes("Your account was not deleted")]).toEqual([500, true]);
    expect((await userOf(ann.id)).users.deletedAt).toBeNull();

    const bob = await withPassword(await visitor.signedIn());
    const answers = await Promise.all([leave(bob), leave(bob), leave(bob)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(answers.filter(({ location }) => location === "/")).toHaveLength(1);
    const events = await db
      .select()
      .from(schema.accountEvents)
      .where(eq(schema.accountEvents.userId, bob.id));
    expect(events).toHaveLength(1);
  });
});

/** Somebody with that account, in a browser of theirs. */
async function signedInAs(id: string): Promise<Visitor> {
  const { email } = (await userOf(id)).users;
  const who = new Visitor({ id, email });
  await who.beginSession();
  return who;
}

/** The account stays, and the page and the answer say why, with the order. */
async function refusedFor(who: Visitor, orderId: string, why: string) {
  await withPassword(who);
  const answer = await leave(who);
  expect(answer.status).toBe(409);
  for (const shown of [answer, await who.get(page)]) {
    expect(shown.text).toContain(why);
    expect(shown.links).toContain(`/orders/${orderId}`);
    expect(shown.field("password")).toBeUndefined();
  }
  expect((await userOf(who.id)).users.deletedAt).toBeNull();
}

/** An order that was paid and completed so long ago, as rows. @param ago ms */
async function completed(buyer: Visitor, seller: Visitor, ago: number) {
  const service = await gig(db, { sellerId: seller.id });
  const made = await review(db, service, { at: Date.now() - ago });
  const [row] = await db.select().from(schema.reviews).where(eq(schema.reviews.id, made.id));
  const id = row?.orderId ?? "";
  await db.delete(schema.reviews).where(eq(schema.reviews.id, made.id));
  await db.update(orders).set({ buyerId: buyer.id }).where(eq(orders.id, id));
  const at = Date.now() - ago;
  await db.insert(orderEvents).values({ orderId: id, seq: 1, kind: "completed", actorId: buyer.id, at });
  const share = { transaction: `payment:${id}`, orderId: id, at };
  await db.insert(schema.ledger).values([
    { ...share, account: "cash", amountCents: 8000 },
    { ...share, account: "seller_payable", userId: seller.id, amountCents: -8000 },
  ]);
  return { order: await orderOf(id), service };
}

/** Something that comes between once, before a statement. */
function once(statement: string, between: () => Promise<unknown>) {
  let came = false;
  return (sql: string): boolean | Promise<unknown> => {
    if (came || !sql.startsWith(statement)) return false;
    came = true;
    return between();
  };
}

/** Something that comes between a deletion's decision and its batch. */
function justBefore(who: Visitor, between: () => Promise<unknown>): void {
  who.door = shopWith({ DB: faultyDatabase(env.DB, once('insert into "account_events"', between)) });
}
