import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { categories, subcategories, subcategorySlugs } from "#drizzle/schema.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../support/bindings/faulty.ts";
import { category, gig } from "../support/factories.ts";
import { recordsOf } from "../support/pages/structured-records.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

/** The home page with faults in some of its reads. `rows`: the limit of a statement; 0 for the categories. */
function homeWhere(fault: (read: { table: string; rows: number; cheapest: boolean }) => boolean | number) {
  const ann = visitor.signedOut();
  ann.send = productWith({
    DB: faultyDatabase(env.DB, (sql, values) => {
      if (sql.includes("file conversion")) return fault({ table: "categories", rows: 0, cheapest: false });
      if (!/from "gigs"/.test(sql)) return false;
      return fault({
        table: "gigs",
        rows: Number(values.at(-1)),
        cheapest: sql.includes('order by "gigs"."price_cents" asc'),
      });
    }),
  });
  return ann.get("/");
}

/** The part of the page under a heading. */
function under(page: Page, heading: string): string {
  const parts = page.html.split("<section");
  const found = parts.find((part) => new RegExp(`<h2[^>]*>${heading}`).test(part));
  if (found === undefined) throw new Error(`No section '${heading}'`);
  return found;
}

const titles = (html: string) => [...html.matchAll(/<h3>(?:<a[^>]*>)?([^<]+)/g)].map((match) => match[1]);
const prices = (html: string) =>
  [...html.matchAll(/From <b>\$([\d.]+)<\/b>/g)].map((match) => Number(match[1]));

describe("Without gigs and categories", () => {
  it("each section says that it is empty", async () => {
    const page = await visitor.signedOut().get("/");
    expect(page.status).toBe(200);
    expect(page.text).toContain("No categories found");
    expect(page.text).toContain("No featured services found");
    // An empty answer is not a failure, so sample data must not be shown.
    expect(page.text).not.toContain("Example");
    expect(page.text).toContain("No sellers yet");
    expect(page.text).toContain("No affordable services yet");
  });
});

describe("The home page", () => {
  it("shows its blocks in the order of the specification, with headings in order", async () => {
    const cat = await category(db, "Weaving");
    await category(db, "Audio File Conversion");
    await category(db, "Baking");
    // Newer gigs are cheaper, except the last two.
    for (let i = 1; i <= 13; i++) {
      await gig(db, { title: `Rug ${i}.`, categoryId: cat.id, priceCents: i > 11 ? 90000 : 5000 - i * 100 });
    }
    await gig(db, { title: "Not shown", categoryId: cat.id, priceCents: 500, listed: false });
    const page = await visitor.signedOut().get("/");
    const main = page.html.slice(page.html.indexOf("<main"), page.html.indexOf("</main>"));
    const order = [
      "<h1",
      'name="q"',
      'aria-label="Popular searches"',
      "<video",
      'class="trust"',
      "Most Popular Services",
      "Not sure what to search for?",
      "Keep all of it",
      "Hot Sellers This Month",
      "Explore Services by Category",
      "Tell it like you&#x27;d tell a friend",
      "Affordable Services",
      "Featured Services",
      "How it works",
      "Start Selling Your Services Today",
    ];
    const positions = order.map((text) => main.indexOf(text));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    const levels = [...main.matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    levels.forEach((level, i) => {
      expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1);
    });
    expect(main).not.toContain(" style=");
  });

  it("has a hero with a search box that requires a term, and four shortcuts", async () => {
    const page = await visitor.signedOut().get("/");
    const hero = page.html.slice(page.html.indexOf('class="hero"'), page.html.indexOf('class="trust"'));
    expect(hero).toMatch(/<form[^>]*action="\/search"/);
    expect(hero).toMatch(/name="q"[^>]*required=""[^>]*pattern="\.\*\\S\.\*"/);
    for (const query of ["web+design", "content+writing", "logo+design", "SEO"]) {
      expect(hero).toContain(`href="/search?q=${query}"`);
    }
  });

  it("has a banner with trust badges", async () => {
    const { text } = await visitor.signedOut().get("/");
    for (const badge of ["Vetted freelancers", "Money back guarantee", "0% commission", "Secure payment"]) {
      expect(text).toContain(badge);
    }
  });

  it("shows six tiles with fixed category paths under 'Most Popular Services', without deleted ones", async () => {
    const [{ id } = { id: "" }] = await db.select().from(categories);
    const slugs = ["logo-design", "web-development", "seo", "content-writing", "ads"];
    await db
      .insert(subcategories)
      .values(slugs.map((slug) => ({ id: slug, categoryId: id, name: slug, slug })));
    await db.insert(subcategorySlugs).values({ slug: "social-media", subcategoryId: "seo" });
    await db.delete(subcategories).where(eq(subcategories.slug, "ads"));
    const tiles = under(await visitor.signedOut().get("/"), "Most Popular Services");
    expect([...tiles.matchAll(/href="([^"]+)"/g)].map((match) => match[1])).toEqual([
      "/categories/graphics-design/logo-design",
      "/categories/programming-tech/web-development",
      "/categories/digital-marketing/seo",
      "/categories/writing-translation/content-writing",
      "/categories/digital-marketing/social-media",
    ]);
  });

  it("shows the 4 newest gigs under 'Hot Sellers This Month'", async () => {
    const hot = under(await visitor.signedOut().get("/"), "Hot Sellers This Month");
    expect(titles(hot)).toEqual(["Rug 13.", "Rug 12.", "Rug 11.", "Rug 10."]);
    expect(hot).not.toContain("Example");
  });

  it("shows all categories by name under 'Explore Services by Category', except those with 'file conversion' in their name", async () => {
    const index = under(await visitor.signedOut().get("/"), "Explore Services by Category");
    expect([...index.matchAll(/href="(\/categories\/[\w-]+)"/g)].map((match) => match[1])).toEqual([
      "/categories/baking",
      "/categories/weaving",
    ]);
  });

  it("shows the 4 cheapest gigs under 'Affordable Services'", async () => {
    const cheap = under(await visitor.signedOut().get("/"), "Affordable Services");
    expect(titles(cheap)).toEqual(["Rug 11.", "Rug 10.", "Rug 9.", "Rug 8."]);
    expect(prices(cheap)).toEqual([39, 40, 41, 42]);
  });

  it("reads the 12 newest gigs and shows 8 under 'Featured Services', with a link 'See all services'", async () => {
    const limits: number[] = [];
    await homeWhere(({ table, rows, cheapest }) => {
      if (table === "gigs" && !cheapest) limits.push(rows);
      return false;
    });
    expect(limits).toContain(12);
    const featured = under(await visitor.signedOut().get("/"), "Featured Services");
    expect(titles(featured)).toEqual([13, 12, 11, 10, 9, 8, 7, 6].map((i) => `Rug ${i}.`));
    expect(featured).toMatch(/<a[^>]*href="\/search"[^>]*>See all services/);
  });

  it("shows three steps under 'How it works'", async () => {
    const steps = under(await visitor.signedOut().get("/"), "How it works");
    expect(titles(steps)).toEqual(["Browse", "Choose a seller", "Get it done"]);
  });

  it("loads only the hero's still immediately; all pictures have width and height", async () => {
    const { html } = await visitor.signedOut().get("/");
    const pictures = html.match(/<img[^>]*>/g) ?? [];
    expect(pictures.filter((tag) => !tag.includes('loading="lazy"'))).toHaveLength(1);
    for (const tag of pictures) expect(tag).toMatch(/width="\d+".*height="\d+"/);
  });

  it("reads all its sections in one round trip", async () => {
    const batches: number[] = [];
    const ann = visitor.signedOut();
    const counting = faultyDatabase(env.DB, (_sql, _values, together) => {
      batches.push(together);
      return false;
    });
    ann.send = productWith({ DB: counting });
    await ann.get("/");
    // Popular services, hot sellers, categories, affordable gigs and featured gigs.
    expect(batches).toContain(5);
  });
});

