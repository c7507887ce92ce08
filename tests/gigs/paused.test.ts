import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as moves from "#app/gigs/gig-transitions.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { gigSlugs, orders, profiles, users } from "#drizzle/schema.ts";
import { gig } from "../support/factories.ts";
import { recordOf } from "../support/structured-records.ts";
import { db, type Page, Visitor, visitor } from "../support/visitor.ts";

const sentence = "This service is paused and cannot be ordered now";
const robots = (page: Page) => /<meta name="robots" content="([^"]*)"/.exec(page.html)?.[1];

async function usernameOf(id: string) {
  return (await db.select().from(profiles).where(eq(profiles.id, id)))[0]?.username;
}

it("the page of a paused service stays on all its routes, for no search engine, and says so; its packages show, nothing orders", async () => {
  const service = await gig(db, { state: "paused", priceCents: 3500 });
  await db.insert(gigSlugs).values({ slug: "its-slug-before", gigId: service.id });
  const ann = await visitor.signedIn();
  const byId = await ann.get(`/services/${service.id}`);
  expect([byId.status, byId.location]).toEqual([301, `/services/s/${service.slug}`]);
  const bySlugBefore = await ann.get("/services/s/its-slug-before");
  expect([bySlugBefore.status, bySlugBefore.location]).toEqual([301, `/services/s/${service.slug}`]);
  for (const path of [
    `/services/s/${service.slug}`,
    `/@${await usernameOf(service.sellerId)}/${service.slug}`,
  ]) {
    const page = await ann.get(path);
    expect([page.status, robots(page)]).toEqual([200, "noindex"]);
    expect(page.html).toContain(
      `<link rel="canonical" href="http://127.0.0.1:8787/services/s/${service.slug}"`,
    );
    expect(page.text.split(sentence)).toHaveLength(2);
    for (const price of ["Basic $35", "Standard $53", "Premium $70"]) expect(page.text).toContain(price);
    expect(page.html).not.toContain('action="/orders"');
    expect(page.text).not.toContain("Order Now");
    expect(page.links).toContain(`/messages?user=${service.sellerId}`);
    expect(recordOf(page, "Product")).toMatchObject({ name: service.title });
    expect(recordOf(page, "Product")?.offers).toBeUndefined();
  }
});

it("a service on offer is for search engines, with its offer", async () => {
  const page = await visitor.signedOut().get(`/services/s/${(await gig(db)).slug}`);
  expect(robots(page)).toBeUndefined();
  expect(recordOf(page, "Product")?.offers).toMatchObject({
    price: "80.00",
    availability: "https://schema.org/InStock",
  });
  expect(page.html).toContain('action="/orders"');
});

it("its seller reads the same, and is not offered to write to themselves", async () => {
  const bob = await visitor.signedIn();
  const service = await gig(db, { state: "paused", sellerId: bob.id });
  const page = await bob.get(`/services/s/${service.slug}`);
  expect(page.text).toContain(sentence);
  expect(page.text).not.toContain("Message seller");
});

it("an order of a paused service is refused with the sentence, signed in or not, and nothing typed is lost", async () => {
  const service = await gig(db, { state: "paused" });
  const ann = await visitor.signedIn();
  for (const who of [ann, visitor.signedOut()]) {
    const fields = { gigId: service.id, package: "pro", requirements: "Blue\nand green", shownPrice: 12000 };
    const answer = await who.submit("/orders", fields);
    expect(answer.status).toBe(303);
    const page = await who.open(answer.location ?? "");
    expect(page.text.split(sentence)).toHaveLength(3);
    expect(page.field("requirements")).toBe("Blue and green");
    expect(page.html).toMatch(/checked=""[^>]*value="pro"/);
  }
  expect(await db.select().from(orders).where(eq(orders.gigId, service.id))).toEqual([]);
});

it("a kept page may still show the button after the pause; the order is refused, and the page made anew says why", async () => {
  const service = await gig(db);
  const guest = visitor.passingBy();
  await guest.get(`/services/s/${service.slug}`);
  const read = await gigs.find(db, { id: service.id });
  if (!read) throw new Error("There is no such gig");
  await db.batch(moves.paused(db, read, service.sellerId, Date.now()));
  const stale = await guest.get(`/services/s/${service.slug}`);
  expect(stale.text).toContain("Order Now ($80)");
  const page = await guest.submitAndFollow("/orders", {
    gigId: service.id,
    shownPrice: 8000,
    requirements: "Soon",
  });
  expect(page.text).toContain(sentence);
  expect(page.text).not.toContain("Order Now");
  expect(page.field("requirements")).toBe("Soon");
});

it("a denied service, and one that is not listed, is Service Not Found except for its seller and operators, who read why it is not sold", async () => {
  const bob = await visitor.signedIn();
  const operator = await Visitor.signedIn();
  await db.update(users).set({ role: "operator" }).where(eq(users.id, operator.id));
  await operator.beginSession({ role: "operator" });
  const username = await usernameOf(bob.id);
  for (const options of [{ state: "denied" as const }, { listed: false }]) {
    const service = await gig(db, { ...options, sellerId: bob.id });
    const before = `before-${service.slug}`;
    await db.insert(gigSlugs).values({ slug: before, gigId: service.id });
    const paths = [`/services/s/${service.slug}`, `/@${username}/${service.slug}`];
    const leading = [`/services/${service.id}`, `/services/s/${before}`];
    for (const stranger of [visitor.passingBy(), visitor.signedOut(), await visitor.signedIn()]) {
      for (const path of [...paths, ...leading]) {
        const page = await stranger.get(path);
        expect([path, page.status, page.title]).toEqual([path, 404, "Service Not Found | Handiwork"]);
        expect(page.html).not.toContain(service.title);
      }
    }
    expect((await (await visitor.signedIn()).submit("/orders", { gigId: service.id })).status).toBe(404);
    for (const who of [bob, operator]) {
      for (const path of leading) expect((await who.get(path)).location).toBe(paths[0]);
      for (const path of paths) {
        const page = await who.get(path);
        expect([page.status, robots(page)]).toEqual([200, "noindex"]);
        expect(page.text).toContain("This service has been taken off the market and cannot be ordered");
        expect(page.html).not.toContain('action="/orders"');
      }
      const order = await who.submitAndFollow("/orders", { gigId: service.id });
      expect(order.text).toContain("This service has been taken off the market and cannot be ordered");
    }
    expect(await db.select().from(orders).where(eq(orders.gigId, service.id))).toEqual([]);
  }
});
