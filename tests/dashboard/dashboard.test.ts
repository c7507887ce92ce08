import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { day, dayAndMonth } from "#app/lib/dates.ts";
import * as orders from "#app/orders/orders.server.ts";
import * as orderTransitions from "#app/transitions/apply-transition.server.ts";
import * as schema from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig, person } from "../support/factories.ts";
import { paidOrder, placeOrder } from "../support/purchase.ts";
import { deliveries } from "../support/stripe.ts";
import { db, type Page, type Visitor, visitor } from "../support/visitor.ts";

await deliveries("off");

const change = (id: string, to: Partial<typeof schema.orders.$inferInsert>) =>
  db.update(schema.orders).set(to).where(eq(schema.orders.id, id));

/** The ids of the listed orders as shown, 8 characters each. */
const listed = ({ html }: Page) =>
  [
    ...(/<ul class="orders">[\s\S]*?<\/ul>/.exec(html)?.[0] ?? "").matchAll(
      /href="\/orders\/([\w-]{8})[\w-]*"/g,
    ),
  ].map(([, id]) => id);

/**
 * Inserts orders of a gig, one a minute, the last one the newest. Every tenth is cancelled, every thousandth
 * in progress.
 */
async function manyOrders(
  count: number,
  service: { id: string; sellerId: string; title: string },
  buyerId: string,
) {
  await db.run(sql`
    insert into orders (id, gig_id, seller_id, buyer_id, status, payment_status, stage, hold, price_cents, fee_cents, title, package_id,
      package_title, delivery_days, revisions, questions, requirements, paid_at, completed_at, delivery_date, turn, form_token, version, created_at, updated_at)
    with recursive k (i, kind) as (select 1, 0
      union all select i + 1, iif((i + 1) % 1000 = 0, 2, (i + 1) % 10 = 0) from k where i < ${count})
    select printf('%08x-%s', i, ${service.id}), ${service.id}, ${service.sellerId}, ${buyerId},
      case kind when 0 then 'completed' when 1 then 'cancelled' else 'in progress' end, iif(kind = 1, 'refunded', 'paid'),
      iif(kind = 2, 'working', 'closed'), 'none', 8000, 0, ${service.title} || ' ' || i, 'starter', 'Basic', 3, 1, '[]', '', 1,
      iif(kind = 0, 1, null), iif(kind = 2, i * 60000, null), iif(kind = 2, 'seller', null),
      printf('%s-%d', ${service.id}, i), 1, i * 60000, 1 from k`);
}

