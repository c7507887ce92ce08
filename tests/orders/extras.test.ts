import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { lineRows, orderedText, shortText } from "#app/orders/order-lines.ts";
import { orders } from "#drizzle/schema.ts";
import { operator } from "../support/accounts/operator.ts";
import { someExtras } from "../support/extras.ts";
import { gig } from "../support/factories.ts";
import { mailsTo } from "../support/mails.ts";
import { orderRow } from "../support/orders.ts";
import { deliver, deliveries, events, payOnCardPage, sessionIdOf } from "../support/stripe.ts";
import { db, origin, visitor } from "../support/visitor.ts";

// docs/specification.md#extras

await deliveries("off");

const lines = [
  { id: "package", title: "Basic: A portrait", priceCents: 8000, quantity: 3 },
  { id: "print-version", title: "Print version", priceCents: 3000, quantity: 1 },
];

it("Lines are shown as rows with their sums, on one line, and in short form", () => {
  expect(lineRows(lines)).toEqual([
    ["3 × Basic: A portrait", 24_000],
    ["Print version", 3000],
  ]);
  expect(orderedText({ packageTitle: "A portrait", lines })).toBe("3 × Basic: A portrait, Print version");
  expect(shortText({ lines })).toBe("3 × Basic, 1 extra");
  expect(shortText({ lines: lines.slice(0, 1) })).toBe("3 × Basic");
  const twoExtras = [...lines, { id: "faster", title: "Faster", priceCents: 500, quantity: 1 }];
  expect(shortText({ lines: twoExtras })).toBe("3 × Basic, 2 extras");
  const offered = { id: "package", title: "Custom offer", priceCents: 34_000, quantity: 1 };
  expect(shortText({ lines: [offered, ...lines.slice(1)] })).toBe("Custom offer, 1 extra");
});

it("An order without lines is described by its package alone", () => {
  expect(lineRows(null)).toEqual([]);
  expect(orderedText({ packageTitle: "A portrait", lines: null })).toBe("A portrait");
  expect(shortText({ lines: null })).toBeNull();
});

/** Ann has paid Bob for Basic twice, faster, with a print version: $205, of which $10 is credit. */
async function paidWithExtras() {
  const [ann, bob] = [await visitor.signedIn({ credit: true }), await visitor.signedIn()];
  const service = await gig(db, { sellerId: bob.id, extras: someExtras });
  const chosen = { package: "starter", extra: ["faster", "print-version"], quantity: "2" };
  const { location } = await ann.submit("/orders", { gigId: service.id, requirements: "A loaf", ...chosen });
  const back = await payOnCardPage(location ?? "");
  const session = sessionIdOf(location);
  const event = (await events("checkout.session.completed")).find(({ data }) => data.object.id === session);
  if (event) await deliver(event);
  const [order] = await db.select().from(orders).where(eq(orders.buyerId, ann.id));
  if (!order) throw new Error("No order was placed");
  return { ann, bob, order, success: back ?? "" };
}

it("Order page, receipt, success page, lists and mails show the lines, which add up to the price", async () => {
  const { ann, bob, order, success } = await paidWithExtras();
  const rows = "2 × Basic $160.00 Faster delivery: 2 days $15.00 Print version $30.00 Price $205.00";
  const paths = [`/orders/${order.id}`, `/orders/${order.id}/receipt`];
  for (const who of [ann, bob])
    for (const path of paths) expect((await who.get(path)).text, path).toContain(rows);
  expect((await ann.get(success.replace(origin, ""))).text).toContain(
    `${order.title} (2 × Basic, Faster delivery: 2 days, Print version)`,
  );
  for (const [who, path] of [
    [ann, "/orders"],
    [bob, "/orders?tab=selling"],
    [bob, "/dashboard"],
  ] as const)
    expect((await who.get(path)).text, path).toContain("2 × Basic, 2 extras");
  for (const who of [ann, bob]) {
    const mails = await mailsTo(who.email);
    expect(mails[0]?.text).toMatch(
      /2 × Basic:? +\$160\.00\s+Faster delivery: 2 days:? +\$15\.00\s+Print version:? +\$30\.00\s+Price:? +\$205\.00/,
    );
  }
});

it("The console, its export and the account's own export show the lines", async () => {
  const { ann, order } = await paidWithExtras();
  const { ann: op } = await operator();
  expect((await op.get(`/admin/orders/${order.id}`)).text).toContain(
    "2 × Basic: $160.00 Faster delivery: 2 days: $15.00 Print version: $30.00",
  );
  const csv = await op.submit("/admin/exports", { intent: "orders", q: order.id, reason: "A test of lines" });
  expect(csv.html).toMatch(/,starter,"2 × Basic, Faster delivery: 2 days, Print version",/);
  const { ordersBought } = JSON.parse((await ann.get("/profile/export")).html);
  expect(ordersBought).toMatchObject([{ lines: [{ quantity: 2 }, {}, { title: "Print version" }] }]);
});

it("“Order again” ticks what is still offered, at today's prices, and says what is gone", async () => {
  const [ann, eve] = [await visitor.signedIn(), await visitor.signedIn()];
  const bought = [
    { id: "package", title: "Basic", priceCents: 7000, quantity: 2 },
    { id: "faster", title: "Faster delivery: 2 days", priceCents: 500, quantity: 1 },
    { id: "print-version", title: "Print version", priceCents: 500, quantity: 1 },
  ];
  const { list } = someExtras;
  for (const [extras, told, price] of [
    [someExtras, null, "$205"],
    [
      { list, faster: {}, several: false },
      "No longer offered, so we removed: Faster delivery: 2 days. You can order only one of this service at a time",
      "$110",
    ],
    [undefined, "we removed: Faster delivery: 2 days, Print version. You can order only one", "$80"],
  ] as const) {
    const offer = await gig(db, extras ? { extras } : {});
    const about = { gigId: offer.id, sellerId: offer.sellerId, buyerId: ann.id, requirements: "A loaf" };
    const closed = { status: "completed", stage: "closed", completedAt: Date.now() } as const;
    const order = await orderRow(db, { ...about, ...closed, lines: bought });
    const path = `/services/s/${offer.slug}?package=starter&again=${order.id}`;
    expect((await ann.get(`/orders/${order.id}`)).links).toContain(path);
    const page = await ann.get(path);
    expect(page.text).toContain(`Order Now (${price})`);
    expect(page.field("requirements")).toBe("A loaf");
    if (told === null) expect([page.text.includes("left out"), page.field("quantity")]).toEqual([false, "2"]);
    else expect(page.text).toContain(told);
    expect((await eve.get(path)).text).toContain("Order Now ($80)");
    expect((await eve.get(path)).text).not.toContain("left out");
  }
});
