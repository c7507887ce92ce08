import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import * as gigTransitions from "#app/gigs/gig-transitions.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { gigs as gigRows, orderEvents, orders } from "#drizzle/schema.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig } from "../support/factories.ts";
import { deliveries } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

async function read(id: string) {
  const found = await gigs.find(db, { id });
  if (!found) throw new Error("There is no such gig");
  return found;
}

/** Makes the next version of a gig, with this price. */
async function reprice(id: string, priceCents: number) {
  const version = sql`version + 1`;
  await db.update(gigRows).set({ priceCents, version }).where(eq(gigRows.id, id));
}

async function pause(id: string) {
  const now = await read(id);
  await db.batch(gigTransitions.paused(db, now, now.sellerId, Date.now()));
}

const ordersOf = (gigId: string) => db.select().from(orders).where(eq(orders.gigId, gigId));

/** A product in which something happens to the gig after its price was read, before the order is written. */
function shopWithChange(change: () => Promise<unknown>, times = 1) {
  let left = times;
  return productWith({
    DB: faultyDatabase(env.DB, (sql) => sql.startsWith('insert into "orders"') && left-- > 0 && change()),
  });
}

it("If a gig is repriced between page and order, nothing is placed, and the gig page shows the new price and everything typed", async () => {
  const service = await gig(db, { priceCents: 8000 });
  const ann = await visitor.signedIn();
  const page = await ann.get(`/services/s/${service.slug}?package=pro`);
  expect(page.text).toContain("Order Now ($120)");
  await reprice(service.id, 10_000);
  const fields = { gigId: service.id, package: "pro", requirements: "Blue", token: page.field("token") };
  const answer = await ann.submitAndFollow("/orders", { ...fields, shownPrice: 12_000 });
  expect(answer.text).toContain("The price has changed to $150");
  expect([answer.status, answer.field("requirements")]).toEqual([200, "Blue"]);
  expect(answer.html).toMatch(/checked=""[^>]*value="pro"/);
  expect(await ordersOf(service.id)).toEqual([]);
  await ann.submit("/orders", { ...fields, token: answer.field("token"), shownPrice: 15_000 });
  expect((await ordersOf(service.id)).map(({ priceCents }) => priceCents)).toEqual([15_000]);
});

it("A button of the compare table orders its own package, with what is typed in the order box, whichever is chosen there", async () => {
  const service = await gig(db, { priceCents: 8000 });
  const ann = await visitor.signedIn();
  const fields = { gigId: service.id, package: "starter", requirements: "Blue" };
  await ann.submit("/orders?package=pro", { ...fields, shownPrice: 12_000 });
  expect((await ordersOf(service.id)).map((o) => [o.packageId, o.priceCents, o.requirements])).toEqual([
    ["pro", 12_000, "Blue"],
  ]);
  expect((await ann.submit("/orders?package=none", { ...fields, shownPrice: 8000 })).status).toBe(400);
});

it("If a gig is repriced after its price was read and before the order is written, nothing is placed at either price", async () => {
  const service = await gig(db, { priceCents: 8000 });
  const ann = await visitor.signedIn();
  ann.send = shopWithChange(() => reprice(service.id, 10_000));
  const answer = await ann.submitAndFollow("/orders", {
    gigId: service.id,
    requirements: "Red",
    shownPrice: 8000,
  });
  expect(answer.text).toContain("The price has changed to $100");
  expect(answer.field("requirements")).toBe("Red");
  expect(await ordersOf(service.id)).toEqual([]);
  expect(await db.select().from(orderEvents).where(eq(orderEvents.actorId, ann.id))).toEqual([]);
});

