import { env } from "cloudflare:workers";
import { brotliCompressSync, constants } from "node:zlib";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { formerUsernames, gigs, profiles, reviews, sellers, users } from "#drizzle/schema.ts";
import { measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { gig, person } from "../support/factories.ts";
import { forgetSitemaps } from "../support/pages/sitemap-cache.ts";
import { paidOrder } from "../support/purchase.ts";
import { review } from "../support/reviews.ts";
import { deliveries } from "../support/stripe.ts";
import { db, origin, visitor } from "../support/visitor.ts";
import { sellerRow } from "./applicant.ts";

await deliveries("off");

const guest = visitor.signedOut();

/** An active seller with everything that the page can show. */
async function seller(username: string, changes: Partial<Parameters<typeof sellerRow>[1]> = {}) {
  const ann = await person(db, { username, fullName: "Ann Lee" });
  const about = { description: "I repair <old> clocks.", timeZone: "Africa/Lagos", sellerLevel: "Level 2" };
  await db
    .update(profiles)
    .set({ ...about, createdAt: Date.UTC(2024, 2, 5) })
    .where(eq(profiles.id, ann.id));
  await sellerRow(ann.id, { status: "active", ...changes });
  return ann;
}

const titles = (html: string) => [...html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);

// Help: "Vetted sellers receive a badge."
test("The page shows who the seller is, in their own words, with their services and reviews", async () => {
  const ann = await seller("page-ann", {
    vettedAt: 2,
    languages: [
      { name: "English", level: "native" },
      { name: "Igbo", level: "fluent" },
    ],
  });
  const clock = await gig(db, { title: "Your clock, repaired", sellerId: ann.id });
  await gig(db, { title: "Not for sale", sellerId: ann.id, state: "paused" });
  await review(db, clock, { comment: "It <ticks> again.", name: "Bo Marsh" });
  const hidden = await review(db, clock, { comment: "Taken down" });
  await db.update(reviews).set({ hiddenAt: 1 }).where(eq(reviews.id, hidden.id));

  const page = await guest.get("/@page-ann");
  expect([page.status, page.title]).toEqual([200, "Ann Lee, seller | Handiwork"]);
  for (const text of [
    "Ann Lee",
    "@page-ann",
    "Level 2",
    "Vetted",
    "Member since March 2024",
    "Country Ireland",
    "English (native), Igbo (fluent)",
    "I repair <old> clocks.",
    "Clocks <i>",
    "Twelve years",
    "It <ticks> again.",
  ])
    expect(page.text).toContain(text);
  expect(page.text).toMatch(/Local time \d\d:\d\d/);
  expect(titles(page.html)).toEqual(["Your clock, repaired"]);
  expect(page.text).not.toContain("Taken down");
  expect(page.links).toContain(`/messages?user=${ann.id}`);
  expect(page.html).toContain(`<link rel="canonical" href="${origin}/@page-ann"/>`);
  const record = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(page.html)?.[1] ?? "");
  expect([record].flat()[0]).toMatchObject({
    "@type": "ProfilePage",
    url: `${origin}/@page-ann`,
    mainEntity: { "@type": "Person", name: "Ann Lee", alternateName: "page-ann" },
  });
  expect((await guest.get("/@page-ann")).text).not.toContain("Rising Talent");
  const plain = await seller("page-plain", { country: null, languages: [], skills: "", experience: "" });
  await db
    .update(profiles)
    .set({ description: null, timeZone: null, sellerLevel: null, fullName: "" })
    .where(eq(profiles.id, plain.id));
  const bare = await guest.get("/@page-plain");
  expect(bare.status).toBe(200);
  for (const text of ["Vetted", "Country", "Local time", "Languages", "Skills", "Experience", "Level"])
    expect(bare.text).not.toContain(text);
  for (const text of ["No services yet.", "No reviews yet.", "page-plain"]) expect(bare.text).toContain(text);
});

test("The description for search engines is one line, and is not cut inside an emoji", async () => {
  const { id } = await seller("page-clock");
  const description = `I repair\n${"x".repeat(150)}\u{1F570}`;
  await db.update(profiles).set({ description }).where(eq(profiles.id, id));
  const { html } = await guest.get("/@page-clock");
  expect(html).toContain(`name="description" content="I repair ${"x".repeat(150)}\u{1F570}"`);
});

