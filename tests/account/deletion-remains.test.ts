import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import * as uploads from "#app/uploads/uploads.server.ts";
import {
  drafts,
  gigDrafts,
  gigEvents,
  gigs,
  moneyCalls,
  orderEvents,
  reviews,
  uploads as uploadRows,
} from "#drizzle/schema.ts";
import { draftOf, keysOf, publish, wholeDraft, withPictures, writer } from "../gigs/editor/writer.ts";
import {
  completedOrder,
  day,
  deleteAccount,
  leaveAccount,
  orderOf,
  userOf,
  withPassword,
} from "../support/accounts/deletion.ts";
import { sweep } from "../support/clock.ts";
import { gig } from "../support/factories.ts";
import { mailsTo } from "../support/mails.ts";
import { placeOrder } from "../support/purchase.ts";
import { review } from "../support/reviews.ts";
import { deliveries } from "../support/stripe.ts";
import { db, Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");
vi.setConfig({ testTimeout: 20_000 });

it("Messages are kept under the name 'User', and no one can message the deleted account", async () => {
  const [ann, bob] = [
    await withPassword(await visitor.signedIn({ username: "ann-of-messages" })),
    await visitor.signedIn(),
  ];
  const opened = await ann.get(`/messages?user=${bob.id}`);
  const id = new URL(opened.location ?? "", "http://product.test").searchParams.get("conversation") ?? "";
  await ann.submit("/messages", { conversation: id, content: "Is the paper acid-free?" });
  expect((await bob.get(opened.location ?? "")).text).toContain("ann-of-messages");
  await deleteAccount(ann);
  const thread = await bob.get(opened.location ?? "");
  expect(thread.text).toContain("Is the paper acid-free?");
  expect(thread.text).toContain("User");
  expect(thread.text).toContain("This account was deleted");
  expect(thread.html).not.toContain("ann-of-messages");
  expect(thread.html).not.toContain("deleted-");
  expect(thread.field("content")).toBeUndefined();
  const sent = await bob.submit("/messages", { conversation: id, content: "It is" });
  expect([sent.status, sent.text.includes("This account was deleted")]).toEqual([403, true]);
  const cleo = await visitor.signedIn();
  expect((await cleo.get(`/messages?user=${ann.id}`)).text).toContain("Could not create conversation");
});

it("A review is kept and still counts, under the name 'Anonymous' and without a title", async () => {
  const service = await gig(db);
  const { id, username } = await review(db, service, {
    comment: "It holds well",
    name: "Ann Reviewer",
    title: "Bookshop owner",
  });
  const [row] = await db.select().from(reviews).where(eq(reviews.id, id));
  const buyerId = row?.buyerId ?? "";
  expect((await visitor.signedOut().get(`/services/s/${service.slug}`)).text).toContain(
    `${username} · Bookshop owner`,
  );
  const ann = await withPassword(await signedInAs(buyerId));
  expect((await deleteAccount(ann)).location).toBe("/");
  const after = await visitor.signedOut().get(`/services/s/${service.slug}?reviews=1`);
  expect(after.text).toContain("It holds well");
  expect(after.text).toContain(`Anonymous · ${service.title}`);
  expect(after.html).not.toContain(username);
  expect(after.html).not.toMatch(/Ann Reviewer|Bookshop owner|deleted-/);
});

it("A buyer's finished order shows a deleted seller as 'User', without links to them or to their gig", async () => {
  const [ann, bob] = [
    await visitor.signedIn(),
    await withPassword(await visitor.signedIn({ username: "bob-of-orders" })),
  ];
  const { order, service } = await completedOrder(ann, bob, 15 * day);
  const before = await ann.get(`/orders/${order.id}`);
  expect(before.links).toEqual(
    expect.arrayContaining([`/messages?user=${bob.id}&order=${order.id}`, `/services/s/${service.slug}`]),
  );
  expect((await leaveAccount(bob)).location).toBe("/");
  const after = await ann.get(`/orders/${order.id}`);
  expect(after.text).toContain("Seller: User");
  expect(after.links.filter((to) => to.includes(bob.id) || to.includes(service.slug))).toEqual([]);
  const list = await ann.get("/orders");
  expect(list.text).toContain("Seller: User");
  expect(after.html + list.html).not.toMatch(/bob-of-orders|deleted-/);
});

it("A deleted seller's gigs leave lists and search, answer Service Not Found and get an event", async () => {
  const bob = await withPassword(await visitor.signedIn());
  const active = await gig(db, { sellerId: bob.id, title: "Marbled endpapers of Ghent" });
  const paused = await gig(db, { sellerId: bob.id, state: "paused" });
  expect((await visitor.signedOut().get("/search?q=endpapers+of+Ghent")).links).toContain(
    `/services/s/${active.slug}`,
  );
  await deleteAccount(bob);
  expect((await visitor.signedOut().get("/search?q=endpapers+of+Ghent&page=1")).links).not.toContain(
    `/services/s/${active.slug}`,
  );
  for (const { slug, id } of [active, paused]) {
    const page = await visitor.signedOut().get(`/services/s/${slug}?reviews=1`);
    expect([page.status, page.text.includes("Service Not Found")]).toEqual([404, true]);
    const [row] = await db.select().from(gigs).where(eq(gigs.id, id));
    expect(row).toMatchObject({ state: "withdrawn", listed: false, version: 2 });
    const events = await db.select().from(gigEvents).where(eq(gigEvents.gigId, id));
    expect(events).toMatchObject([{ seq: 2, kind: "withdrawn", actorId: bob.id }]);
  }
});

it("A seller's drafts, their pictures and unsent texts are deleted", async () => {
  const bob = await withPassword(await writer());
  const published = await wholeDraft(bob);
  const [shown = ""] = await keysOf(published);
  await publish(bob, published);
  await bob.submit(`/services/create/${published}/edit`, {});
  const [own = ""] = await withPictures(bob, await draftOf(bob), 1);
  for (const key of [shown, own]) await env.BUCKET.put(`${key}/320.webp`, "webp");
  const upload = { id: crypto.randomUUID(), purpose: "order_file", prefix: "orders/none", bytes: 1 } as const;
  await uploads.begin(db, bob.id, [upload], Date.now());
  const typed = { id: "kept", browserHash: "x", userId: bob.id, fields: { title: "Clock" } };
  await db.insert(drafts).values({ ...typed, createdAt: 0, expiresAt: Date.now() + day });

  expect((await deleteAccount(bob)).location).toBe("/");
  for (const rows of [
    await db.select().from(gigDrafts).where(eq(gigDrafts.sellerId, bob.id)),
    await keysOf(published),
    await db.select().from(drafts).where(eq(drafts.userId, bob.id)),
  ])
    expect(rows).toEqual([]);
  // The picture of the published service is in its buyers' orders.
  await expect.poll(async () => (await env.BUCKET.list({ prefix: own })).objects).toEqual([]);
  expect((await env.BUCKET.list({ prefix: shown })).objects).toHaveLength(1);
  await sweep();
  expect(await db.select().from(uploadRows).where(eq(uploadRows.ownerId, bob.id))).toEqual([]);
});

it("Unpaid orders are cancelled, and the buyer of a deleted seller gets a mail", async () => {
  const asBuyer = await placeOrder();
  const asSeller = await placeOrder();
  for (const { order } of [asBuyer, asSeller])
    await db.update(moneyCalls).set({ open: false }).where(eq(moneyCalls.orderId, order.id));
  await withPassword(asBuyer.ann);
  await withPassword(asSeller.bob);
  expect((await deleteAccount(asBuyer.ann)).location).toBe("/");
  expect((await deleteAccount(asSeller.bob)).location).toBe("/");
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
  expect(await mailsTo(asSeller.ann.email)).toMatchObject([{ kind: "seller_left" }]);
  expect(await mailsTo(asBuyer.bob.email, 0)).toEqual([]);
});

/** A signed-in visitor for an existing user. */
async function signedInAs(id: string): Promise<Visitor> {
  const { email } = (await userOf(id)).users;
  const user = new Visitor({ id, email });
  await user.beginSession();
  return user;
}
