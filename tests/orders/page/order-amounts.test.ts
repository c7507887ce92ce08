import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { day } from "#app/lib/dates.ts";
import { orders, settings } from "#drizzle/schema.ts";
import { gig } from "../../support/factories.ts";
import { paidOrder, placeOrder } from "../../support/purchase.ts";
import { deliver, deliveries, events, payOnCardPage, sessionIdOf } from "../../support/stripe.ts";
import { db, visitor } from "../../support/visitor.ts";

await deliveries("off");

describe("amounts", () => {
  it("Checkout, order page, receipt and the seller's order page show the same amounts", async () => {
    await db.insert(settings).values({ key: "fee_percent", value: "20" });
    const ann = await visitor.signedIn({ credit: true });
    const bob = await visitor.signedIn();
    const service = await gig(db, { sellerId: bob.id });
    const offer = await ann.get(`/services/s/${service.slug}`);
    expect(offer.text).toContain("You pay $70.00 after your $10 credit");
    const { location } = await ann.submit("/orders", { gigId: service.id, token: offer.field("token") });
    const card = await (await env.STRIPE_SANDBOX.fetch(location ?? "")).text();
    for (const amount of ["price $80.00", "your credit −$10.00", "$70.00"]) expect(card).toContain(amount);
    const [order] = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
    const path = `/orders/${order?.id}`;
    const unpaid = await ann.get(path);
    expect(unpaid.text).toContain("Credit that will be used −$10.00");
    expect((await ann.open(`${path}/receipt`)).text).toContain("it has no receipt");
    await payOnCardPage(location ?? "");
    const session = sessionIdOf(location);
    await deliver(
      (await events("checkout.session.completed")).find(({ data }) => data.object.id === session),
    );
    const lines = ["Paid by card $70.00", "Credit −$10.00", "Seller's net $64.00", "Platform fee $16.00"];
    const receipt = await ann.get(`${path}/receipt`);
    for (const line of [...lines, "Total $80.00"]) expect(receipt.text).toContain(line);
    const statement = await bob.get(`${path}/receipt`);
    for (const line of ["Price $80.00", "Platform fee −$16.00", "You earn $64.00", "By card $70.00"])
      expect(statement.text).toContain(line);
    const sellers = await bob.get(path);
    for (const line of [
      "Paid by card $70.00",
      "Credit used −$10.00",
      "You earn $64.00",
      "Platform fee $16.00",
    ])
      expect(sellers.text).toContain(line);
    for (const line of ["Platform fee $16.00", "You earn $64.00"]) {
      expect((await bob.get("/orders?tab=selling")).text).toContain(line);
      for (const own of [path, "/orders"]) expect((await ann.get(own)).text).not.toContain(line);
    }
    // The list shows the buyer what was charged, and the seller the price.
    expect((await ann.get("/orders")).html).toMatch(/class="price small num">\$70</);
    expect((await bob.get("/orders?tab=selling")).html).toMatch(/class="price small num">\$80</);
    await db.delete(settings).where(eq(settings.key, "fee_percent"));
  });
});

it("A platform fee of nothing is not shown", async () => {
  const { ann, bob, order } = await paidOrder();
  const path = `/orders/${order.id}`;
  const sellers = [
    await bob.get(path),
    await bob.get(`${path}/receipt`),
    await bob.get("/orders?tab=selling"),
  ];
  for (const { text } of sellers) expect(text).toContain("You earn $80.00");
  for (const { text } of [...sellers, await ann.get(`${path}/receipt`)])
    expect(text).not.toContain("Platform fee");
});

it("An order that was cancelled unpaid shows only its price", async () => {
  const { ann, order } = await placeOrder();
  const path = `/orders/${order.id}`;
  expect((await ann.get(path)).text).toContain("To pay by card $80.00");
  await ann.submit(path, { intent: "cancel" });
  const page = await ann.get(path);
  expect(page.text).toContain("Price $80.00");
  expect(page.text).not.toContain("To pay by card");
});

it("The page of an unpaid order shows the day on which it is cancelled automatically", async () => {
  const { ann, order } = await placeOrder();
  const at = new Date(order.createdAt + day);
  const page = await ann.get(`/orders/${order.id}`);
  expect(page.text).toContain("If it is not paid, we'll cancel it automatically on");
  expect(page.text).toContain(String(at.getUTCDate()));
});
