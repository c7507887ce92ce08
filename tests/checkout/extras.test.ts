import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs, limits, moneyCalls, orders } from "#drizzle/schema.ts";
import { someExtras } from "../support/extras.ts";
import { gig } from "../support/factories.ts";
import { deliveries } from "../support/stripe.ts";
import { db, origin, type Page, type Visitor, visitor } from "../support/visitor.ts";

// docs/specification.md#extras: Basic $80 in 3 days, Standard $120 in 2 days, Premium $160 in 1 day.

await deliveries("off");

const ordersOf = (buyer: Visitor) =>
  db.select().from(orders).where(eq(orders.buyerId, buyer.id)).orderBy(orders.number);

/** The ids of the ticked extras of a page. */
const tickedIn = ({ html }: Page) =>
  [...html.matchAll(/<input[^>]*name="extra"[^>]*>/g)]
    .filter(([input]) => input.includes("checked"))
    .map(([input]) => /value="([^"]*)"/.exec(input)?.[1]);

it("An order of a package twice with extras has lines, the whole price, and the days of all", async () => {
  const service = await gig(db, { extras: someExtras });
  const ann = await visitor.signedIn({ credit: true });
  const page = await ann.submit("/orders", {
    gigId: service.id,
    package: "starter",
    extra: ["print-version", "faster"],
    quantity: "2",
    shownPrice: "20500",
  });
  expect(page.location).toContain("cs_");
  const [order] = await ordersOf(ann);
  expect(order).toMatchObject({
    packageTitle: "Basic",
    priceCents: 20_500,
    creditCents: 1000,
    deliveryDays: 4,
    lines: [
      { id: "package", title: "Basic", priceCents: 8000, quantity: 2 },
      { id: "faster", title: "Faster delivery: 2 days", priceCents: 1500, quantity: 1 },
      { id: "print-version", title: "Print version", priceCents: 3000, quantity: 1 },
    ],
  });
  const [call] = await db
    .select()
    .from(moneyCalls)
    .where(eq(moneyCalls.orderId, order?.id ?? ""));
  const [item, ...more] = JSON.parse(call?.params ?? "{}").line_items;
  expect([item.price_data.unit_amount, item.price_data.product_data.description, more]).toEqual([
    19_500,
    "2 × Basic, Faster delivery: 2 days, Print version: price $205.00, your credit −$10.00",
    [],
  ]);
});

it("A form without extras and quantity orders the package alone, and its order has no lines", async () => {
  const service = await gig(db, { extras: someExtras });
  const ann = await visitor.signedIn();
  await ann.submit("/orders", { gigId: service.id, package: "starter", quantity: "1", shownPrice: "8000" });
  expect(await ordersOf(ann)).toMatchObject([{ priceCents: 8000, deliveryDays: 3, lines: null }]);
});

it("A choice that cannot be ordered is refused at its field: nothing is written, everything typed stays", async () => {
  const service = await gig(db, { extras: someExtras });
  const plain = await gig(db, { extras: { ...someExtras, faster: {}, several: false } });
  const dear = await gig(db, { extras: someExtras, priceCents: 990_000 });
  const ann = await visitor.signedIn();
  for (const [gigId, chosen, sentence] of [
    [service.id, { extra: ["source-file", "of-another-gig"] }, "One of the extras is no longer offered"],
    [service.id, { extra: ["source-file", "source-file"] }, "Choose each extra once"],
    [service.id, { extra: ["faster"], package: "elite" }, "Premium has no faster delivery"],
    [service.id, { quantity: "0" }, "Choose 1 to 10"],
    [service.id, { quantity: "11" }, "Choose 1 to 10"],
    [service.id, { quantity: "two" }, "Choose 1 to 10"],
    [service.id, { quantity: "-5" }, "Choose 1 to 10"],
    [service.id, { quantity: "2.5" }, "Choose 1 to 10"],
    [plain.id, { quantity: "2" }, "You can order only one of this service at a time"],
    [plain.id, { quantity: "-5" }, "You can order only one of this service at a time"],
    [dear.id, { quantity: "2", package: "starter" }, "An order can cost at most $10,000"],
    [dear.id, { extra: ["source-file", "print-version", "faster"], package: "pro" }, "An order can cost"],
  ] as const) {
    const fields = {
      gigId,
      package: "starter",
      requirements: "In blue",
      token: "one-form-of-ann",
      ...chosen,
    };
    await db.delete(limits);
    // The same for the button that orders and the one that updates the price.
    for (const more of [{ shownPrice: "1" }, { intent: "update" }]) {
      const page = await ann.submit("/orders", { ...fields, ...more });
      expect([page.status, sentence, page.text.includes(sentence)]).toEqual([400, sentence, true]);
      // What scripts say about a quantity while it is typed.
      expect(page.text).not.toContain("Enter a whole number");
      expect(page.field("requirements")).toBe("In blue");
      expect(page.html).toMatch(new RegExp(`<input[^>]*id="p-${fields.package}"[^>]*checked`));
      if ("extra" in chosen) {
        const offered = chosen.extra.filter((id) => id !== "of-another-gig");
        expect(tickedIn(page).toSorted()).toEqual([...new Set(offered)].toSorted());
      }
      if ("quantity" in chosen && gigId !== plain.id) expect(page.field("quantity")).toBe(chosen.quantity);
    }
  }
  expect(await ordersOf(ann)).toEqual([]);
});

