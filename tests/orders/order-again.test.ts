import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs } from "#drizzle/schema.ts";
import { gig } from "../support/factories.ts";
import { offerRow } from "../support/offer-rows.ts";
import { orderRow } from "../support/orders.ts";
import { db, visitor } from "../support/visitor.ts";

it("A buyer orders the same again from an order that has ended, with the note filled in, at today's price", async () => {
  const [ann, eve] = [await visitor.signedIn(), await visitor.signedIn()];
  const offer = await gig(db, { priceCents: 4000 });
  const note = "A blue cup with a <wide> handle";
  const about = { buyerId: ann.id, gigId: offer.id, sellerId: offer.sellerId, requirements: note };
  const running = await orderRow(db, { ...about, status: "in progress", stage: "working" });
  expect((await ann.get(`/orders/${running.id}`)).text).not.toContain("Order again");
  for (const status of ["completed", "cancelled"] as const) {
    const order = await orderRow(db, { ...about, packageId: "pro", status, stage: "closed" });
    const link = `/services/s/${offer.slug}?package=pro&again=${order.id}`;
    for (const path of [`/orders/${order.id}`, "/orders"])
      expect((await ann.get(path)).links, path).toContain(link);
    const page = await ann.get(link);
    expect(page.field("requirements")).toBe(note);
    expect(page.html).toMatch(/<input[^>]*id="p-pro"[^>]*checked/);
    expect(page.text).toContain("Order Now ($60)");
    expect(page.headers.get("Cache-Control")).toContain("private");
    // Another's order fills in nothing, and no visitor gets the page of another from the cache.
    for (const other of [eve, visitor.passingBy()])
      expect((await other.get(link)).field("requirements")).toBe("");
  }
  const elsewhere = await gig(db);
  expect((await ann.get(`/services/s/${elsewhere.slug}?again=${running.id}`)).field("requirements")).toBe("");
});

it("An order that accepted an offer links to the form that asks for another one", async () => {
  const [ann, bob] = [await visitor.signedIn(), await visitor.signedIn()];
  const service = await gig(db, { sellerId: bob.id });
  const parties = { buyerId: ann.id, gigId: service.id, sellerId: bob.id };
  const offer = await offerRow(db, { buyer: ann, seller: bob, gigId: service.id });
  const ended = { status: "completed", stage: "closed", completedAt: Date.now() } as const;
  const order = await orderRow(db, { ...parties, ...ended, offerId: offer.id });
  for (const path of [`/orders/${order.id}`, "/orders"]) {
    const { links } = await ann.get(path);
    expect(links, path).toContain(`/offers/new?gig=${service.id}`);
    expect(links.filter((link) => link.includes("again="))).toEqual([]);
  }
});

it("The page of an order whose service can't be ordered says why, instead of the link", async () => {
  const ann = await visitor.signedIn();
  const offer = await gig(db);
  const done = { status: "completed", stage: "closed", completedAt: Date.now() } as const;
  const order = await orderRow(db, { buyerId: ann.id, gigId: offer.id, sellerId: offer.sellerId, ...done });
  for (const [state, sentence] of [
    ["paused", "This service is paused, so it can't be ordered now."],
    ["denied", "This service is no longer offered."],
  ] as const) {
    await db.update(gigs).set({ state, listed: false }).where(eq(gigs.id, offer.id));
    const page = await ann.get(`/orders/${order.id}`);
    expect(page.text).toContain(sentence);
    expect(page.text).not.toContain("Order again");
    expect((await ann.get("/orders")).text).not.toContain("Order again");
  }
});
