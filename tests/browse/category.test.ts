import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { categories } from "#drizzle/schema.ts";
import { category, gig, person } from "../support/factories.ts";
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

it("A category lists its gigs, newest first, 20 on a page, without unlisted ones", async () => {
  const page = await ann.get("/categories/pottery");
  expect([page.status, page.title]).toEqual([200, "Pottery Services | Handiwork"]);
  expect(page.text).toContain("All Pottery Services (41)");
  expect(titles(page)).toHaveLength(20);
  expect(titles(page).slice(0, 2)).toEqual(["Jar", "Bowl 41."]);
  // Help promises that every card shows both.
  expect(page.text.match(/Delivery in 3 days From \$\d+/g)).toHaveLength(20);
  const last = await ann.get("/categories/pottery?page=3");
  expect(titles(last)).toEqual(["Bowl 2."]);
});

it("Subcategories show by name, and each has its own address and count", async () => {
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

it("Gigs are sorted by price both ways across pages; an unknown sort means newest first", async () => {
  const ascending = [];
  for (const n of [1, 2, 3])
    ascending.push(...prices(await ann.get(`/categories/pottery?sort=price-low&page=${n}`)));
  expect(ascending).toHaveLength(41);
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
  const descending = prices(await ann.get("/categories/pottery?sort=price-high"));
  expect(descending).toEqual(ascending.toReversed().slice(0, 20));
  expect(titles(await ann.get("/categories/pottery?sort=cheapest"))[0]).toBe("Jar");
});

it.each(["abc", "0", "-1", "1.5", "", "1e3", `${"9".repeat(21)}x`])("Page %j shows page 1", async (text) => {
  const page = await ann.get(`/categories/pottery?page=${encodeURIComponent(text)}`);
  expect([page.status, titles(page)[0]]).toEqual([200, "Jar"]);
});

it("A page above the total redirects to the last one, with the sort", async () => {
  for (const n of ["9", "9".repeat(21)]) {
    const page = await ann.get(`/categories/pottery?page=${n}&sort=price-high`);
    expect([page.status, page.location]).toEqual([302, "/categories/pottery?sort=price-high&page=3"]);
  }
});

it("A category shows its breadcrumb, the heading '{name} Services' and 'All {name} Services ({count})'", async () => {
  const page = await ann.get("/categories/pottery");
  expect(page.text).toContain("Home Pottery Pottery Services");
  expect(page.html).toMatch(/<h1[^>]*>Pottery Services<\/h1>/);
  expect(page.html).toMatch(/aria-current="page">Pottery</);
});

it("The sidebar shows 'Subcategories' with 'All Services', and 'Sort By' with its three sorts", async () => {
  const page = await ann.get("/categories/pottery?sort=price-high");
  expect(page.text).toMatch(
    /Subcategories All Services Amphoras Bowls Sort By Newest Price: Low to High Price: High to Low Delivery time/,
  );
  expect(page.html).toMatch(/<a[^>]*aria-current="page"[^>]*>All Services</);
  expect(page.html).toMatch(/<option value="price-high" selected="">/);
});

it("Another subcategory or sort begins at page 1", async () => {
  const page = await ann.get("/categories/pottery?sort=price-low&page=2");
  const side = page.html.slice(
    page.html.indexOf('<details class="side"'),
    page.html.indexOf("</details>", page.html.indexOf('<details class="side"')),
  );
  expect(side).toContain("sort=price-low");
  expect(side).not.toContain("page=");
  expect(side).toMatch(/<form[^>]*action="\/categories\/pottery"/);
  expect(side).not.toContain('name="page"');
});

it("Pagination shows at most 5 numbers in a sliding window, with Previous and Next disabled at the ends", async () => {
  const many = await category(db, "Tiles");
  for (let i = 0; i < 121; i++)
    await gig(db, { title: `Tile ${i}`, sellerId: seller.id, categoryId: many.id });
  const pages = async (n: number) => {
    const { html } = await ann.get(`/categories/tiles?page=${n}`);
    const nav = /<nav class="pages"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
    return {
      numbers: [...nav.matchAll(/<b class="vh">Page <\/b>(\d+)/g)].map((match) => Number(match[1])),
      off: [...nav.matchAll(/<span class="off">(\w+)/g)].map((match) => match[1]),
      next: /href="([^"]*)"[^>]*rel="next"|rel="next"[^>]*href="([^"]*)"/.exec(nav)?.slice(1).join(""),
    };
  };
  expect(await pages(1)).toEqual({
    numbers: [1, 2, 3, 4, 5],
    off: ["Previous"],
    next: "/categories/tiles?page=2",
  });
  expect(await pages(4)).toEqual({ numbers: [2, 3, 4, 5, 6], off: [], next: "/categories/tiles?page=5" });
  expect(await pages(7)).toEqual({ numbers: [3, 4, 5, 6, 7], off: ["Next"] });
});

it("Title and description come from meta_title and meta_description, with fallbacks built from the name", async () => {
  const head = (page: Page, name: string) =>
    new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(page.html)?.[1];
  const plain = await ann.get("/categories/pottery");
  expect(head(plain, "description")).toBe("Fixed-price Pottery services from vetted freelancers.");
  expect(head(plain, "keywords")).toBe("Pottery, Amphoras, Bowls");

  const long = `Thrown ${"and fired ".repeat(30)}`;
  await db.update(categories).set({ description: long }).where(eq(categories.id, pottery.id));
  const described = head(await ann.get("/categories/pottery"), "description") ?? "";
  expect(described.length).toBeLessThanOrEqual(160);
  expect(long.startsWith(described) && described.length > 140).toBe(true);

  const meta = { metaTitle: "Clay, by hand", metaDescription: "Bowls and jars." };
  await db.update(categories).set(meta).where(eq(categories.id, pottery.id));
  const written = await ann.get("/categories/pottery");
  expect([written.title, head(written, "description")]).toEqual([
    "Clay, by hand | Handiwork",
    "Bowls and jars.",
  ]);
  await db
    .update(categories)
    .set({ description: null, metaTitle: null, metaDescription: null })
    .where(eq(categories.id, pottery.id));
});

it("The canonical link keeps the page number, except for page 1, and never has the sort", async () => {
  const canonical = async (path: string) =>
    /<link rel="canonical" href="([^"]*)"/.exec((await ann.get(path)).html)?.[1];
  expect(await canonical("/categories/pottery?sort=price-low&page=1&from=mail")).toBe(
    "http://127.0.0.1:8787/categories/pottery",
  );
  expect(await canonical("/categories/pottery?sort=price-low&page=2")).toBe(
    "http://127.0.0.1:8787/categories/pottery?page=2",
  );
  expect(await canonical("/categories/pottery/bowls-pottery?page=2")).toBe(
    "http://127.0.0.1:8787/categories/pottery/bowls-pottery?page=2",
  );
});

it("An empty category and an empty subcategory say so", async () => {
  const empty = await category(db, "Glass", ["Panes"]);
  expect((await ann.get("/categories/glass")).text).toContain(
    "No services found in this category. Please check back later.",
  );
  expect((await ann.get(`/categories/glass/${empty.subcategories[0]?.slug}`)).text).toContain(
    "No services found in this subcategory. Please check back later.",
  );
});

it("An unknown category or subcategory answers 404 with links to continue", async () => {
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

it("A subcategory of another category redirects to the category in the address", async () => {
  const page = await ann.get("/categories/glass/bowls-pottery");
  expect([page.status, page.location]).toEqual([302, "/categories/glass"]);
});
