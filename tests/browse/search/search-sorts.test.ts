import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs, orders } from "#drizzle/schema.ts";
import { category, gig } from "../../support/factories.ts";
import { paidOrder } from "../../support/purchase.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const ann = visitor.signedOut();
const looms = await category(db, "Looms & Yarn");
const wheels = await category(db, "Wheels");
const rated = async (gigId: string, ratingSum: number, reviewCount: number) =>
  await db.update(gigs).set({ ratingSum, reviewCount }).where(eq(gigs.id, gigId));
const add = async (title: string, description: string, categoryId = looms.id) =>
  (await gig(db, { title, description, categoryId })).id;

const described = await add("Shawl", "Of merino wool.");
const old = await add("Wool scarf", "Warm.");
await add("Wool hat", "Warm.");
const spun = await add("Spun wool", "By hand.", wheels.id);
await rated(described, 500, 100);
await rated(old, 49, 10);
await rated(spun, 5, 1);

const titles = (page: Page) =>
  [...(page.html.split('id="words"')[0] ?? "").matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);
const find = async (query: string) => titles(await ann.get(`/search?${query}`));
const options = (page: Page, name: string) => {
  const select = new RegExp(`<select[^>]* name="${name}".*?</select>`).exec(page.html)?.[0] ?? "";
  return [...select.matchAll(/<option[^>]*>([^<]*)/g)].map((match) => match[1]);
};

it("Best match lists matches in titles before descriptions, each by rating; Best rated sorts by rating alone; Newest is the default", async () => {
  expect(await find("q=wool")).toEqual(["Spun wool", "Wool hat", "Wool scarf", "Shawl"]);
  expect(await find("q=wool&sort=best-match")).toEqual(["Wool scarf", "Spun wool", "Wool hat", "Shawl"]);
  expect(await find("q=wool&sort=best-rated")).toEqual(["Shawl", "Wool scarf", "Spun wool", "Wool hat"]);
  const page = await ann.get("/search?q=wool&sort=best-match");
  expect(options(page, "sort")).toEqual([
    "Newest",
    "Price: Low to High",
    "Price: High to Low",
    "Best match",
    "Best rated",
  ]);
  expect(page.html).toMatch(/<option value="best-match" selected="">/);
});

it("Without a term, and with one or two letters, both sorts are by rating; filters keep the sort", async () => {
  for (const sort of ["best-match", "best-rated"]) {
    const byRating = ["Shawl", "Wool scarf", "Spun wool", "Wool hat"];
    expect(await find(`sort=${sort}`)).toEqual(byRating);
    expect(await find(`q=w&sort=${sort}`)).toEqual(byRating);
    expect(await find(`sort=${sort}&days=7`)).toEqual(byRating);
  }
  expect(await find("q=wool&sort=best-match&days=7")).toEqual([
    "Wool scarf",
    "Spun wool",
    "Wool hat",
    "Shawl",
  ]);
});

it("Completed orders decide between gigs of the same rating", async () => {
  await add("Felt ball", "Round.");
  const other = await add("Felt cube", "Not round.");
  await add("Felt cone", "Somewhat round.");
  expect(await find("q=felt&sort=best-rated")).toEqual(["Felt cone", "Felt cube", "Felt ball"]);
  await db.update(gigs).set({ completedOrders: 2 }).where(eq(gigs.id, other));
  expect(await find("q=felt&sort=best-rated")).toEqual(["Felt cube", "Felt cone", "Felt ball"]);
});

it("An order counts for its gig once it is completed", async () => {
  const { order } = await paidOrder();
  const completed = async () =>
    (await db.select({ count: gigs.completedOrders }).from(gigs).where(eq(gigs.id, order.gigId)))[0]?.count;
  expect(await completed()).toBe(0);
  for (const status of ["completed", "completed"] as const)
    await db.update(orders).set({ status, updatedAt: Date.now() }).where(eq(orders.id, order.id));
  expect(await completed()).toBe(1);
});

it("Listings keep their three sorts", async () => {
  const page = await ann.get("/categories/looms-yarn?sort=best-rated");
  expect(options(page, "sort")).toHaveLength(3);
  expect(titles(page)[0]).toBe("Felt cone");
});

it("The category filter shows how many results each category has, and narrows them", async () => {
  const page = await ann.get("/search?q=wool");
  expect(options(page, "category")).toEqual(["Any", "Looms &amp; Yarn (3)", "Wheels (1)"]);
  const wheel = await ann.get("/search?q=wool&category=wheels");
  expect(titles(wheel)).toEqual(["Spun wool"]);
  expect(options(wheel, "category")).toEqual(["Any", "Looms &amp; Yarn (3)", "Wheels (1)"]);
  expect(wheel.html).toMatch(/<li><a[^>]*href="\/search\?q=wool">Wheels/);
  expect(options(await ann.get("/search"), "category")).toContain("Looms &amp; Yarn (6)");
  expect(options(await ann.get("/search?q=wo"), "category")).toContain("Looms &amp; Yarn (3)");
  expect(options(await ann.get("/search?q=wool&min=900"), "category")).toEqual(["Any"]);
});

it("A category that does not exist is not a filter; a category without results stays selected", async () => {
  expect(await find("q=wool&category=nowhere")).toHaveLength(4);
  const none = await ann.get("/search?q=felt&category=wheels");
  expect(options(none, "category")).toEqual(["Any", "Looms &amp; Yarn (3)", "Wheels (0)"]);
  expect(none.text).toContain("No results found");
});
