import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { gigSlugs, gigs, seoReviews } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../../support/bindings/faulty.ts";
import { category, gig, person } from "../../support/factories.ts";
import { review } from "../../support/reviews.ts";
import { recordOf } from "../../support/structured-records.ts";
import { db, visitor } from "../../support/visitor.ts";

const open = (path: string) => visitor.signedOut().get(path);

describe("Old slugs redirect", () => {
  it("to the slug of today, with what the address asks for", async () => {
    const seller = await person(db);
    const service = await gig(db, { sellerId: seller.id });
    await db.insert(gigSlugs).values({ slug: "ältere-adresse", gigId: service.id });
    const old = encodeURIComponent("ältere-adresse");
    const page = await open(`/services/s/${old}?package=pro`);
    expect([page.status, page.location]).toEqual([301, `/services/s/${service.slug}?package=pro`]);
    const scoped = await open(`/@${seller.username}/${old}`);
    expect([scoped.status, scoped.location]).toEqual([301, `/@${seller.username}/${service.slug}`]);
  });

  it("not under somebody else's name, and not to a service that is not listed", async () => {
    await person(db, { username: "stranger" });
    const service = await gig(db);
    await db.insert(gigSlugs).values({ slug: "moved-away", gigId: service.id });
    const scoped = await open("/@stranger/moved-away");
    expect([scoped.status, scoped.title]).toEqual([404, "Service Not Found | Handiwork"]);
    await db.update(gigs).set({ listed: false }).where(eq(gigs.id, service.id));
    expect((await open("/services/s/moved-away")).status).toBe(404);
  });
});

it("'by slug (URL-decoded)'", async () => {
  const service = await gig(db, { title: "Über Größe" });
  const page = await open(`/services/s/${encodeURIComponent(service.slug)}`);
  expect([page.status, page.title]).toEqual([200, "Über Größe | Handiwork"]);
});

it("'a structured product record (price in USD, aggregate rating shown to 1 decimal)', of verified reviews only", async () => {
  const cat = await category(db);
  await db.insert(seoReviews).values({ categoryId: cat.id, rating: 1, review: "Meh.", name: "Somebody" });
  const service = await gig(db, {
    title: "A </script><b>mark</b>",
    description: "Drawn by hand.",
    priceCents: 3550,
    categoryId: cat.id,
    imageUrl: "/images/one",
    furtherImages: [{ url: "/images/two", alt: "Two" }],
  });
  const url = `http://127.0.0.1:8787/services/s/${service.slug}`;
  const page = await open(`/services/s/${service.slug}`);
  expect(recordOf(page, "Product")).toEqual({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "A </script><b>mark</b>",
    description: "Drawn by hand.",
    image: ["http://127.0.0.1:8787/images/one?w=960", "http://127.0.0.1:8787/images/two?w=960"],
    sku: service.id,
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
  for (const rating of [5, 5, 4]) await review(db, service, { rating });
  expect(recordOf(await open(`/services/s/${service.slug}`), "Product")?.aggregateRating).toEqual({
    "@type": "AggregateRating",
    ratingValue: "4.7",
    reviewCount: 3,
  });
});

it("'Page metadata': title, description and keywords of the service, each with its fallback", async () => {
  const service = await gig(db, { title: "A mark", description: `Drawn by hand. ${"word ".repeat(60)}` });
  const path = `/services/s/${service.slug}`;
  const plain = await open(path);
  expect(plain.title).toBe("A mark | Handiwork");
  expect(plain.html).toMatch(/<meta name="description" content="Drawn by hand. [^"]{145}"/);
  expect(plain.html).not.toContain('name="keywords"');
  await db
    .update(gigs)
    .set({ metaTitle: "Marks", metaDescription: "By hand", metaKeywords: ["mark", "logo"] })
    .where(eq(gigs.id, service.id));
  expect(recordOf(plain, "Product")).not.toHaveProperty("image");
  const written = await open(path);
  expect(written.title).toBe("Marks | Handiwork");
  expect(written.html).toContain('<meta name="description" content="By hand"');
  expect(written.html).toContain('<meta name="keywords" content="mark, logo"');
});

describe("'Error fetching service: {message}'", () => {
  const failing = () => {
    const ann = visitor.signedOut();
    ann.door = shopWith({
      DB: faultyDatabase(env.DB, (sql) => /"package_details"|^select "slug"/.test(sql)),
    });
    return ann;
  };

  it("with 'Back to Home' and 'Try Again', on each of its addresses; kept by nobody", async () => {
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

it("a handle without @ is any other path, whatever follows", async () => {
  const page = await open("/somebody/a-gig");
  expect([page.status, page.title]).toEqual([404, "404 | Handiwork"]);
  expect(page.text).toContain("Oops! Page not found");
});
