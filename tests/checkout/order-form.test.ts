import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders } from "#drizzle/schema.ts";
import { gig, person } from "../support/factories.ts";
import { deliver, deliveries, events, payOnCardPage, sessionIdOf } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

describe("POST /orders", () => {
  it("A visitor is sent to sign in, with a return path that keeps the package and everything typed", async () => {
    const service = await gig(db);
    const ann = visitor.signedOut();
    const page = await ann.submit("/orders", {
      gigId: service.id,
      package: "pro",
      requirements: "A loaf\non a stamp, 100 % \\o/",
    });
    expect(page.status).toBe(303);
    const signIn = new URL(page.location ?? "", "http://127.0.0.1");
    expect(signIn.pathname).toBe("/sign-in");
    expect(signIn.searchParams.get("message")).toBe("Please sign in to continue with your purchase");
    const shown = await ann.get(page.location ?? "");
    expect(shown.text).toContain("Please sign in to continue with your purchase");
    const back = await ann.open(shown.field("redirectTo") ?? "");
    expect(back.status).toBe(200);
    expect(back.field("requirements")).toBe("A loaf on a stamp, 100 % \\o/");
    expect(back.html).toMatch(/value="pro"[^>]*checked|checked[^>]*value="pro"/);
  });

  it("Price, seller and days come from the database, whatever the browser sends", async () => {
    const service = await gig(db, { priceCents: 3500 });
    const eve = await person(db);
    const ann = await visitor.signedIn();
    const chosen = { gigId: service.id, package: "pro" };
    for (const more of [{ price: 1 }, { sellerId: eve.id }, { deliveryTime: 1 }, { userId: eve.id }])
      expect((await ann.submit("/orders", { ...chosen, ...more })).status).toBe(400);
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toEqual([]);
    expect((await ann.submit("/orders", chosen)).status).toBe(303);
    const [order] = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
    expect(order).toMatchObject({
      sellerId: service.sellerId,
      priceCents: 5300,
      deliveryDays: 2,
      revisions: 2,
      status: "pending",
      paymentStatus: "pending",
      stage: "awaiting_payment",
      feeCents: 0,
    });
  });

  it("Five submissions with one form token place one order with one card page", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    const fields = { gigId: service.id, package: "starter", token: "one-form-token" };
    const pages = await Promise.all(Array.from({ length: 5 }, () => ann.submit("/orders", fields)));
    expect(new Set(pages.map((page) => page.location)).size).toBe(1);
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toHaveLength(1);
  });

  it("The same token with another package or text is another order, and so is the same form after a cancellation", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    const token = "a-page-kept-open";
    const basic = await ann.submit("/orders", {
      gigId: service.id,
      package: "starter",
      requirements: "first",
      token,
    });
    const premium = await ann.submit("/orders", {
      gigId: service.id,
      package: "elite",
      requirements: "second",
      token,
    });
    expect(premium.location).not.toBe(basic.location);
    const rows = () => db.select().from(orders).where(eq(orders.buyerId, ann.id)).orderBy(orders.number);
    expect((await rows()).map((row) => [row.packageId, row.requirements])).toEqual([
      ["starter", "first"],
      ["elite", "second"],
    ]);
    await ann.submit(`/orders/${(await rows())[0]?.id}`, { intent: "cancel" });
    const again = await Promise.all(
      [1, 2, 3].map(() =>
        ann.submit("/orders", { gigId: service.id, package: "starter", requirements: "first", token }),
      ),
    );
    expect(new Set(again.map((page) => page.location)).size).toBe(1);
    expect(await rows()).toHaveLength(3);
  });

  it("A form sent again after its order was paid redirects to that order, which says so", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    const fields = { gigId: service.id, package: "starter", token: "paid-already" };
    const first = await ann.submit("/orders", fields);
    await payOnCardPage(first.location ?? "");
    const again = await ann.submitAndFollow("/orders", fields);
    expect(again.text).toMatch(/You bought this at \d\d:\d\d UTC\. Order it again\?/);
    expect(again.text).toContain("Timeline");
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toHaveLength(1);
  });

  it("A body that is not a form answers 400, and another method 405", async () => {
    const ann = await visitor.signedIn();
    for (const path of ["/orders", `/orders/${crypto.randomUUID()}`, "/sign-in", "/sign-up"]) {
      const headers = { Origin: "http://127.0.0.1:8787", "Content-Type": "application/json" };
      const sender = path.startsWith("/sign") ? visitor.signedOut() : ann;
      expect([path, (await sender.fetch(path, { method: "POST", body: "{}", headers })).status]).toEqual([
        path,
        400,
      ]);
      expect([path, (await sender.fetch(path, { method: "PUT", body: "a=b", headers })).status]).toEqual([
        path,
        405,
      ]);
    }
  });

  it("The same token from another buyer is another order", async () => {
    const service = await gig(db);
    const [ann, ben] = [await visitor.signedIn(), await visitor.signedIn()];
    const fields = { gigId: service.id, package: "starter", token: "a-token-of-two" };
    const [first, second] = [await ann.submit("/orders", fields), await ben.submit("/orders", fields)];
    expect(first.location).not.toBe(second.location);
  });

  it("If the price has changed, no order is placed, and the gig page shows the new price and everything typed", async () => {
    const service = await gig(db, { priceCents: 10000 });
    const ann = await visitor.signedIn();
    const page = await ann.submitAndFollow("/orders", {
      gigId: service.id,
      shownPrice: 8000,
      requirements: "Blue",
    });
    expect(page.text).toContain("The price has changed to $100");
    expect(page.field("requirements")).toBe("Blue");
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toHaveLength(0);
  });

  it("A seller cannot buy their own service", async () => {
    const bob = await visitor.signedIn();
    const service = await gig(db, { sellerId: bob.id });
    const page = await bob.submitAndFollow("/orders", { gigId: service.id });
    expect(page.text).toContain("You cannot purchase your own service");
    expect(await db.select().from(orders).where(eq(orders.sellerId, bob.id))).toHaveLength(0);
  });

  it("A viewer with an unverified address must verify it first, and nothing typed is lost", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn({ verified: false });
    const page = await ann.submitAndFollow("/orders", { gigId: service.id, requirements: "Green" });
    expect(page.text).toContain("Please verify your email address before you order");
    expect(page.field("requirements")).toBe("Green");
  });

  it("An unknown package or a text that is too long answers 400 with the error at its field and everything typed", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    const long = await ann.submit("/orders", {
      gigId: service.id,
      package: "pro",
      requirements: "x".repeat(2001),
    });
    expect(long.status).toBe(400);
    expect(long.text).toContain("Please use at most 2,000 characters here");
    expect(long.field("requirements")).toBe("x".repeat(2001));
    const odd = await ann.submit("/orders", { gigId: service.id, package: "gold" });
    expect(odd.status).toBe(400);
    expect(odd.html).toMatch(/id="package-e"[\s\S]*Choose a package/);
    expect([odd.title, (await ann.get("/orders")).title]).toEqual([
      "Place an order | Handiwork",
      "Orders | Handiwork",
    ]);
    expect(odd.text).toContain("Order Now ($80)");
  });

  it("An unknown or unlisted gig answers 404, 'Service Not Found'", async () => {
    const ann = await visitor.signedIn();
    const hidden = await gig(db, { listed: false });
    for (const gigId of [crypto.randomUUID(), "nonsense", hidden.id]) {
      const page = await ann.submit("/orders", { gigId });
      expect(page.status).toBe(404);
      for (const words of ["Service Not Found", "Return to Home", "Browse All Services"])
        expect(page.text).toContain(words);
    }
    const ofVisitor = await visitor.signedOut().submit("/orders", { gigId: hidden.id });
    expect([ofVisitor.status, ofVisitor.text.includes("Service Not Found")]).toEqual([404, true]);
  });

  // Fifty requests at once take more than five seconds on a busy machine.
  it("Twenty-five submissions from two tabs place one order with one card page; once it is paid, the form redirects to it", {
    timeout: 30_000,
  }, async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    const tabs = [await ann.get(`/services/s/${service.slug}`), await ann.get(`/services/s/${service.slug}`)];
    const submit = (i: number) =>
      ann.submit("/orders", { gigId: service.id, package: "starter", token: tabs[i % 2]?.field("token") });
    const pages = await Promise.all(Array.from({ length: 25 }, (_, i) => submit(i)));
    const placed = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
    expect(placed).toHaveLength(1);
    const cards = new Set(pages.flatMap(({ location }) => (location?.includes("cs_") ? [location] : [])));
    expect(cards.size).toBe(1);
    const [card = ""] = cards;
    await payOnCardPage(card);
    const paid = (await events("checkout.session.completed")).find(
      (event) => event.data.object.id === sessionIdOf(card),
    );
    await deliver(paid);
    const late = await ann.open((await submit(1)).location ?? "");
    expect(late.text).toMatch(/You bought this at \d\d:\d\d UTC\. Order it again\?/);
    expect(late.links).toContain(`/services/s/${service.slug}`);
    const fresh = (await ann.get(`/services/s/${service.slug}`)).field("token");
    expect(fresh).not.toBe(tabs[0]?.field("token"));
    await ann.submit("/orders", { gigId: service.id, package: "starter", token: fresh });
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toHaveLength(2);
  });
});
