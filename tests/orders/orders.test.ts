import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orders, profiles } from "#drizzle/schema.ts";
import { gig, person } from "../support/factories.ts";
import { paidOrder, placeOrder } from "../support/purchase.ts";
import { deliveries, payOnCardPage } from "../support/stripe.ts";
import { db, visitor } from "../support/visitor.ts";

await deliveries("off");

describe("POST /orders", () => {
  it("sends a visitor to sign in, with the way back, the package and what was typed", async () => {
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

  it("takes price, seller and days from the database, whatever the browser says", async () => {
    const service = await gig(db, { priceCents: 3500 });
    const eve = await person(db);
    const ann = await visitor.signedIn();
    const page = await ann.submit("/orders", {
      gigId: service.id,
      package: "pro",
      price: 1,
      sellerId: eve.id,
      deliveryTime: 1,
      userId: eve.id,
    });
    expect(page.status).toBe(303);
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

  it("a double submit with one form token is one order and one card page", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    const fields = { gigId: service.id, package: "starter", token: "one-form-token" };
    const pages = await Promise.all(Array.from({ length: 5 }, () => ann.submit("/orders", fields)));
    expect(new Set(pages.map((page) => page.location)).size).toBe(1);
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toHaveLength(1);
  });

  it("the same token with another package or text is another order, and so is one after a cancellation", async () => {
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
    const rows = () => db.select().from(orders).where(eq(orders.buyerId, ann.id)).orderBy(orders.n);
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

  it("a form sent again after its order was paid leads to that order and says so", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn();
    const fields = { gigId: service.id, package: "starter", token: "paid-already" };
    const first = await ann.submit("/orders", fields);
    await payOnCardPage(first.location ?? "");
    const again = await ann.submitAndFollow("/orders", fields);
    expect(again.text).toMatch(/You bought this at \d\d:\d\d\. Order it again\?/);
    expect(again.text).toContain("Timeline");
    expect(await db.select().from(orders).where(eq(orders.buyerId, ann.id))).toHaveLength(1);
  });

  it("a body that is no form is a 400, another method a 405", async () => {
    const ann = await visitor.signedIn();
    for (const path of ["/orders", `/orders/${crypto.randomUUID()}`, "/sign-in", "/sign-up"]) {
      const headers = { Origin: "http://127.0.0.1:8787", "Content-Type": "application/json" };
      const who = path.startsWith("/sign") ? visitor.signedOut() : ann;
      expect([path, (await who.fetch(path, { method: "POST", body: "{}", headers })).status]).toEqual([
        path,
        400,
      ]);
      expect([path, (await who.fetch(path, { method: "PUT", body: "a=b", headers })).status]).toEqual([
        path,
        405,
      ]);
    }
  });

  it("the token of another buyer is another order", async () => {
    const service = await gig(db);
    const [ann, ben] = [await visitor.signedIn(), await visitor.signedIn()];
    const fields = { gigId: service.id, package: "starter", token: "a-token-of-two" };
    const [first, second] = [await ann.submit("/orders", fields), await ben.submit("/orders", fields)];
    expect(first.location).not.toBe(second.location);
  });

  it("a price that has changed places no order, says the new one and keeps what was typed", async () => {
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

  it("a seller cannot buy their own service", async () => {
    const bob = await visitor.signedIn();
    const service = await gig(db, { sellerId: bob.id });
    const page = await bob.submitAndFollow("/orders", { gigId: service.id });
    expect(page.text).toContain("You cannot purchase your own service");
    expect(await db.select().from(orders).where(eq(orders.sellerId, bob.id))).toHaveLength(0);
  });

  it("an unverified address is asked for first, and nothing typed is lost", async () => {
    const service = await gig(db);
    const ann = await visitor.signedIn({ verified: false });
    const page = await ann.submitAndFollow("/orders", { gigId: service.id, requirements: "Green" });
    expect(page.text).toContain("Please verify your email address before you order");
    expect(page.field("requirements")).toBe("Green");
  });

  it("a package that is none, or too long a text, is a 400 with the sentence and everything typed", async () => {
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
    expect(odd.text).toContain("Order Now ($80)");
  });

  it("an unknown or unlisted gig is Service not found, 404", async () => {
    const ann = await visitor.signedIn();
    const hidden = await gig(db, { listed: false });
    for (const gigId of [crypto.randomUUID(), "nonsense", hidden.id]) {
      const page = await ann.submit("/orders", { gigId });
      expect(page.status).toBe(404);
      for (const words of ["Service Not Found", "Return to Home", "Browse All Services"])
        expect(page.text).toContain(words);
    }
  });
});

describe("the orders dashboard", () => {
  it("sends a visitor to /sign-in with the error toast", async () => {
    for (const path of ["/orders", "/dashboard", `/orders/${crypto.randomUUID()}`]) {
      const page = await visitor.signedOut().open(path);
      expect(page.title).toContain("Sign In");
      expect(page.text).toContain("You must be logged in to view your orders");
    }
  });

  it("says 'Seller: …' to the buyer and 'Buyer: …' to the seller, with the id's first 8 characters", async () => {
    const { ann, bob, order } = await placeOrder();
    const bought = await ann.get("/orders");
    expect(bought.text).toContain("Orders You've Purchased");
    expect(bought.text).toContain("Seller: ");
    expect(bought.text).toContain(`#${order.id.slice(0, 8)}`);
    const sold = await bob.get("/orders?tab=selling");
    expect(sold.text).toContain("Buyer: ");
    expect((await bob.get("/orders")).text).not.toContain(order.id.slice(0, 8));
  });

  it("shows the same screen at /dashboard, whose canonical is /orders", async () => {
    const ann = await visitor.signedIn();
    const page = await ann.get("/dashboard");
    expect(page.html).toMatch(/rel="canonical"[^>]*\/orders"/);
    expect(page.text).toContain("Orders You've Purchased");
  });

  it("is empty with 'Explore Services'", async () => {
    const page = await (await visitor.signedIn()).get("/orders");
    expect(page.text).toContain("Explore Services");
  });
});

describe("one order", () => {
  it("names the other party and the service to each", async () => {
    const { ann, bob, order } = await placeOrder();
    const name = async (id: string) =>
      (await db.select().from(profiles).where(eq(profiles.id, id)))[0]?.username;
    expect((await ann.get(`/orders/${order.id}`)).text).toContain(`Seller: ${await name(bob.id)}`);
    const seen = await bob.get(`/orders/${order.id}`);
    expect(seen.text).toContain(`Buyer: ${await name(ann.id)}`);
    expect(seen.text).toContain(order.title);
  });

  it("leads a stranger, and anybody with an unknown id, back to /orders", async () => {
    const { order } = await placeOrder();
    const eve = await visitor.signedIn();
    for (const id of [order.id, crypto.randomUUID(), "x"]) {
      const page = await eve.get(`/orders/${id}`);
      expect([page.status, page.location]).toEqual([302, "/orders"]);
    }
  });

  it("answers a stranger's move with 403 and the sentence, for any id, existing or not", async () => {
    const { order } = await placeOrder();
    const eve = await visitor.signedIn();
    for (const id of [order.id, crypto.randomUUID()]) {
      const page = await eve.submit(`/orders/${id}`, { intent: "cancel" });
      expect(page.status).toBe(403);
      expect(page.text).toContain("You are not authorized to update this order");
    }
  });

  it("shows a party's refused move on the order page, 403", async () => {
    const { ann, bob, order } = await placeOrder();
    const cancel = await bob.submit(`/orders/${order.id}`, { intent: "cancel" });
    expect(cancel.status).toBe(403);
    expect(cancel.text).toContain("Only the buyer can cancel an order");
    const start = await ann.submit(`/orders/${order.id}`, { intent: "start" });
    expect(start.text).toContain("Only the seller can mark an order as in progress");
    const early = await bob.submit(`/orders/${order.id}`, { intent: "start" });
    expect(early.text).toContain("This order has not been paid yet");
  });

  it("goes from pending over in progress to completed, with the specification's toasts", async () => {
    const { ann, bob, order } = await paidOrder();
    const started = await bob.submitAndFollow(`/orders/${order.id}`, { intent: "start" });
    expect(started.text).toContain("Order status updated to in progress");
    const done = await ann.submitAndFollow(`/orders/${order.id}`, { intent: "complete" });
    expect(done.text).toContain("Order status updated to completed");
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(row).toMatchObject({ status: "completed", stage: "closed", version: 4 });
  });

  it("the clock of the delivery starts with the work", async () => {
    const { bob, order } = await paidOrder();
    await bob.submit(`/orders/${order.id}`, { intent: "start" });
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    const days = ((row?.deliveryDate ?? 0) - (row?.updatedAt ?? 0)) / 86_400_000;
    expect(days).toBe(order.deliveryDays);
  });

  it("two moves at once: one wins, the other reads that the order changed", async () => {
    const { ann, bob, order } = await paidOrder();
    const [cancel, start] = await Promise.all([
      ann.submit(`/orders/${order.id}`, { intent: "cancel" }),
      bob.submit(`/orders/${order.id}`, { intent: "start" }),
    ]);
    const statuses = [cancel.status, start.status];
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    const loser = cancel.status === 303 ? start : cancel;
    // Forms without a version: who was read after the winner is told what the order is, not that it changed.
    expect([403, 409]).toContain(loser.status);
    expect(loser.text).toMatch(
      loser.status === 409
        ? /This order changed in the meantime/
        : /This order was cancelled|Work on this order has started already/,
    );
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(["cancelled", "in progress"]).toContain(row?.status);
  });

  it("twenty clicks on one move make it once", async () => {
    const { bob, order } = await paidOrder();
    const pages = await Promise.all(
      Array.from({ length: 20 }, () => bob.submit(`/orders/${order.id}`, { intent: "start" })),
    );
    expect(pages.filter((page) => page.status === 303)).toHaveLength(1);
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(row?.version).toBe(3);
  });

  it("an intent that is none changes nothing", async () => {
    const { ann, order } = await placeOrder();
    expect((await ann.submit(`/orders/${order.id}`, { intent: "destroy" })).status).toBe(400);
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(row?.version).toBe(1);
  });
});