test("Users who do not sell, no longer sell, are suspended or deleted have no page", async () => {
  const buyer = await person(db, { username: "page-buyer" });
  const applied = await person(db, { username: "page-applied" });
  await sellerRow(applied.id, { status: "applied" });
  const refused = await seller("page-refused");
  await db.update(sellers).set({ status: "suspended" }).where(eq(sellers.userId, refused.id));
  const suspended = await seller("page-suspended");
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, suspended.id));
  const gone = await seller("page-gone");
  await db.update(users).set({ deletedAt: 1 }).where(eq(users.id, gone.id));
  const names = [buyer, applied, refused, suspended, gone].map(({ username }) => username);
  for (const path of [
    ...names.map((name) => `/@${name}`),
    "/@",
    "/@no-such-person",
    `/@${"x".repeat(300)}`,
  ]) {
    const page = await guest.get(path);
    expect([path, page.status]).toEqual([path, 404]);
    expect(page.text).toContain("Oops! Page not found");
  }
  await seller("page-posted");
  expect((await guest.submit("/@page-posted", { intent: "x" })).status).toBe(404);
});

test("A former username redirects to the page for 90 days, and capitals redirect to the stored spelling", async () => {
  const ann = await seller("page-new");
  const until = Date.now() + 1000;
  await db.insert(formerUsernames).values({ username: "page-old", userId: ann.id, until });
  const moved = await guest.get("/@page-old");
  expect([moved.status, moved.location]).toEqual([301, "/@page-new"]);
  expect((await guest.get("/@Page-NEW")).location).toBe("/@page-new");
  await db.update(formerUsernames).set({ until: 1 }).where(eq(formerUsernames.username, "page-old"));
  expect((await guest.get("/@page-old")).status).toBe(404);
  await db.update(formerUsernames).set({ until }).where(eq(formerUsernames.username, "page-old"));
  await db.update(sellers).set({ status: "suspended" }).where(eq(sellers.userId, ann.id));
  expect((await guest.get("/@page-old")).status).toBe(404);
});

test("The seller's name on a service and on the buyer's order links to the page, as long as there is one", async () => {
  const { ann, bob, order } = await paidOrder();
  await sellerRow(bob.id, { status: "active" });
  const [offer] = await db.select().from(gigs).where(eq(gigs.id, order.gigId));
  const path = `/@${bob.email.split("@")[0]}`;
  const service = `/services/s/${offer?.slug}`;
  expect((await guest.get(service)).links.filter((to) => to === path)).toHaveLength(2);
  expect((await ann.get(`/orders/${order.id}`)).links).toContain(path);
  expect((await bob.get(`/orders/${order.id}`)).links).not.toContain(path);
  await db.update(sellers).set({ status: "suspended" }).where(eq(sellers.userId, bob.id));
  expect((await guest.get(service)).links).not.toContain(path);
  expect((await ann.get(`/orders/${order.id}`)).links).not.toContain(path);
});

test("Services are listed 20 per page and reviews 10 per page, up to page 5; at most 120 rows are read", async () => {
  const ann = await seller("page-busy");
  const offers = [];
  for (let i = 1; i <= 45; i++) offers.push(await gig(db, { title: `Clock ${i}`, sellerId: ann.id }));
  const [first] = offers;
  if (!first) throw new Error("No gig");
  for (let i = 1; i <= 61; i++) await review(db, first, { comment: `Opinion ${i}.` });
  const { database, read } = measuredDatabase(env.DB);
  const measured = visitor.signedOut();
  measured.send = productWith({ DB: database });
  await measured.get("/@page-busy?page=3&reviews=5");
  const before = read();
  const page = await measured.get("/@page-busy");
  expect(read() - before).toBeLessThanOrEqual(120);

  expect(titles(page.html)).toEqual(Array.from({ length: 20 }, (_, i) => `Clock ${45 - i}`));
  expect(page.text.match(/Opinion \d+\./g)).toEqual(
    Array.from({ length: 10 }, (_, i) => `Opinion ${61 - i}.`),
  );
  expect(page.links).toContain("/@page-busy?page=2");
  expect(page.links).toContain("/@page-busy?reviews=2#reviews");
  const last = await guest.get("/@page-busy?page=3&reviews=5");
  expect(titles(last.html)).toEqual(["Clock 5", "Clock 4", "Clock 3", "Clock 2", "Clock 1"]);
  expect(last.links).toContain("/@page-busy?page=2");
  expect(last.links).toContain("/@page-busy?page=3&reviews=4#reviews");
  expect(last.links.filter((to) => /page=4|reviews=6/.test(to))).toEqual([]);
  expect(last.html).toContain(`<link rel="canonical" href="${origin}/@page-busy?page=3&amp;reviews=5"/>`);
  const beyond = await guest.get("/@page-busy?page=40&reviews=999");
  expect([beyond.status, titles(beyond.html)]).toEqual([200, []]);
  expect(beyond.text).toContain("There are no more services.");
  expect(titles((await guest.get("/@page-busy?page=-1&reviews=x")).html)[0]).toBe("Clock 45");

  // The services are in the first round trip.
  const flight = page.html.slice(0, page.html.indexOf("About Ann"));
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  expect(brotliCompressSync(flight, options).byteLength).toBeLessThanOrEqual(14_336);
});

