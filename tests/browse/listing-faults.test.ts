import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { seoFaqs, seoFeatures } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { category, gig } from "../support/factories.ts";
import { db, visitor } from "../support/visitor.ts";

const glass = await category(db, "Glass", ["Panes", "Beads"]);
const [panes] = glass.subcategories;
const pane = await gig(db, { title: "A window pane", categoryId: glass.id, subcategoryId: panes?.id });
for (const topic of [{ categoryId: glass.id }, { subcategoryId: panes?.id }]) {
  await db.insert(seoFaqs).values({ ...topic, question: "Is it safe?", answer: "Yes.", displayOrder: 1 });
  await db
    .insert(seoFeatures)
    .values({ ...topic, title: "Cut to size", description: "By hand.", displayOrder: 1 });
}

const listings = ["/categories/glass", `/categories/glass/${panes?.slug}`];

/** A page for which every statement with this text fails. */
async function openWithout(path: string, text: string, message?: string) {
  const ann = visitor.signedOut();
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes(text), message) });
  return await ann.get(path);
}

const gigList = 'left join "profiles"';
const gigCount = 'from "gig_counts"';
const subcategoryList = 'from "subcategories" where "subcategories"."category_id"';

it.each(listings)(
  "%s: if the gigs cannot be read, it says 'Failed to load services: {message}' and shows no gigs",
  async (path) => {
    expectErrorLog("section read failed");
    const page = await openWithout(path, gigList);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/Failed to load services: please try again \(request [\w-]+\)/);
    expect(page.text).toMatch(/No services found in this (sub)?category\. Please check back later\./);
    expect(page.text).toContain("Services (1)");
    expect(page.text).toContain("Cut to size");
    expect(page.links).not.toContain(`/services/s/${pane.slug}`);
  },
);

it.each(listings)(
  "%s: after an unexpected error it says 'Failed to load services. Please try again.'",
  async (path) => {
    expectErrorLog("section read failed");
    const page = await openWithout(path, gigList, "an unexpected error");
    expect(page.status).toBe(200);
    expect(page.text).toContain("Failed to load services. Please try again.");
  },
);

it.each(listings)(
  "%s: if the count cannot be read, it is 0 without a message, and the gigs still show",
  async (path) => {
    expectErrorLog("section read failed");
    const page = await openWithout(`${path}?page=1`, gigCount);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Services (0)");
    expect(page.links).toContain(`/services/s/${pane.slug}`);
    expect(page.text).not.toContain("Failed to load");
  },
);

it("An unknown count causes no redirect to another page", async () => {
  expectErrorLog("section read failed");
  const page = await openWithout("/categories/glass?page=2", gigCount);
  expect([page.status, page.location]).toEqual([200, null]);
});

it.each(listings)(
  "%s: if the subcategories cannot be read, they are left out without a message",
  async (path) => {
    expectErrorLog("section read failed");
    const page = await openWithout(path, subcategoryList);
    expect(page.status).toBe(200);
    expect(page.text).toContain("All Services");
    const main = page.html.slice(page.html.indexOf("<main"), page.html.indexOf("</main>"));
    expect(main).not.toContain("/categories/glass/beads-glass");
    expect(page.links).toContain(`/services/s/${pane.slug}`);
    expect(page.text).not.toContain("Failed to load");
  },
);

it("Without the list of subcategories, changing the sort keeps the same subcategory", async () => {
  expectErrorLog("section read failed");
  const path = `/categories/glass/${panes?.slug}`;
  const page = await openWithout(path, subcategoryList);
  expect(page.html).toContain(`action="${path}" aria-label="Sort and filter"`);
});

it.each(listings)("%s: FAQs and features that cannot be read are left out independently", async (path) => {
  expectErrorLog("section read failed");
  const noFaqs = await openWithout(path, 'from "seo_faqs"');
  expect([noFaqs.status, noFaqs.text.includes("Cut to size"), noFaqs.text.includes("Is it safe?")]).toEqual([
    200,
    true,
    false,
  ]);
  const noFeatures = await openWithout(path, 'from "seo_features"');
  expect([noFeatures.text.includes("Cut to size"), noFeatures.text.includes("Is it safe?")]).toEqual([
    false,
    true,
  ]);
  expect(noFaqs.text + noFeatures.text).not.toContain("Failed to load");
});

it("A category that cannot be read answers 503 with 'Failed to load category: {message}' and a link to try again", async () => {
  expectErrorLog("main read failed");
  const page = await openWithout(
    "/categories/glass?sort=price-low",
    'from "categories" where "categories"."slug"',
  );
  expect(page.status).toBe(503);
  expect(page.text).toMatch(/Failed to load category: please try again \(request [\w-]+\)/);
  expect(page.links).toContain("/categories/glass?sort=price-low");
  expect(page.headers.get("Retry-After")).toBe("5");
  expect(page.html.match(/<h1/g)).toHaveLength(1);
});

it("A subcategory that cannot be read answers 503 with 'Failed to load subcategory: {message}'", async () => {
  expectErrorLog("main read failed");
  const page = await openWithout(
    `/categories/glass/${panes?.slug}`,
    'from "subcategories" inner join "categories"',
  );
  expect(page.status).toBe(503);
  expect(page.text).toMatch(/Failed to load subcategory: please try again \(request [\w-]+\)/);
  expect(page.text).toContain("Try Again");
});