it("If a gig is paused after it was read and before the order is written, nothing is placed, and the gig page says why", async () => {
  const service = await gig(db);
  const ann = await visitor.signedIn();
  ann.send = shopWithChange(() => pause(service.id));
  const answer = await ann.submitAndFollow("/orders", {
    gigId: service.id,
    requirements: "Red",
    shownPrice: 8000,
  });
  expect(answer.text.split("This service is paused, so it can't be ordered now")).toHaveLength(3);
  expect(answer.field("requirements")).toBe("Red");
  expect(await ordersOf(service.id)).toEqual([]);
});

it("A gig that changed, but not in its price, is ordered; without a shown price it is ordered at the new one", async () => {
  const service = await gig(db, { priceCents: 8000 });
  const [ann, ben] = [await visitor.signedIn(), await visitor.signedIn()];
  ann.send = shopWithChange(() => reprice(service.id, 8000), 2);
  expect((await ann.submit("/orders", { gigId: service.id, shownPrice: 8000 })).status).toBe(303);
  ben.send = shopWithChange(() => reprice(service.id, 10_000));
  expect((await ben.submit("/orders", { gigId: service.id })).status).toBe(303);
  const placed = await ordersOf(service.id);
  expect(placed.map(({ buyerId, priceCents }) => [buyerId, priceCents])).toEqual([
    [ann.id, 8000],
    [ben.id, 10_000],
  ]);
});

it("A gig that changes with every attempt is not ordered, and the buyer is asked to try again", async () => {
  const service = await gig(db, { priceCents: 8000 });
  const ann = await visitor.signedIn();
  ann.send = shopWithChange(() => reprice(service.id, 8000), 100);
  const answer = await ann.submitAndFollow("/orders", { gigId: service.id, shownPrice: 8000 });
  expect([answer.status, await ordersOf(service.id)]).toEqual([200, []]);
  expect(answer.text).toContain("This service is being updated. Please try again.");
});

it.each(["abc", "-1", "7000.5", "0"])(
  "A shown price of %s is not the gig's price: nothing is placed",
  async (shownPrice) => {
    const service = await gig(db, { priceCents: 8000 });
    const ann = await visitor.signedIn();
    const answer = await ann.submitAndFollow("/orders", { gigId: service.id, shownPrice });
    expect(answer.text).toContain("The price has changed to $80");
    expect(await ordersOf(service.id)).toEqual([]);
  },
);

it("Twenty orders while the price goes up and down are each placed at the price that was shown, or refused", async () => {
  const service = await gig(db, { priceCents: 8000 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => visitor.signedIn()));
  const shown = (i: number) => (i % 2 ? 8000 : 10_000);
  const seller = async () => {
    for (let i = 0; i < 20; i++) await reprice(service.id, i % 2 ? 8000 : 10_000);
  };
  const [answers] = await Promise.all([
    Promise.all(
      buyers.map((buyer, i) => buyer.submit("/orders", { gigId: service.id, shownPrice: shown(i) })),
    ),
    seller(),
  ]);
  const placed = await ordersOf(service.id);
  expect(placed.length).toBeGreaterThan(0);
  for (const [i, buyer] of buyers.entries()) {
    const own = placed.filter(({ buyerId }) => buyerId === buyer.id);
    const toPayment = answers[i]?.location?.includes("cs_") ?? false;
    expect([i, answers[i]?.status, own.map(({ priceCents }) => priceCents)]).toEqual([
      i,
      303,
      toPayment ? [shown(i)] : [],
    ]);
  }
});

it("A form sent again after the gig was repriced or paused redirects to the order that it placed", async () => {
  for (const change of [(id: string) => reprice(id, 10_000), pause]) {
    const service = await gig(db, { priceCents: 8000 });
    const ann = await visitor.signedIn();
    const fields = { gigId: service.id, shownPrice: 8000, token: `twice-${service.id.slice(0, 8)}` };
    const first = await ann.submit("/orders", fields);
    await change(service.id);
    const again = await ann.submit("/orders", fields);
    expect(again.location).toBe(first.location);
    expect(await ordersOf(service.id)).toHaveLength(1);
  }
});