test("Above the reviews are their average and a filter by stars; a filtered page reads at most 150 rows", async () => {
  const ann = await seller("page-rated");
  const clock = await gig(db, { sellerId: ann.id });
  for (let i = 1; i <= 24; i++)
    await review(db, clock, { comment: `Opinion ${i}.`, rating: i % 2 === 0 ? 5 : 4 });
  const all = await guest.get("/@page-rated");
  expect(all.text).toContain("Rating 4.5 (24 reviews )");
  expect(all.html).toMatch(/aria-current="true"[^>]*>All</);
  expect(all.links).toContain("/@page-rated?stars=4#reviews");
  const { database, read } = measuredDatabase(env.DB);
  const measured = visitor.signedOut();
  measured.send = productWith({ DB: database });
  const four = await measured.get("/@page-rated?stars=4");
  expect(read()).toBeLessThanOrEqual(150);
  expect(four.text.match(/Opinion \d+\./g)).toEqual(
    [23, 21, 19, 17, 15, 13, 11, 9, 7, 5].map((i) => `Opinion ${i}.`),
  );
  expect(four.html).toMatch(/aria-current="true"[^>]*>4 stars</);
  expect(four.links).toContain("/@page-rated?reviews=2&stars=4#reviews");
  expect(four.html).toContain(`<link rel="canonical" href="${origin}/@page-rated"/>`);
  expect((await guest.get("/@page-rated?stars=1")).text).toContain("No recent reviews with 1 star.");
  expect((await guest.get("/@page-rated?stars=9")).text.match(/Opinion/g)).toHaveLength(10);
});

test("On their own page sellers see 'Edit', not 'Message seller' and 'Report'", async () => {
  const ann = await visitor.signedIn();
  const [row] = await db.select().from(profiles).where(eq(profiles.id, ann.id));
  await sellerRow(ann.id, { status: "active" });
  const path = `/@${row?.username}`;
  const own = await ann.get(path);
  expect(own.status).toBe(200);
  expect(own.html).toMatch(/href="\/profile\/selling">Edit</);
  expect(own.text).not.toContain("Message seller");
  expect(own.text).not.toContain("Report this user");
  const theirs = await (await visitor.signedIn()).get(path);
  expect(theirs.text).toContain("Message seller");
  expect(theirs.text).toContain("Report this user");
  expect(theirs.html).not.toMatch(/>Edit</);
});

test("Search engines get the pages of active sellers", async () => {
  await forgetSitemaps();
  const ann = await seller("page-listed");
  const suspended = await seller("page-hidden");
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, suspended.id));
  const far = await seller("page-far");
  await db.update(sellers).set({ number: 100_001 }).where(eq(sellers.userId, far.id));
  const index = await guest.get("/sitemap.xml");
  expect(index.html.match(/sellers-\d+\.xml/g)).toEqual(["sellers-1.xml", "sellers-3.xml"]);
  const file = await guest.get("/sitemaps/sellers-1.xml");
  expect(file.html).toContain(`<url><loc>${origin}/@${ann.username}</loc></url>`);
  expect(file.html).not.toMatch(/page-hidden|page-far/);
  expect((await guest.get("/sitemaps/sellers-2.xml")).status).toBe(404);
  expect((await guest.get("/sitemaps/sellers-3.xml")).html).toContain("/@page-far</loc>");
});
