import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { gigSlugs, gigs, seoReviews } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { category, gig, person } from "../../support/factories.ts";
import { recordOf } from "../../support/pages/structured-records.ts";
import { review } from "../../support/reviews.ts";
import { db, visitor } from "../../support/visitor.ts";

const open = (path: string) => visitor.signedOut().get(path);

describe("An old slug redirects", () => {
  it("to the current slug, with the query of the address", async () => {
    const seller = await person(db);
    const logo = await gig(db, { sellerId: seller.id });
    await db.insert(gigSlugs).values({ slug: "ältere-adresse", gigId: logo.id });
    const old = encodeURIComponent("ältere-adresse");
    const page = await open(`/services/s/${old}?package=pro`);
    expect([page.status, page.location]).toEqual([301, `/services/s/${logo.slug}?package=pro`]);
    const scoped = await open(`/@${seller.username}/${old}`);
    expect([scoped.status, scoped.location]).toEqual([301, `/@${seller.username}/${logo.slug}`]);
  });

  it("but not under another seller's name, and not to an unlisted gig", async () => {
    await person(db, { username: "stranger" });
    const logo = await gig(db);
    await db.insert(gigSlugs).values({ slug: "moved-away", gigId: logo.id });
    const scoped = await open("/@stranger/moved-away");
    expect([scoped.status, scoped.title]).toEqual([404, "Service Not Found | Handiwork"]);
    await db.update(gigs).set({ listed: false }).where(eq(gigs.id, logo.id));
    expect((await open("/services/s/moved-away")).status).toBe(404);
  });
});

it("The slug in the address is URL-decoded", async () => {
  const logo = await gig(db, { title: "Über Größe" });
  const page = await open(`/services/s/${encodeURIComponent(logo.slug)}`);
  expect([page.status, page.title]).toEqual([200, "Über Größe | Handiwork"]);
});

it("A gig has a Product record: price in USD, and the average of verified reviews to 1 decimal", async () => {
  const cat = await category(db);
  await db.insert(seoReviews).values({ categoryId: cat.id, rating: 1, review: "Meh.", name: "Somebody" });
  const logo = await gig(db, {
    title: "A </script><b>mark</b>",
    description: "Drawn by hand.",
    priceCents: 3550,
    categoryId: cat.id,
    imageUrl: "/images/one",
    furtherImages: [{ url: "/images/two", alt: "Two" }],
  });
  const url = `http://127.0.0.1:8787/services/s/${logo.slug}`;
  const page = await open(`/services/s/${logo.slug}`);
  expect(recordOf(page, "Product")).toEqual({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "A </script><b>mark</b>",
    description: "Drawn by hand.",
    image: ["http://127.0.0.1:8787/images/one?w=960", "http://127.0.0.1:8787/images/two?w=960"],
    sku: logo.id,
    url,
    offers: {
      "@type": "Offer",
      price: "35.50",
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
      url,
    },
  });
  expect(page.html.indexOf("ld+json")).toBeGreaterThan(page.html.indexOf('id="main"'));
  for (const rating of [5, 5, 4]) await review(db, logo, { rating });
  expect(recordOf(await open(`/services/s/${logo.slug}`), "Product")?.aggregateRating).toEqual({
    "@type": "AggregateRating",
    ratingValue: "4.7",
    reviewCount: 3,
  });
});

it("Title, description and keywords come from the gig, each with its fallback", async () => {
  const logo = await gig(db, { title: "A mark", description: `Drawn by hand. ${"word ".repeat(60)}` });
  const path = `/services/s/${logo.slug}`;
  const plain = await open(path);
  expect(plain.title).toBe("A mark | Handiwork");
  expect(plain.html).toMatch(/<meta name="description" content="Drawn by hand. [^"]{145}"/);
  expect(plain.html).not.toContain('name="keywords"');
  await db
    .update(gigs)
    .set({ metaTitle: "Marks", metaDescription: "By hand", metaKeywords: ["mark", "logo"] })
    .where(eq(gigs.id, logo.id));
  expect(recordOf(plain, "Product")).not.toHaveProperty("image");
  const written = await open(path);
  expect(written.title).toBe("Marks | Handiwork");
  expect(written.html).toContain('<meta name="description" content="By hand"');
  expect(written.html).toContain('<meta name="keywords" content="mark, logo"');
});

describe("A gig that cannot be read shows 'Error fetching service: {message}'", () => {
  const failing = () => {
    const ann = visitor.signedOut();
    ann.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => /"package_details"|^select "slug"/.test(sql)),
    });
    return ann;
  };

  it("with 'Back to Home' and 'Try Again', at each of its addresses, and is not cached", async () => {
    expectErrorLog("main read failed");
    for (const path of ["/services/s/anything?package=pro", "/@somebody/anything", "/services/some-id"]) {
      const page = await failing().get(path);
      expect([path, page.status, page.headers.get("Cache-Control")]).toEqual([
        path,
        503,
        "private, no-cache",
      ]);
      expect(page.headers.get("Retry-After")).toBe("5");
      expect(page.text).toContain("Error fetching service: please try again (request ");
      expect(page.text).toMatch(/Try Again Back to Home/);
      expect(page.links).toEqual(expect.arrayContaining([path, "/"]));
      expect(page.title).toBe("Something went wrong | Handiwork");
      expect(page.html).toContain('class="logo"');
    }
  });
});

it("A seller address without @ is the ordinary 404", async () => {
  const page = await open("/somebody/a-gig");
  expect([page.status, page.title]).toEqual([404, "404 | Handiwork"]);
  expect(page.text).toContain("Oops! Page not found");
});
