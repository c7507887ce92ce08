import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { refusalToGigTransition } from "#app/gigs/gig-state.ts";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import * as schema from "#drizzle/schema.ts";
import { orders, profiles } from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { productWith } from "../../support/bindings/faulty.ts";
import { category, gig } from "../../support/factories.ts";
import { forgetSitemaps } from "../../support/pages/sitemap-cache.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

await deliveries("off");
const { ann } = await operator();
const suspend = (id: string) =>
  ann.submit(`/admin/users/${id}`, {
    intent: "suspend",
    rule: "conduct",
    reason: "A reason that is long enough",
  });
const restore = (id: string) =>
  ann.submit(`/admin/users/${id}`, { intent: "restore", reason: "A reason that is long enough" });

const titles = (page: Page) => [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);

async function read(id: string) {
  const found = await gigs.find(db, { id });
  if (!found) throw new Error("There is no such gig");
  return found;
}

const stateOf = async (id: string) => {
  const { state, listed } = await read(id);
  return [state, listed];
};

it("A suspended seller's gigs leave lists, counts, search and the sitemap, and come back when the seller is restored", async () => {
  const bob = await visitor.signedIn();
  const harps = await category(db, "Suspended harps", ["Small harps"]);
  const where = { categoryId: harps.id, subcategoryId: harps.subcategories[0]?.id };
  const beside = await gig(db, { title: "Harp of another", ...where });
  const harp = await gig(db, { title: "Harp of Bob", priceCents: 100, sellerId: bob.id, ...where });
  const guest = visitor.signedOut();
  const crawler = visitor.passingBy();
  crawler.send = productWith({});
  guest.setCookie("recent", harp.id);
  const pages = [
    "/",
    "/categories/suspended-harps",
    `/categories/suspended-harps/${harps.subcategories[0]?.slug}`,
    `/services/s/${beside.slug}`,
    "/search?q=harp",
    "/search?q=harp&sort=price-low",
    "/search?q=ha",
    "/services/recent",
  ];
  const shownOn = async () => {
    const shown = [];
    for (const path of pages) if (titles(await guest.get(path)).includes("Harp of Bob")) shown.push(path);
    // A sitemap is cached for an hour; this reads it as it is after that hour.
    await forgetSitemaps();
    if ((await crawler.get("/sitemaps/gigs-1.xml")).html.includes(harp.slug)) shown.push("sitemap");
    const listing = (await guest.get("/categories/suspended-harps")).text;
    return [...shown, /All Suspended harps Services \((\d+)\)/.exec(listing)?.[1]];
  };
  expect(await shownOn()).toEqual([...pages, "sitemap", "2"]);
  await suspend(bob.id);
  expect(await shownOn()).toEqual(["1"]);
  await restore(bob.id);
  expect(await shownOn()).toEqual([...pages, "sitemap", "2"]);
});

it("A suspended seller's gigs show Service Not Found to everyone but operators, and cannot be ordered", async () => {
  const bob = await visitor.signedIn();
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, bob.id));
  const onMarket = await gig(db, { sellerId: bob.id });
  const paused = await gig(db, { sellerId: bob.id, state: "paused" });
  await suspend(bob.id);
  for (const hidden of [onMarket, paused]) {
    const paths = [`/services/s/${hidden.slug}`, `/@${profile?.username}/${hidden.slug}`];
    for (const user of [visitor.passingBy(), visitor.signedOut(), await visitor.signedIn()]) {
      for (const path of [...paths, `/services/${hidden.id}`]) {
        const page = await user.get(path);
        expect([path, page.status, page.title]).toEqual([path, 404, "Service Not Found | Handiwork"]);
      }
    }
    expect((await (await visitor.signedIn()).submit("/orders", { gigId: hidden.id })).status).toBe(404);
    const page = await ann.get(`/services/s/${hidden.slug}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain("This service is no longer offered");
  }
  const listed = await ann.get(`/admin/users/${bob.id}?tab=gigs`);
  for (const { id } of [onMarket, paused]) expect(listed.links).toContain(`/admin/gigs?q=${id}`);
});

it("Restoring puts each gig back where it was: only gigs that were on the market return to it", async () => {
  const bob = await visitor.signedIn();
  const own = { sellerId: bob.id };
  const made = {
    listed: await gig(db, own),
    paused: await gig(db, { ...own, state: "paused" }),
    denied: await gig(db, { ...own, state: "denied" }),
    off: await gig(db, { ...own, listed: false }),
    pausedBefore: await gig(db, own),
    deniedSince: await gig(db, own),
  };
  await db.batch(gigTransitions.paused(db, await read(made.pausedBefore.id), bob.id, 1));
  const stale = await read(made.paused.id);
  const states = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(made).map(async ([name, { id }]) => [name, await stateOf(id)] as const),
      ),
    );
  const before = await states();
  const away = {
    ...before,
    listed: ["suspended", false],
    paused: ["suspended", false],
    pausedBefore: ["suspended", false],
  };

  // Twice, because the first suspension must not decide what the second restores.
  for (const time of [1, 2]) {
    await suspend(bob.id);
    expect([time, await states()]).toEqual([time, { ...away, deniedSince: ["suspended", false] }]);
    await restore(bob.id);
    expect([time, await states()]).toEqual([time, before]);
  }
  // The seller cannot resume a suspended gig, neither from an older page nor now.
  await suspend(bob.id);
  const late = db.batch(gigTransitions.resumed(db, stale, bob.id, 1));
  await expect(late).rejects.toSatisfy(gigTransitions.isLostRace);
  expect(refusalToGigTransition("resume", await read(made.paused.id), bob.id)).toBe(
    "This service has changed: it is now suspended",
  );
  // A gig that was denied during the suspension stays denied.
  await db.update(schema.gigs).set({ state: "denied" }).where(eq(schema.gigs.id, made.deniedSince.id));
  await restore(bob.id);
  expect(await states()).toEqual({ ...before, deniedSince: ["denied", false] });
});

it("Open orders of a suspended seller continue", async () => {
  const { ann: buyer, bob, order } = await paidOrder();
  await bob.submit(`/orders/${order.id}`, { intent: "start" });
  await suspend(bob.id);
  expect((await buyer.get(`/orders/${order.id}`)).status).toBe(200);
  expect((await buyer.submit(`/orders/${order.id}`, { intent: "complete" })).status).toBe(303);
  const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(row?.status).toBe("completed");
});
