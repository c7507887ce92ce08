import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs, orders, profiles } from "#drizzle/schema.ts";
import { sellerRow } from "../../sellers/applicant.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { conversationOf, write } from "../../support/conversations.ts";
import { category, gig, person } from "../../support/factories.ts";
import { paidOrder } from "../../support/purchase.ts";
import { deliveries } from "../../support/stripe.ts";
import { db, origin, visitor } from "../../support/visitor.ts";

await deliveries("off");

it("The page shows a gig with three packages, each with its own button and price", async () => {
  const seller = await person(db, { username: "amara" });
  const cat = await category(db, "Design", ["Logos"]);
  const logo = await gig(db, {
    title: "A mark",
    priceCents: 3500,
    sellerId: seller.id,
    categoryId: cat.id,
    subcategoryId: cat.subcategories[0]?.id,
  });
  const page = await visitor.signedOut().get(`/services/s/${logo.slug}`);
  expect(page.status).toBe(200);
  expect(page.title).toBe("A mark | Handiwork");
  for (const price of ["Order Now ($35)", "Order Now ($53)", "Order Now ($70)"])
    expect(page.text).toContain(price);
  expect(page.html).toMatch(/<button[^>]*name="shownPrice" value="5300"/);
  expect(page.links).toEqual(
    expect.arrayContaining(["/", "/categories/design", "/categories/design/logos-design"]),
  );
  expect(page.text).toContain("amara");
  expect(page.text).toContain("What you'll get");
  expect(page.text).toContain("Secure Transaction");
  expect(page.text).toContain("No images available");
  expect(page.field("token")).toBeUndefined();
});

it("The compare table orders each package from its own column, in the order box's form, and says that it scrolls", async () => {
  const logo = await gig(db, { priceCents: 3500 });
  const page = await visitor.signedOut().get(`/services/s/${logo.slug}?package=elite`);
  const table = page.html.slice(page.html.indexOf("Compare packages"), page.html.indexOf("</table>"));
  expect(table).toContain("Scroll the table sideways to see every package.");
  const buttons = [...table.matchAll(/<button[^>]*>/g)].map(([button]) =>
    ["form", "formAction", "name", "value"].map(
      (name) => new RegExp(` ${name}="([^"]*)"`, "i").exec(button)?.[1],
    ),
  );
  expect(buttons).toEqual([
    ["order", "/orders?package=starter", "shownPrice", "3500"],
    ["order", "/orders?package=pro", "shownPrice", "5300"],
    ["order", "/orders?package=elite", "shownPrice", "7000"],
  ]);
  const paused = await gig(db, { state: "paused" });
  const seller = await visitor.signedIn();
  await db.update(gigs).set({ sellerId: seller.id }).where(eq(gigs.id, paused.id));
  const own = await seller.get(`/services/s/${paused.slug}`);
  expect(own.text).toContain("Compare packages");
  expect(own.html).not.toContain("/orders?package=");
});

it("The page shows sales and the seller's orders in progress, and leaves out what is zero; the address can be shared", async () => {
  const { order } = await paidOrder();
  const [logo] = await db.select().from(gigs).where(eq(gigs.id, order.gigId));
  const path = `/services/s/${logo?.slug}`;
  const fresh = await visitor.signedOut().get(path);
  expect(fresh.text).not.toMatch(/\d sales?\b/);
  await db.update(orders).set({ status: "in progress" }).where(eq(orders.id, order.id));
  await db.update(gigs).set({ completedOrders: 1204 }).where(eq(gigs.id, order.gigId));
  const page = await visitor.signedOut().get(path);
  expect(page.text).toContain("1,204 sales · 1 order in queue");
  expect(page.text).toContain(`Share ${origin}${path}`);
  const other = await gig(db);
  expect((await visitor.signedOut().get(`/services/s/${other.slug}`)).text).not.toMatch(
    /\d sales?\b|in queue/,
  );
});

it("The page says how soon the seller usually answers a first message, once three people got an answer", async () => {
  const bob = await person(db);
  const clock = await gig(db, { sellerId: bob.id });
  const facts = async () => (await visitor.signedOut().get(`/services/s/${clock.slug}`)).text;
  /** A person asks at second 1, and gets an answer after this many hours; null: no answer yet. */
  const asked = async (hours: number | null) => {
    const ann = await person(db);
    const id = await conversationOf(ann, bob);
    await write(id, ann, 2);
    if (hours !== null) await write(id, bob, 1, { from: 1 + hours * 3600 });
  };
  for (const hours of [2, 50, null]) await asked(hours);
  // A conversation that the seller began does not count.
  const began = await conversationOf(await person(db), bob);
  await write(began, bob, 3);
  expect(await facts()).not.toContain("Usually answers");
  await asked(3);
  expect(await facts()).toContain("Usually answers within 3 hours");
});

