import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs, profiles } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { category, gig, person } from "../support/factories.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const ann = visitor.signedOut();
const pottery = await category(db, "Pottery", ["Bowls", "Jars"]);
const glass = await category(db, "Glass", ["Panes"]);
const [bowls, jars] = pottery.subcategories;

/** A gig by a seller of that level (null: none yet), with `reviews` verified reviews of `stars`. */
async function addGig(
  title: string,
  { price = 80, days = 3, level = null as string | null, stars = 0, reviews = 0 },
  subcategoryId = bowls?.id,
  categoryId = pottery.id,
) {
  const seller = await person(db);
  await db.update(profiles).set({ sellerLevel: level }).where(eq(profiles.id, seller.id));
  const { id } = await gig(db, {
    title,
    priceCents: price * 100,
    sellerId: seller.id,
    categoryId,
    subcategoryId,
  });
  await db
    .update(gigs)
    .set({ deliveryDays: days, ratingSum: stars * reviews, reviewCount: reviews })
    .where(eq(gigs.id, id));
}
await addGig("Vase A", { price: 20, days: 1, level: "Rising Talent" });
await addGig("Vase B", { price: 50, days: 3, level: "Level 1", stars: 4.5, reviews: 2 });
await addGig("Vase C", { price: 100, days: 7, level: "Level 2", stars: 4, reviews: 3 });
await addGig("Vase D", { price: 1500, days: 14, level: "Top Rated", stars: 5, reviews: 9 }, jars?.id);
await addGig(
  "Vase X",
  { price: 50, days: 1, level: "Top Rated", stars: 5, reviews: 9 },
  glass.subcategories[0]?.id,
  glass.id,
);

const titles = (page: Page) => [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);
const count = (page: Page) => / Services \(([^)]*)\) /.exec(page.text)?.[1];
const head = (page: Page) => [
  /<link rel="canonical" href="[^"]*?(\/categories[^"]*)"/.exec(page.html)?.[1],
  page.html.includes('<meta name="robots" content="noindex"'),
];
/** The letters of the vases found, and the number in the heading. */
const found = async (query: string, path = "/categories/pottery") => {
  const page = await ann.get(`${path}?${query}`);
  return `${titles(page)
    .map((title) => title?.slice(-1))
    .join("")} ${count(page)}`;
};

it("A category takes the filters of search: price, days, level and rating, alone and together; the heading counts what is left", async () => {
  expect(await found("")).toBe("DCBA 4");
  expect(await found("min=50&max=100")).toBe("CB 2");
  expect(await found("min=100&max=50&sort=price-low")).toBe("BC 2");
  expect(await found("days=3")).toBe("BA 2");
  expect(await found("rating=4.5")).toBe("DB 2");
  expect(await found("level=top-rated&level=Level+2")).toBe("DC 2");
  expect(await found("min=40&max=200&days=7&level=level-1&level=level-2&rating=4&sort=price-high")).toBe(
    "CB 2",
  );
  const subcategory = `/categories/pottery/${bowls?.slug}`;
  expect(await found("min=50", subcategory)).toBe("CB 2");
  expect(await found("level=top-rated", subcategory)).toBe(" 0");
});

it("Values out of range, unknown words and another category are not filters, as in search", async () => {
  for (const query of [
    "min=0&max=1000000",
    "days=2&days=-1",
    "rating=5",
    "level=Level+9",
    "category=glass",
    "min=&max=&days=",
  ])
    expect([query, await found(query)]).toEqual([query, "DCBA 4"]);
});

it("A filtered page is not indexed; its canonical address has no filters and no page", async () => {
  expect(head(await ann.get("/categories/pottery?days=7&sort=price-low"))).toEqual([
    "/categories/pottery",
    true,
  ]);
  expect(head(await ann.get(`/categories/pottery/${bowls?.slug}?min=50`))).toEqual([
    `/categories/pottery/${bowls?.slug}`,
    true,
  ]);
  expect(head(await ann.get("/categories/pottery?days=2"))).toEqual(["/categories/pottery", false]);
});

it("The form has a button and every value; chips remove a filter; subcategories and pages keep the filters", async () => {
  for (let i = 0; i < 41; i++) await addGig(`Cup ${i}`, { price: 700 }, jars?.id);
  const page = await ann.get("/categories/pottery?sort=price-low&min=600&max=800&days=7&page=2");
  const form = /<form[^>]*aria-label="Sort and filter"[\s\S]*?<\/form>/.exec(page.html)?.[0] ?? "";
  expect(form).toMatch(/<form[^>]*method="get"[^>]*action="\/categories\/pottery"/);
  expect(form).toMatch(/name="min"[^>]*value="600"/);
  expect(form).toMatch(/name="days">[\s\S]*?<option value="7" selected="">/);
  expect(form).toMatch(/<button type="submit"[^>]*>Apply filters</);
  expect(form).not.toContain('name="page"');
  expect(form).not.toContain('name="category"');
  expect(page.text).toContain("Subcategories and filters (3)");
  const kept = "sort=price-low&min=600&max=800&days=7";
  expect(page.links).toContain("/categories/pottery?sort=price-low&min=600&days=7");
  expect(page.links).toContain("/categories/pottery?sort=price-low");
  expect(page.links).toContain(`/categories/pottery/${jars?.slug}?${kept}`);
  expect(page.links).toContain(`/categories/pottery?${kept}&page=3`);
  const beyond = await ann.get(`/categories/pottery?${kept}&page=9`);
  expect([beyond.status, beyond.location]).toEqual([302, `/categories/pottery?${kept}&page=3`]);
});

it("Filters without a result offer to clear them and keep the sort", async () => {
  const page = await ann.get("/categories/pottery?sort=price-low&max=1");
  expect(page.text).toContain("No results found Remove a filter to see more. Clear all filters");
  expect(page.html).toMatch(/href="\/categories\/pottery\?sort=price-low">Clear all filters</);
  expect(page.text).not.toContain("Please check back later");
});

it("If the filtered gigs cannot be read, the page says so and keeps its filters", async () => {
  const reader = visitor.signedOut();
  reader.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("json_group_array")) });
  const page = await reader.get("/categories/pottery?days=7");
  expectErrorLog("section read failed");
  expect(page.status).toBe(200);
  expect(page.text).toMatch(/Failed to load services: please try again \(request [^)]+\)/);
  expect(page.text).toContain("Up to 7 days remove this filter");
  expect(page.text).not.toContain("No results found");
});

it("Filtered pages count as costly reads, others do not", async () => {
  const reader = visitor.signedOut();
  reader.send = productWith({ READ_RATE: { limit: async () => ({ success: false }) } });
  expect((await reader.get("/categories/pottery")).status).toBe(200);
  const refused = await reader.get("/categories/pottery?days=7");
  expect([refused.status, refused.text.includes("Too many")]).toEqual([429, true]);
});