it("Another order from the same page replaces the unpaid one before it, and takes over its credit", async () => {
  const service = await gig(db, { priceCents: 8000 });
  const ann = await visitor.signedIn({ credit: true });
  const offer = await ann.get(`/services/s/${service.slug}`);
  const fields = { gigId: service.id, token: offer.field("token") };
  await ann.submit("/orders", { ...fields, requirements: "Red" });
  const again = await ann.get(`/services/s/${service.slug}`);
  expect(again.text).toContain("You pay $70.00 after your $10 credit");
  await Promise.all(
    ["Blue", "Green"].map((requirements) => ann.submit("/orders", { ...fields, requirements })),
  );
  await ann.submit("/orders", { ...fields, requirements: "Red" });
  const placed = await ordersOf(service.id);
  const open = placed.filter(({ status }) => status === "pending");
  expect(open.map(({ requirements, creditCents }) => [requirements, creditCents])).toEqual([["Red", 1000]]);
  expect(placed).toHaveLength(4);
  for (const { id } of placed.filter(({ status }) => status === "cancelled")) {
    const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, id));
    expect(events.map(({ kind, note }) => [kind, note])).toEqual([
      ["placed", null],
      ["cancelled", "Replaced by another order"],
    ]);
  }
});

it("A buyer with 20 unpaid orders is refused the next one; the form of the twentieth still redirects to its order", async () => {
  const ann = await visitor.signedIn();
  const bob = await visitor.signedIn();
  const service = await gig(db, { sellerId: bob.id });
  await ann.submit("/orders", { gigId: service.id });
  const [first] = await ordersOf(service.id);
  if (!first) throw new Error("No order");
  const { number: _, ...row } = first;
  for (let i = 2; i < 20; i++)
    await db.insert(orders).values({ ...row, id: crypto.randomUUID(), formToken: `seeded-${i}` });
  const fields = { gigId: service.id, token: "the-twentieth" };
  const last = await ann.submit("/orders", fields);
  expect(last.location).toContain("cs_");
  const refused = await ann.submitAndFollow("/orders", { ...fields, token: "one-too-many" });
  expect(refused.text).toContain("You have 20 unpaid orders. Pay or cancel one first.");
  expect((await ann.submit("/orders", fields)).location).toBe(last.location);
  expect(await ordersOf(service.id)).toHaveLength(20);
  await ann.submit(`/orders/${first.id}`, { intent: "cancel" });
  expect((await ann.submit("/orders", { ...fields, token: "one-too-many" })).location).toContain("cs_");
});

it("A visitor who signs in from a cached page sees the current price with everything typed, and is charged no other price", async () => {
  const service = await gig(db, { priceCents: 8000 });
  const guest = visitor.passingBy();
  await guest.get(`/services/s/${service.slug}`);
  await reprice(service.id, 10_000);
  const cached = await guest.get(`/services/s/${service.slug}`);
  expect(cached.text).toContain("Order Now ($80)");
  const leave = await guest.submit("/orders", {
    gigId: service.id,
    shownPrice: 8000,
    requirements: "Typed before",
  });
  const signIn = new URL(leave.location ?? "", "http://127.0.0.1");
  expect(signIn.pathname).toBe("/sign-in");
  const ann = await visitor.signedIn();
  ann.setCookie("draft", guest.cookie("draft") ?? "");
  const back = await ann.get(signIn.searchParams.get("redirectTo") ?? "");
  expect([back.status, back.field("requirements")]).toEqual([200, "Typed before"]);
  expect(back.text).toContain("Order Now ($100)");
  const late = await ann.submitAndFollow("/orders", {
    gigId: service.id,
    shownPrice: 8000,
    requirements: "Typed before",
  });
  expect(late.text).toContain("The price has changed to $100");
  expect(late.field("requirements")).toBe("Typed before");
  expect(await ordersOf(service.id)).toEqual([]);
});