describe("A section of home that cannot be read falls back on its own", () => {
  it("categories: 'Could not load categories'", async () => {
    expectErrorLog('"section":"categories"');
    const page = await homeWhere(({ table }) => table === "categories");
    expect(page.status).toBe(200);
    expect(under(page, "Explore Services by Category")).toContain("Could not load categories");
    expect(titles(under(page, "Hot Sellers This Month"))).toHaveLength(4);
    expect(page.text).not.toContain("Example");
  });

  it("featured gigs: 'Failed to load featured services'", async () => {
    expectErrorLog('"section":"featured"');
    const page = await homeWhere(({ rows, cheapest }) => rows === 12 && !cheapest);
    expect(page.status).toBe(200);
    expect(under(page, "Featured Services")).toContain("Failed to load featured services");
    expect(titles(under(page, "Hot Sellers This Month"))[0]).toBe("Rug 13.");
    expect(titles(under(page, "Affordable Services"))).toHaveLength(4);
  });

  it("hot sellers: sample data, marked 'Example', that cannot be ordered and is in no structured data", async () => {
    expectErrorLog('"section":"hotSellers"');
    const page = await homeWhere(({ rows }) => rows === 4);
    const hot = under(page, "Hot Sellers This Month");
    expect(hot.match(/>Example</g)).toHaveLength(4);
    expect(hot).not.toMatch(/<a |<form|<button/);
    expect(hot).toContain("These are examples, not offers.");
    const records = JSON.stringify(recordsOf(page));
    const names = [...hot.matchAll(/<h3[^>]*>([^<]+)/g)].map((match) => match[1] ?? "");
    expect(names).toHaveLength(4);
    for (const name of names) expect(records).not.toContain(name);
    expect(titles(under(page, "Featured Services"))).toHaveLength(8);
  });

  it("hot sellers: a read that takes too long gives sample data too, and does not delay the page beyond its bound", async () => {
    expectErrorLog('"section":"hotSellers"');
    const began = Date.now();
    const page = await homeWhere(({ rows }) => (rows === 4 ? 5000 : false));
    expect(Date.now() - began).toBeLessThan(4000);
    expect(under(page, "Hot Sellers This Month").match(/>Example</g)).toHaveLength(4);
    expect(titles(under(page, "Featured Services"))).toHaveLength(8);
    expect(under(page, "Affordable Services")).not.toContain("Example");
  });

  it("affordable gigs: sample data priced from $5 to $15, marked 'Example', that cannot be ordered", async () => {
    expectErrorLog('"section":"affordable"');
    const page = await homeWhere(({ cheapest }) => cheapest);
    const cheap = under(page, "Affordable Services");
    expect(cheap.match(/>Example</g)).toHaveLength(4);
    expect(cheap).not.toMatch(/<a |<form|<button/);
    for (const price of prices(cheap)) {
      expect(price).toBeGreaterThanOrEqual(5);
      expect(price).toBeLessThanOrEqual(15);
    }
    expect(prices(cheap)).toHaveLength(4);
    expect(under(page, "Hot Sellers This Month")).not.toContain("Example");
  });

  it("all of them: the page still shows", async () => {
    expectErrorLog("section read failed");
    const page = await homeWhere(() => true);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Could not load categories");
    expect(page.text).toContain("Failed to load featured services");
    expect(page.html.match(/>Example</g)).toHaveLength(8);
    expect(page.text).toContain("Most Popular Services");
  });
});