describe("the orders dashboard", () => {
  it("A visitor is sent to /sign-in with the error toast", async () => {
    for (const path of ["/orders", "/dashboard", `/orders/${crypto.randomUUID()}`]) {
      const page = await visitor.signedOut().open(path);
      expect(page.title).toContain("Sign In");
      expect(page.text).toContain("You must be logged in to view your orders");
    }
  });

  it("/sign-in explains once why it is shown", async () => {
    const page = await visitor.signedOut().open("/orders");
    expect(page.text.split("You must be logged in to view your orders")).toHaveLength(2);
  });

  it("/dashboard is a seller's Overview, with links to both lists; for everyone else it is the list", async () => {
    const { ann, bob, order } = await placeOrder();
    const overview = await bob.get("/dashboard");
    expect(overview.title).toContain("Dashboard");
    expect(overview.text).toContain("Needs you");
    for (const text of ["Orders You've Purchased", "Orders You're Selling"])
      expect(overview.text).toContain(text);
    expect((await bob.get("/orders")).text).toContain("No orders yet");
    expect(listed(await ann.get("/dashboard"))).toEqual([order.id.slice(0, 8)]);
    expect((await (await visitor.signedIn()).get("/dashboard")).text).toContain("No orders yet");
  });

  it("The buyer sees 'Seller: …', the seller sees 'Buyer: …', with the first 8 characters of the id", async () => {
    const { ann, bob, order } = await placeOrder();
    const bought = await ann.get("/orders");
    expect(bought.text).toContain("Orders You've Purchased");
    expect(bought.text).toContain("Seller: ");
    expect(bought.text).toContain(`#${order.id.slice(0, 8)}`);
    const sold = await bob.get("/orders?tab=selling");
    expect(sold.text).toContain("Buyer: ");
    expect((await bob.get("/orders")).text).not.toContain(order.id.slice(0, 8));
  });

  it("/dashboard shows the same screen, and its canonical address is /orders", async () => {
    const ann = await visitor.signedIn();
    const page = await ann.get("/dashboard");
    expect(page.html).toMatch(/rel="canonical"[^>]*\/orders"/);
    expect(page.text).toContain("Orders You've Purchased");
  });

  it("An empty list shows 'Explore Services'", async () => {
    const page = await (await visitor.signedIn()).get("/orders");
    expect(page.text).toContain("Explore Services");
  });
});

describe("a card", () => {
  it("A card shows the next step, the due date in the viewer's time zone, and whether the order is late", async () => {
    const { ann, bob, order } = await paidOrder();
    expect((await ann.get("/orders")).text).toContain("You have paid.");
    await bob.submit(`/orders/${order.id}`, { intent: "start" });
    await change(order.id, { deliveryDate: Date.UTC(2040, 10, 24, 12) });
    await db
      .update(schema.profiles)
      .set({ timeZone: "Pacific/Kiritimati" })
      .where(eq(schema.profiles.id, ann.id));
    expect((await ann.get("/orders")).text).toContain("due 25 Nov 2040");
    const sold = await bob.get("/orders?tab=selling");
    expect(sold.text).toContain("due 24 Nov 2040");
    expect(sold.text).toContain("Deliver when it is done.");
    expect(sold.text).not.toContain("Late");
    await change(order.id, { deliveryDate: Date.now() - day });
    for (const page of [await ann.get("/orders"), await bob.get("/orders?tab=selling")])
      expect(page.text).toContain("Late");
  });
});

describe("filters and search", () => {
  it("Filters and search are in the address, and an empty result links to all orders", async () => {
    const ann = await visitor.signedIn();
    const service = await gig(db, { title: "Ein schönes ÖL-Bild" });
    const placeAnother = async (requirements: string) => {
      await ann.submit("/orders", { gigId: service.id, package: "starter", requirements });
      const rows = await db
        .select()
        .from(schema.orders)
        .where(eq(schema.orders.buyerId, ann.id))
        .orderBy(schema.orders.number);
      return rows.at(-1)?.id ?? "";
    };
    const [first, second] = [await placeAnother("first"), await placeAnother("second")];
    await ann.submit(`/orders/${first}`, { intent: "cancel" });
    const ids = async (query: string) => listed(await ann.get(`/orders${query}`));
    const short = (id: string) => id.slice(0, 8);
    expect(await ids("")).toEqual([short(second), short(first)]);
    expect(await ids("?status=cancelled")).toEqual([short(first)]);
    expect((await ann.get("/orders")).text).toContain(`Complete Payment of #${short(second)}`);
    expect(await ids("?status=pending")).toEqual([short(second)]);
    expect(await ids("?status=needs-you")).toEqual([short(second)]);
    expect(await ids("?status=nonsense")).toHaveLength(2);
    expect(await ids("?q=schönes%20öl")).toHaveLength(2);
    expect(await ids(`?q=%23${short(first).toUpperCase()}`)).toEqual([short(first)]);
    expect(await ids(`?q=${first.slice(0, 4)}&status=cancelled`)).toEqual([short(first)]);
    const nothing = await ann.get("/dashboard?status=completed&q=oil");
    expect(nothing.text).toContain("No matching orders");
    expect(nothing.html).toMatch(/id="order-q"[^>]*value="oil"/);
    expect(nothing.html).toMatch(/href="\/orders"[^>]*>Show all/);
    expect(nothing.text).not.toContain("Explore Services");
    expect(nothing.html).toMatch(/rel="canonical"[^>]*\/orders"/);
    // A search never finds the orders of other users.
    const eve = await visitor.signedIn();
    expect(listed(await eve.get(`/orders?q=${first}`))).toEqual([]);
  });
});

describe("Needs you", () => {
  it("'Needs you' is above the list, sorted by due date; the list itself is newest first", async () => {
    const { ann, bob, order: late } = await paidOrder();
    const service = await gig(db, { sellerId: bob.id });
    const another = async (paidAt: number) => {
      await ann.submit("/orders", { gigId: service.id, package: "starter", requirements: String(paidAt) });
      const rows = await db
        .select()
        .from(schema.orders)
        .where(eq(schema.orders.buyerId, ann.id))
        .orderBy(schema.orders.number);
      const order = rows.at(-1);
      if (!order) throw new Error("No order was placed");
      await db.batch(orders.paid(db, order, paidAt));
      return order;
    };
    // Automatically cancelled in 13 and in 2 days. The first order is started, and due in three days.
    const [new13, new2] = [await another(Date.now() - day), await another(Date.now() - 12 * day)];
    await bob.submit(`/orders/${late.id}`, { intent: "start" });
    const page = await bob.get("/dashboard");
    const needs = /<h2[^>]*>Needs you<\/h2>[\s\S]*?<\/ul>/.exec(page.html)?.[0] ?? "";
    const ids = [...needs.matchAll(/href="\/orders\/([\w-]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([new2.id, late.id, new13.id]);
    const list = await bob.get("/orders?tab=selling");
    expect(listed(list)).toEqual([new2.id, new13.id, late.id].map((id) => id.slice(0, 8)));
    expect(page.text).toMatch(/#\w{8} · Buyer: \S+ · start by [\w ]+ \S+ has paid\. Start working/);
    const days = /Due by day ([\s\S]*?) Earnings/.exec(page.text)?.[1];
    expect(days?.match(/\d+ to \w+/g)).toEqual(["1 to start", "1 to deliver", "1 to start"]);
    expect(listed(await bob.get("/orders?tab=selling&status=needs-you"))).toHaveLength(3);
    // A paid order can be started without the answers: it needs both parties.
    await change(new13.id, { stage: "awaiting_requirements", turn: "buyer" });
    expect((await bob.get("/dashboard")).text).toContain("You can start without the answers.");
    for (const query of ["", "&q=bread"])
      expect(listed(await bob.get(`/orders?tab=selling&status=needs-you${query}`))).toHaveLength(
        query ? 0 : 3,
      );
    expect(listed(await bob.get(`/orders?tab=selling&status=needs-you&q=${new13.id.slice(0, 8)}`))).toEqual([
      new13.id.slice(0, 8),
    ]);
    // During a dispute it is neither party's turn.
    await change(late.id, { hold: "none" });
    const [now] = await db.select().from(schema.orders).where(eq(schema.orders.id, late.id));
    if (!now) throw new Error("The order is gone");
    await db.batch(orders.disputed(db, now, "disputed", 8000, {}, Date.now()));
    expect(listed(await bob.get("/orders?tab=selling&status=needs-you"))).toHaveLength(2);
  });
});

describe("10,000 sold orders", () => {
  let bob: Visitor;
  const read = async (path: string) => {
    const { database, read } = measuredDatabase(env.DB);
    bob.send = productWith({ DB: database });
    const page = await bob.get(path);
    expect([path, page.status]).toEqual([path, 200]);
    return { page, rows: read() };
  };

  beforeAll(async () => {
    bob = await visitor.signedIn();
    await manyOrders(10_000, await gig(db, { sellerId: bob.id, title: "Loaf" }), (await person(db)).id);
  });

  it("Every list, filter and page reads fewer than 100 rows, the Overview fewer than 150", async () => {
    const { page, rows } = await read("/orders?tab=selling");
    const older = /href="([^"]*before=[^"]*)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await read(older);
    const overview = await read("/dashboard");
    expect(overview.page.text).toContain("10 to deliver");
    expect(overview.rows).toBeLessThan(150);
    const all = {
      rows,
      older: second.rows,
      cancelled: (await read("/orders?tab=selling&status=cancelled")).rows,
      needs: (await read("/orders?tab=selling&status=needs-you")).rows,
      working: (await read("/orders?tab=selling&status=in+progress")).rows,
      id: (await read("/orders?tab=selling&q=00000007-")).rows,
    };
    expect(listed(page)).toHaveLength(10);
    expect(listed(second.page)[0]).toBe((10_000 - 10).toString(16).padStart(8, "0"));
    expect(Math.max(...Object.values(all)), JSON.stringify(all)).toBeLessThan(100);
  });

  it("An old order is found by its id immediately, and by its title on an older page", async () => {
    expect(listed((await read("/orders?tab=selling&q=00000007-")).page)).toEqual(["00000007"]);
    const { page } = await read("/orders?tab=selling&q=Loaf%207&status=completed");
    expect(listed(page)).toHaveLength(0);
    expect(page.text).toContain("Continue with the older ones");
    expect(page.text).toContain("Older");
  });
});

describe("earnings", () => {
  const earned = async (seller: Visitor) => {
    const { text } = await seller.get("/earnings");
    return /Pending: paid, not completed (\S+) Clearing(?:: \S+ clears on \d+ \w+)? (\S+) Waiting to be sent (\S+)/
      .exec(text)
      ?.slice(1);
  };

  it("Earnings are pending, then clearing, then available, without fees and refunds", async () => {
    await db
      .insert(schema.settings)
      .values({ key: "fee_percent", value: "10" })
      .onConflictDoUpdate({
        target: schema.settings.key,
        set: { value: "10" },
      });
    const { ann, bob, order } = await paidOrder();
    await db.delete(schema.settings).where(eq(schema.settings.key, "fee_percent"));
    expect(await earned(bob)).toEqual(["$72.00", "$0.00", "$0.00"]);
    await bob.submit(`/orders/${order.id}`, { intent: "start" });
    await ann.submit(`/orders/${order.id}`, { intent: "complete" });
    expect(await earned(bob)).toEqual(["$0.00", "$72.00", "$0.00"]);
    const next = `Clearing: $72.00 clears on ${dayAndMonth(Date.now() + 14 * day)}`;
    for (const path of ["/earnings", "/dashboard"]) expect((await bob.get(path)).text).toContain(next);
    expect((await ann.get("/orders")).text).toContain("How did it go?");
    await ann.submit(`/orders/${order.id}`, { intent: "review", rating: "5" });
    expect((await ann.get("/orders")).text).toContain(
      "This order is completed. There is nothing left to do.",
    );
    const now = await orders.find(db, order.id);
    if (!now) throw new Error("The order is gone");
    expect(await orderTransitions.refund({ db, clock: Date }, now, 2000, ann.id, "A part of it")).toBe(true);
    expect(await earned(bob)).toEqual(["$0.00", "$54.00", "$0.00"]);
    await db.update(schema.earnings).set({ clearsAt: Date.now() });
    expect(await earned(bob)).toEqual(["$0.00", "$0.00", "$54.00"]);
    await change(order.id, { hold: "refund" });
    expect(await earned(bob)).toEqual(["$0.00", "$54.00", "$0.00"]);
    // The buyer earns nothing.
    expect(await earned(ann)).toEqual(["$0.00", "$0.00", "$0.00"]);
  });

  it("If earnings cannot be read, the Overview is shown without them", async () => {
    const { bob, order } = await paidOrder();
    const faulty = faultyDatabase(env.DB, (statement) => statement.includes("ledger_balances"));
    bob.send = productWith({ DB: faulty });
    expectErrorLog("section read failed");
    const page = await bob.get("/dashboard");
    expect(page.status).toBe(200);
    expect(page.text).toContain("We couldn't load your earnings");
    expect(page.text).toContain(`#${order.id.slice(0, 8)}`);
  });
});

describe("a list that cannot be read", () => {
  it("A list that cannot be read is a 503 with its sentence", async () => {
    const ann = await visitor.signedIn();
    ann.send = productWith({ DB: faultyDatabase(env.DB, (statement) => statement.includes('"orders"')) });
    for (const [path, sentence] of [
      ["/orders", "Failed to load your purchase orders"],
      ["/dashboard?tab=selling", "Failed to load your selling orders"],
    ] as const) {
      expectErrorLog("main read failed");
      const page = await ann.get(path);
      expect(page.status).toBe(503);
      expect(page.text).toContain(sentence);
      expect(page.text).toContain("Try Again");
    }
  });
});
