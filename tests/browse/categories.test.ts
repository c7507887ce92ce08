import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { categories } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { category, gig } from "../support/factories.ts";
import { db, visitor } from "../support/visitor.ts";

const ann = visitor.signedOut();

/** The list of categories on the page, as text. */
async function index(reader = ann) {
  const page = await reader.get("/categories");
  return { page, list: page.text.slice(page.text.lastIndexOf("See all services")) };
}

function readerWithout(text: string) {
  const unlucky = visitor.signedOut();
  unlucky.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes(text)) });
  return unlucky;
}

it("An empty catalogue says 'No categories found'", async () => {
  const { page } = await index();
  expect([page.status, page.text.includes("No categories found")]).toEqual([200, true]);
});

it("All categories show by name with subcategories and counts of listed gigs, on a page that is indexed", async () => {
  const wood = await category(db, "Wood", ["Spoons", "Bowls"]);
  await category(db, "File Conversion");
  const spoons = wood.subcategories[0]?.id;
  for (const listed of [true, true, false])
    await gig(db, { categoryId: wood.id, subcategoryId: spoons, listed });
  await gig(db, { categoryId: wood.id });
  const { page, list } = await index();
  expect(page.title).toBe("All Categories | Handiwork");
  await db.update(categories).set({ icon: "/category-icons/heart.svg" }).where(eq(categories.id, wood.id));
  await db.update(categories).set({ icon: "heart" }).where(eq(categories.name, "File Conversion"));
  expect(
    [...(await index()).page.html.matchAll(/src="([^"]*icons[^"]*|heart)"/g)].map(([, src]) => src),
  ).toEqual(["/category-icons/heart.svg"]);
  expect(list).toContain("File Conversion 0 services Wood 3 services Bowls 0 services Spoons 2 services");
  expect(page.links).toEqual(
    expect.arrayContaining(["/categories/wood", "/categories/wood/spoons-wood", "/search"]),
  );
  expect(page.html).toContain('<link rel="canonical" href="http://127.0.0.1:8787/categories"');
  expect(page.html).toMatch(/<meta name="description" content="Every category of Handiwork/);
  expect(page.html).not.toContain("noindex");
});

it("If categories cannot be read, the page answers 503; without counts or subcategories it still shows them", async () => {
  expectErrorLog("main read failed");
  const page = await readerWithout('select "id", "name", "slug", "icon" from "categories" order by').get(
    "/categories",
  );
  expect([page.status, page.text.includes("Failed to load categories")]).toEqual([503, true]);

  expectErrorLog("section read failed");
  const uncounted = await index(readerWithout('from "gig_counts"'));
  expect(uncounted.page.status).toBe(200);
  expect(uncounted.list).toMatch(/File Conversion Wood Bowls Spoons/);
  const alone = await index(readerWithout('from "subcategories" order by'));
  expect(alone.page.status).toBe(200);
  expect(alone.list).toMatch(/File Conversion 0 services Wood 3 services/);
  expect(alone.list).not.toContain("Spoons");
});