it("Without scripts, what is ticked after the page is loaded orders nothing: the page returns with the sum, and asks for confirmation", async () => {
  const service = await gig(db, { extras: someExtras });
  const ann = await visitor.signedIn({ credit: true });
  const sent = {
    gigId: service.id,
    package: "pro",
    extra: ["source-file"],
    quantity: "3",
    requirements: "In blue",
  };
  const page = await ann.submitAndFollow("/orders", { ...sent, shownPrice: "12000" });
  expect(page.text).toContain("With everything you chose, the price is $380. Order again to confirm");
  expect(page.text).not.toContain("The price has changed");
  expect(page.text).toContain("Order Now ($380) You pay $370.00 after your $10 credit");
  expect([page.field("requirements"), page.field("quantity"), tickedIn(page)]).toEqual([
    "In blue",
    "3",
    ["source-file"],
  ]);
  // The page that came back shows $380, the sum of that choice.
  for (const [changed, sum] of [
    [{ extra: ["source-file", "faster"] }, "$420"],
    [{ extra: [], quantity: "1" }, "$120"],
  ] as const) {
    const again = await ann.submitAndFollow("/orders", { ...sent, ...changed, shownPrice: "38000" });
    expect(again.text).toContain(`With everything you chose, the price is ${sum}. Order again to confirm`);
  }
  // No choice of today's prices comes to this: the seller has changed one.
  const old = await ann.submitAndFollow("/orders", { ...sent, shownPrice: "37000" });
  expect(old.text).toContain("The price has changed to $380");
  expect(await ordersOf(ann)).toEqual([]);
});

it("A visitor's quantity that cannot be ordered is still there after sign-in", async () => {
  const service = await gig(db, { extras: someExtras });
  const guest = visitor.signedOut();
  const asked = await guest.submit("/orders", { gigId: service.id, package: "starter", quantity: "-5" });
  const back = (await guest.open(asked.location ?? "")).field("redirectTo") ?? "";
  const page = await guest.get(back);
  expect([page.field("quantity"), page.text.includes("Choose 1 to 10")]).toEqual(["0", true]);
});

