import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { expectErrorLog } from "../support/error-log.ts";
import { category, gig, person } from "../support/factories.ts";
import { faultyDatabase, shopWith } from "../support/faulty.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const ann = visitor.signedOut();
const seller = await person(db);
const pottery = await category(db, "Pottery", ["Bowls", "Amphoras"]);
const [bowls, amphoras] = pottery.subcategories;
for (let i = 1; i <= 41; i++) {
  await gig(db, {
    title: `Bowl ${i}.`,
    priceCents: ((i * 7) % 41) * 100 + 500,
    sellerId: seller.id,
    categoryId: pottery.id,
    subcategoryId: bowls?.id,
    listed: i !== 1,
  });
}
await gig(db, { title: "Jar", sellerId: seller.id, categoryId: pottery.id, subcategoryId: amphoras?.id });

const titles = (page: Page) => [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);
const prices = (page: Page) => [...page.html.matchAll(/From <b>\$(\d+)/g)].map((match) => Number(match[1]));

it("lists a category's gigs, newest first, 20 a page, unlisted ones left out", async () => {
  const page = await ann.get("/categories/pottery");
  expect([page.status, page.title]).toEqual([200, "Pottery Services | Handiwork"]);
  expect(page.text).toContain("All Pottery Services (41)");
  expect(titles(page)).toHaveLength(20);
  expect(titles(page).slice(0, 2)).toEqual(["Jar", "Bowl 41."]);
  const last = await ann.get("/categories/pottery?page=3");
  expect(titles(last)).toEqual(["Bowl 2."]);
});

it("shows its subcategories by name, and each on its own route with its own count", async () => {
  const page = await ann.get("/categories/pottery?sort=price-low&page=2");
  const links = page.links.filter((link) => link.endsWith("?sort=price-low"));
  expect(links.slice(0, 3)).toEqual([
    "/categories/pottery?sort=price-low",
    "/categories/pottery/amphoras-pottery?sort=price-low",
    "/categories/pottery/bowls-pottery?sort=price-low",
  ]);
  const sub = await ann.get("/categories/pottery/bowls-pottery");
  expect(sub.title).toBe("Bowls Services | Handiwork");
  expect(sub.text).toContain("Bowls Services (40)");
  expect(sub.text).toContain("Back to Pottery");
  expect(sub.html).toMatch(/aria-current="page"[^>]*>Bowls</);
});

it("sorts by price both ways over the pages; an unknown sort is the newest", async () => {
  const ascending = [];
  for (const n of [1, 2, 3])
    ascending.push(...prices(await ann.get(`/categories/pottery?sort=price-low&page=${n}`)));
  expect(ascending).toHaveLength(41);
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
  const descending = prices(await ann.get("/categories/pottery?sort=price-high"));
  expect(descending).toEqual(ascending.toReversed().slice(0, 20));
  expect(titles(await ann.get("/categories/pottery?sort=cheapest"))[0]).toBe("Jar");
});

it.each(["abc", "0", "-1", "1.5", "", "1e3", "999999999999999999999"])("page %j is page 1", async (text) => {
  const page = await ann.get(`/categories/pottery?page=${encodeURIComponent(text)}`);
  expect([page.status, titles(page)[0]]).toEqual([200, "Jar"]);
});

it("leads from a page above the total to the last one, with the sort", async () => {
  const page = await ann.get("/categories/pottery?page=9&sort=price-high");
  expect([page.status, page.location]).toEqual([302, "/categories/pottery?sort=price-high&page=3"]);
});

it("says what is empty", async () => {
  const empty = await category(db, "Glass", ["Panes"]);
  expect((await ann.get("/categories/glass")).text).toContain(
    "No services found in this category. Please check back later.",
  );
  expect((await ann.get(`/categories/glass/${empty.subcategories[0]?.slug}`)).text).toContain(
    "No services found in this subcategory. Please check back later.",
  );
});

it("says what is not found, with status 404 and the ways on", async () => {
  const cat = await ann.get("/categories/no-such");
  expect([cat.status, cat.title]).toEqual([404, "Category Not Found | Handiwork"]);
  expect(cat.text).toContain(
    "We couldn't find the category you're looking for. It may have been removed or the URL is incorrect.",
  );
  const sub = await ann.get("/categories/fine-pottery/no-such");
  expect([sub.status, sub.title]).toEqual([404, "Subcategory Not Found | Handiwork"]);
  expect(sub.text).toContain("Back to fine pottery");
  expect(sub.links).toContain("/categories/fine-pottery");
  expect(sub.text).toContain("Return to Home");
});

it("redirects a subcategory of another category to the category of the address", async () => {
  const page = await ann.get("/categories/glass/bowls-pottery");
  expect([page.status, page.location]).toEqual([302, "/categories/glass"]);
});

it("stands without its gigs when they cannot be read, and without anything when the category cannot", async () => {
  expectErrorLog("section read failed");
  expectErrorLog("main read failed");
  const unlucky = visitor.signedOut();
  unlucky.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('from "gigs"')) });
  const page = await unlucky.get("/categories/pottery");
  expect(page.status).toBe(200);
  expect(page.text).toContain("Failed to load services: ");
  expect(page.text).toContain("No services found in this category.");
  unlucky.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes('"meta_title"')) });
  const failed = await unlucky.get("/categories/pottery");
  expect(failed.status).toBe(503);
  expect(failed.text).toContain("Failed to load category: ");
});
