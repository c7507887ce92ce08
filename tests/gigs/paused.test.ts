import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { gigSlugs, orders, users } from "#drizzle/schema.ts";
import { gig, usernameOf } from "../support/factories.ts";
import { recordOf } from "../support/pages/structured-records.ts";
import { db, type Page, Visitor, visitor } from "../support/visitor.ts";

const sentence = "This service is paused, so it can't be ordered now";
const robots = (page: Page) => /<meta name="robots" content="([^"]*)"/.exec(page.html)?.[1];

it("The page of a paused gig stays at all its addresses with noindex; it shows the packages but no order button", async () => {
  const logo = await gig(db, { state: "paused", priceCents: 3500 });
  await db.insert(gigSlugs).values({ slug: "its-slug-before", gigId: logo.id });
  const ann = await visitor.signedIn();
  const byId = await ann.get(`/services/${logo.id}`);
  expect([byId.status, byId.location]).toEqual([301, `/services/s/${logo.slug}`]);
  const bySlugBefore = await ann.get("/services/s/its-slug-before");
  expect([bySlugBefore.status, bySlugBefore.location]).toEqual([301, `/services/s/${logo.slug}`]);
  for (const path of [`/services/s/${logo.slug}`, `/@${await usernameOf(db, logo.sellerId)}/${logo.slug}`]) {
    const page = await ann.get(path);
    expect([page.status, robots(page)]).toEqual([200, "noindex"]);
    expect(page.html).toContain(`<link rel="canonical" href="http://127.0.0.1:8787/services/s/${logo.slug}"`);
    expect(page.text.split(sentence)).toHaveLength(2);
    for (const price of ["Basic $35", "Standard $53", "Premium $70"]) expect(page.text).toContain(price);
    expect(page.html).not.toContain('action="/orders"');
    expect(page.text).not.toContain("Order Now");
    expect(page.links).toContain(`/messages?user=${logo.sellerId}&gig=${logo.id}`);
    expect(recordOf(page, "Product")).toMatchObject({ name: logo.title });
    expect(recordOf(page, "Product")?.offers).toBeUndefined();
  }
});

it("The page of a listed gig is indexed, with its offer", async () => {
  const page = await visitor.signedOut().get(`/services/s/${(await gig(db)).slug}`);
  expect(robots(page)).toBeUndefined();
  expect(recordOf(page, "Product")?.offers).toMatchObject({
    price: "80.00",
    availability: "https://schema.org/InStock",
  });
  expect(page.html).toContain('action="/orders"');
});

it("The seller of a paused gig sees the same sentence, and no link to message themselves", async () => {
  const bob = await visitor.signedIn();
  const logo = await gig(db, { state: "paused", sellerId: bob.id });
  const page = await bob.get(`/services/s/${logo.slug}`);
  expect(page.text).toContain(sentence);
  expect(page.text).not.toContain("Message seller");
});

it("An order of a paused gig is refused with the sentence, signed in or not, and the typed text is kept", async () => {
  const logo = await gig(db, { state: "paused" });
  const ann = await visitor.signedIn();
  for (const buyer of [ann, visitor.signedOut()]) {
    const fields = { gigId: logo.id, package: "pro", requirements: "Blue\nand green", shownPrice: 12000 };
    const answer = await buyer.submit("/orders", fields);
    expect(answer.status).toBe(303);
    const page = await buyer.open(answer.location ?? "");
    expect(page.text.split(sentence)).toHaveLength(3);
    expect(page.field("requirements")).toBe("Blue and green");
    expect(page.html).toMatch(/checked=""[^>]*value="pro"/);
  }
  expect(await db.select().from(orders).where(eq(orders.gigId, logo.id))).toEqual([]);
});

it("A cached page may still show the order button; the order is refused, and the fresh page says why", async () => {
  const logo = await gig(db);
  const guest = visitor.passingBy();
  await guest.get(`/services/s/${logo.slug}`);
  const read = await gigs.find(db, { id: logo.id });
  if (!read) throw new Error("There is no such gig");
  await db.batch(gigTransitions.paused(db, read, logo.sellerId, Date.now()));
  const stale = await guest.get(`/services/s/${logo.slug}`);
  expect(stale.text).toContain("Order Now ($80)");
  const page = await guest.submitAndFollow("/orders", {
    gigId: logo.id,
    shownPrice: 8000,
    requirements: "Soon",
  });
  expect(page.text).toContain(sentence);
  expect(page.text).not.toContain("Order Now");
  expect(page.field("requirements")).toBe("Soon");
});

it("A denied or unlisted gig shows Service Not Found, except to its seller and operators, who see why it cannot be ordered", async () => {
  const bob = await visitor.signedIn();
  const operator = await Visitor.signedIn();
  await db.update(users).set({ role: "operator" }).where(eq(users.id, operator.id));
  await operator.beginSession({ role: "operator" });
  const username = await usernameOf(db, bob.id);
  for (const options of [{ state: "denied" as const }, { listed: false }]) {
    const logo = await gig(db, { ...options, sellerId: bob.id });
    const before = `before-${logo.slug}`;
    await db.insert(gigSlugs).values({ slug: before, gigId: logo.id });
    const paths = [`/services/s/${logo.slug}`, `/@${username}/${logo.slug}`];
    const redirecting = [`/services/${logo.id}`, `/services/s/${before}`];
    for (const stranger of [visitor.passingBy(), visitor.signedOut(), await visitor.signedIn()]) {
      for (const path of [...paths, ...redirecting]) {
        const page = await stranger.get(path);
        expect([path, page.status, page.title]).toEqual([path, 404, "Service Not Found | Handiwork"]);
        expect(page.html).not.toContain(logo.title);
      }
    }
    expect((await (await visitor.signedIn()).submit("/orders", { gigId: logo.id })).status).toBe(404);
    for (const user of [bob, operator]) {
      for (const path of redirecting) expect((await user.get(path)).location).toBe(paths[0]);
      for (const path of paths) {
        const page = await user.get(path);
        expect([page.status, robots(page)]).toEqual([200, "noindex"]);
        expect(page.text).toContain("This service is no longer offered");
        expect(page.html).not.toContain('action="/orders"');
      }
      const order = await user.submitAndFollow("/orders", { gigId: logo.id });
      expect(order.text).toContain("This service is no longer offered");
    }
    expect(await db.select().from(orders).where(eq(orders.gigId, logo.id))).toEqual([]);
  }
});