it("“Update the price” shows sum, days and credit line, keeps what was typed, and orders nothing", async () => {
  const service = await gig(db, { extras: someExtras, priceCents: 4000 });
  const [ann, guest] = [await visitor.signedIn({ credit: true }), visitor.signedOut()];
  const sent = {
    intent: "update",
    gigId: service.id,
    package: "starter",
    extra: ["print-version"],
    requirements: "A loaf",
  };
  for (const [who, note] of [
    [ann, "Order Now ($70) You pay $60.00 after your $10 credit"],
    [guest, "Order Now ($70)"],
  ] as const) {
    // The page returns to the sum, not to its top.
    const { location } = await who.submit("/orders", sent);
    expect(location).toMatch(/#sum$/);
    const page = await who.open(location ?? "");
    expect([page.status, page.html.includes('<p role="status" id="sum">')]).toEqual([200, true]);
    expect(page.text).toContain(note);
    expect(page.text).toContain("Total $70, 5-day delivery");
    expect(page.text).toContain("5-day delivery");
    expect([page.field("requirements"), tickedIn(page)]).toEqual(["A loaf", ["print-version"]]);
    expect(page.html).toMatch(
      /<noscript><p[^>]*><button[^>]*value="update"[^>]*>Update the price<\/button><\/p><\/noscript>/,
    );
  }
  expect(await ordersOf(ann)).toEqual([]);
});

it("A choice survives sign-in, and no cached page has a choice", async () => {
  const service = await gig(db, { extras: someExtras });
  const guest = visitor.signedOut();
  const path = `/services/s/${service.slug}`;
  const asked = await guest.submit("/orders", {
    gigId: service.id,
    package: "pro",
    extra: ["faster", "source-file"],
    quantity: "2",
    requirements: "A loaf",
  });
  const back = (await guest.open(asked.location ?? "")).field("redirectTo") ?? "";
  expect(back).toContain("package=pro&extra=faster&extra=source-file&quantity=2");
  const page = await guest.get(back);
  expect(page.text).toContain("Order Now ($300)");
  expect(page.field("requirements")).toBe("A loaf");
  const passer = visitor.passingBy();
  expect((await passer.get(`${path}?extra=source-file`)).text).toContain("Order Now ($100)");
  expect((await passer.get(`${path}?quantity=3`)).text).toContain("Order Now ($240)");
  for (let i = 0; i < 2; i++) {
    const cached = await passer.get(path);
    expect(cached.headers.get("ETag")).not.toBeNull();
    expect([cached.text.includes("Order Now ($80)"), tickedIn(cached)]).toEqual([true, []]);
  }
  expect((await passer.get(`${path}?extra=source-file`)).headers.get("ETag")).toBeNull();
});

it("An address with made-up extras and quantities shows the package, and says what was left out", async () => {
  const service = await gig(db, { extras: someExtras });
  const page = await visitor
    .signedOut()
    .get(`/services/s/${service.slug}?extra=made-up&extra=%3Cb%3E&quantity=99&quantity=2`);
  expect([page.status, page.field("quantity"), tickedIn(page)]).toEqual([200, "99", []]);
  expect(page.text).toContain("Order Now ($80) Choose 1 to 10");
  expect(page.text).toContain("No longer offered, so we removed: one of the extras");
});

it("A visitor who updates a price that cannot be ordered reads why, and keeps what was typed and ticked", async () => {
  const service = await gig(db, { extras: someExtras });
  const guest = visitor.signedOut();
  for (const [quantity, sentence] of [
    ["11", "Choose 1 to 10"],
    ["two", "Choose 1 to 10"],
  ] as const) {
    const page = await guest.submitAndFollow("/orders", {
      intent: "update",
      gigId: service.id,
      package: "pro",
      extra: ["source-file"],
      quantity,
      requirements: "A loaf",
    });
    expect([page.status, page.text.includes(sentence)]).toEqual([200, true]);
    expect([page.field("requirements"), tickedIn(page)]).toEqual(["A loaf", ["source-file"]]);
  }
});

it("A button of the compare table orders its package alone, whatever is ticked in the order box", async () => {
  const service = await gig(db, { extras: someExtras });
  const ann = await visitor.signedIn();
  const page = await ann.submit("/orders?package=pro", {
    gigId: service.id,
    package: "starter",
    extra: ["source-file"],
    quantity: "3",
    shownPrice: "12000",
  });
  expect(page.status).toBe(303);
  expect(await ordersOf(ann)).toMatchObject([{ packageId: "pro", priceCents: 12_000, lines: null }]);
});

it("The form token covers the choice: the same choice is one order, another one replaces it", async () => {
  const service = await gig(db, { extras: someExtras });
  const ann = await visitor.signedIn();
  const send = (chosen: { extra?: string[]; quantity?: string }) =>
    ann.submit("/orders", { gigId: service.id, package: "pro", token: "a-page-kept-open", ...chosen });
  await send({ extra: ["source-file", "faster"] });
  await send({ extra: ["faster", "source-file"], quantity: "1" });
  expect(await ordersOf(ann)).toHaveLength(1);
  await send({ quantity: "2" });
  await send({});
  expect((await ordersOf(ann)).map(({ status, priceCents }) => [status, priceCents])).toEqual([
    ["cancelled", 18_000],
    ["cancelled", 24_000],
    ["pending", 12_000],
  ]);
});

it("An extra that is withdrawn while the page is open is refused; a form that was sent before finds its order", async () => {
  const service = await gig(db, { extras: someExtras });
  const ann = await visitor.signedIn();
  const form = { gigId: service.id, package: "pro", token: "sent-a-second-time", extra: ["source-file"] };
  const first = await ann.submit("/orders", form);
  await db.update(gigs).set({ extras: null, version: 2 }).where(eq(gigs.id, service.id));
  expect((await ann.submit("/orders", form)).location).toBe(first.location);
  const late = await ann.submit("/orders", { ...form, quantity: "1", requirements: "In blue" });
  expect([late.status, late.text.includes("One of the extras is no longer offered")]).toEqual([400, true]);
  expect(await ordersOf(ann)).toHaveLength(1);
});

it("create-payment takes extras and quantity, and refuses what the form refuses", async () => {
  const service = await gig(db, { extras: someExtras });
  const ann = await visitor.signedIn();
  const call = async (chosen: object) => {
    const serviceDetails = { gigId: service.id, ...chosen };
    const answer = await ann.fetch("/functions/create-payment", {
      method: "POST",
      body: JSON.stringify({ paymentType: "service", serviceDetails }),
      headers: { Origin: origin, "Content-Type": "application/json" },
    });
    return [answer.status, (await answer.json<{ error?: { message: string } }>()).error?.message];
  };
  expect(await call({ extras: ["source-file"], quantity: 2, shownPrice: 18_000 })).toEqual([200, undefined]);
  expect(await ordersOf(ann)).toMatchObject([{ priceCents: 18_000, lines: [{ quantity: 2 }, {}] }]);
  for (const [chosen, message] of [
    [{ extras: "source-file" }, "One of the extras is no longer offered. Please choose again"],
    [{ extras: [1] }, "One of the extras is no longer offered. Please choose again"],
    [{ extras: ["made-up"] }, "One of the extras is no longer offered. Please choose again"],
    [{ quantity: 11 }, "Choose 1 to 10"],
    [{ quantity: 1.5 }, "Choose 1 to 10"],
    [{ quantity: {} }, "Choose 1 to 10"],
  ] as const)
    expect(await call(chosen)).toEqual([400, message]);
  expect(await ordersOf(ann)).toHaveLength(1);
});