it("The order form opens with the chosen package and what was typed before sign-in", async () => {
  const logo = await gig(db);
  const buyer = visitor.signedOut();
  const fields = { gigId: logo.id, package: "pro", requirements: "<b>5 & 6</b>" };
  const signIn = await buyer.submit("/orders", fields);
  const back = (await buyer.get(signIn.location ?? "")).field("redirectTo") ?? "";
  const page = await buyer.get(back);
  expect(page.html).toMatch(/id="p-pro"[^>]*checked/);
  expect(page.html).not.toMatch(/id="p-starter"[^>]*checked/);
  expect(page.field("requirements")).toBe("<b>5 & 6</b>");
});

it("A viewer's form has the same token until the gig is bought, so that two tabs place one order", async () => {
  const logo = await gig(db);
  const ann = await visitor.signedIn();
  const tokens = [await ann.get(`/services/s/${logo.slug}`), await ann.get(`/services/s/${logo.slug}`)].map(
    (page) => page.field("token"),
  );
  expect(tokens[0]).toMatch(/^[\w-]{22}$/);
  expect(tokens[1]).toBe(tokens[0]);
});

it("A seller sees why their own gig has no order button", async () => {
  const bob = await visitor.signedIn();
  const page = await bob.get(`/services/s/${(await gig(db, { sellerId: bob.id })).slug}`);
  expect(page.text).toContain("You cannot purchase your own service");
  expect(page.text).not.toContain("Order Now");
  expect(page.text).not.toContain("Message seller");
});

it("The address with the id redirects to the slug route, with its query", async () => {
  const logo = await gig(db);
  const page = await visitor.signedOut().get(`/services/${logo.id}?package=elite`);
  expect([page.status, page.location]).toEqual([301, `/services/s/${logo.slug}?package=elite`]);
});

it("A gig is also found at its seller's address, with the slug route as canonical, but not at another seller's", async () => {
  const seller = await person(db);
  await person(db, { username: "somebody" });
  const logo = await gig(db, { sellerId: seller.id });
  const page = await visitor.signedOut().get(`/@${seller.username.toUpperCase()}/${logo.slug}`);
  expect(page.status).toBe(200);
  expect(page.html).toContain(`<link rel="canonical" href="http://127.0.0.1:8787/services/s/${logo.slug}"`);
  const other = await visitor.signedOut().get(`/@somebody/${logo.slug}`);
  expect([other.status, other.title]).toEqual([404, "Service Not Found | Handiwork"]);
  const without = await visitor.signedOut().get(`/${seller.username}/${logo.slug}`);
  expect([without.status, without.title]).toEqual([404, "404 | Handiwork"]);
});

it("Service Not Found shows the requested slug or id, escaped, for unknown and unlisted gigs", async () => {
  const hidden = await gig(db, { listed: false });
  for (const path of [
    "/services/s/%3Cscript%3Ealert(1)",
    `/services/s/${hidden.slug}`,
    `/services/${hidden.id}`,
    `/services/${crypto.randomUUID()}`,
  ]) {
    const page = await visitor.signedOut().get(path);
    expect([path, page.status, page.title]).toEqual([path, 404, "Service Not Found | Handiwork"]);
    expect(page.text).toContain(decodeURIComponent(path.split("/").at(-1) ?? ""));
    expect(page.text).toMatch(/Request: [0-9a-f-]{36}/);
    expect(page.html).not.toContain("<script>alert(1)");
    expect(page.links).toContain("/search");
  }
});

it("Service Not Found shows only the beginning of a long slug or id", async () => {
  for (const path of [`/services/s/${"%C3%BC".repeat(900)}`, `/services/${"ü".repeat(900)}`]) {
    const page = await visitor.signedOut().get(path);
    expect([page.status, page.title]).toEqual([404, "Service Not Found | Handiwork"]);
    expect(page.text).toMatch(/Asked for: ü{120}… Request/);
  }
});

it("A gig that cannot be read answers 503 with a sentence and a link to try again", async () => {
  expectErrorLog("main read failed");
  const ann = visitor.signedOut();
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('"package_details"')) });
  const page = await ann.get("/services/s/anything?package=pro");
  expect(page.status).toBe(503);
  expect(page.text).toContain("Error fetching service: please try again");
  expect(page.links).toContain("/services/s/anything?package=pro");
  expect(page.text).not.toContain("D1_ERROR");
});

it("The seller's block shows both names, level, country, languages, the year of joining and the beginning of their text", async () => {
  const seller = await person(db, { username: "amara-o", fullName: "Amara Osei" });
  const about = `I draw marks by hand. ${"And a little more of it. ".repeat(20)}`;
  const change = { description: about, sellerLevel: "Level 2", createdAt: Date.UTC(2023, 4, 1) };
  await db.update(profiles).set(change).where(eq(profiles.id, seller.id));
  await sellerRow(seller.id, { status: "active", country: "NG" });
  const { text } = await visitor
    .signedOut()
    .get(`/services/s/${(await gig(db, { sellerId: seller.id })).slug}`);
  expect(text).toMatch(
    /About the seller AM Amara Osei · @amara-o Level 2 · Nigeria · English · Member since 2023 I draw marks by hand\. .{110,140} …/,
  );
  const plain = await visitor.signedOut().get(`/services/s/${(await gig(db)).slug}`);
  expect(plain.text).toMatch(/About the seller PE Person [\w-]+ · @[\w-]+ Member since \d{4} /);
});
