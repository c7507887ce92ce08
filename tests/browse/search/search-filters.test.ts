import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs, profiles } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { gig, person } from "../../support/factories.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const ann = visitor.signedOut();

/**
 * A gig by a seller of that level (null: none yet), with a rating of `stars` from `reviews` verified reviews.
 */
async function addGig(
  title: string,
  { price = 80, days = 3, level = null as string | null, stars = 0, reviews = 0 },
) {
  const seller = await person(db);
  await db.update(profiles).set({ sellerLevel: level }).where(eq(profiles.id, seller.id));
  const { id } = await gig(db, { title, priceCents: price * 100, sellerId: seller.id });
  await db
    .update(gigs)
    .set({ deliveryDays: days, ratingSum: stars * reviews, reviewCount: reviews })
    .where(eq(gigs.id, id));
}
await addGig("Vase A", { price: 20, days: 1, level: "Rising Talent" });
await addGig("Vase B", { price: 50, days: 3, level: "Level 1", stars: 4.5, reviews: 2 });
await addGig("Vase C", { price: 100, days: 7, level: "Level 2", stars: 4, reviews: 3 });
await addGig("Vase D", { price: 1500, days: 14, level: "Top Rated", stars: 5, reviews: 9 });
await addGig("Vase E", { price: 101, days: 30, stars: 3, reviews: 1 });
await addGig("Vase F", { price: 49, days: 60, level: "Top Rated", stars: 2, reviews: 4 });
await addGig("Jar A", { price: 50, days: 3, level: "Level 1", stars: 4.5, reviews: 2 });

const titles = (page: Page) => [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);
/** The letters of the vases found, in order. */
const vases = async (query: string) =>
  titles(await ann.get(`/search?q=vase&${query}`))
    .map((title) => title?.slice(-1))
    .join("");

it("The price filter is in whole dollars, inclusive", async () => {
  expect(await vases("")).toBe("FEDCBA");
  expect(await vases("min=50")).toBe("EDCB");
  expect(await vases("max=50")).toBe("FBA");
  expect(await vases("min=50&max=100")).toBe("CB");
  expect(await vases("min=100&max=50")).toBe("CB");
  expect(await vases("min=100&max=100")).toBe("C");
});

it("The delivery filter is the longest delivery time in days", async () => {
  expect(await vases("days=1")).toBe("A");
  expect(await vases("days=3")).toBe("BA");
  expect(await vases("days=7")).toBe("CBA");
  expect(await vases("days=14")).toBe("DCBA");
  expect(await vases("days=30")).toBe("EDCBA");
});

it("The level filter accepts several levels; a seller without a level matches none", async () => {
  expect(await vases("level=top-rated")).toBe("FD");
  expect(await vases("level=level-2&level=level-1")).toBe("CB");
  expect(await vases("level=Rising+Talent")).toBe("A");
  expect(await vases("level=top-rated&level=level-2&level=level-1&level=rising-talent")).toBe("FDCBA");
});

it("The rating filter is the lowest average of verified reviews", async () => {
  expect(await vases("rating=4.5")).toBe("DB");
  expect(await vases("rating=4")).toBe("DCB");
  expect(await vases("rating=3")).toBe("EDCB");
});

it("All filters apply together, in every sort, with and without a term", async () => {
  const all = "min=40&max=200&days=7&level=level-1&level=level-2&rating=4";
  expect(await vases(all)).toBe("CB");
  expect(await vases(`${all}&sort=price-low`)).toBe("BC");
  expect(await vases(`${all}&sort=price-high`)).toBe("CB");
  expect(await vases(`${all}&rating=4.5&days=3&sort=price-low`)).toBe("BC");
  expect(titles(await ann.get(`/search?${all}`))).toEqual(["Jar A", "Vase C", "Vase B"]);
  expect(titles(await ann.get(`/search?${all}&sort=price-low`))).toEqual(["Vase B", "Jar A", "Vase C"]);
  expect(titles(await ann.get(`/search?${all}&q=ja`))).toEqual(["Jar A"]);
});

it("The page shows the count, each active filter as a link that removes it, and 'Clear all'", async () => {
  const page = await ann.get("/search?q=vase&sort=price-low&min=40&max=200&level=level-1&level=level-2");
  expect(page.text).toContain("2 results for “vase”");
  for (const label of ["From $40", "Up to $200", "Level 2", "Level 1"])
    expect(page.text).toContain(`${label} remove this filter`);
  expect(page.text).toContain("Filters and sorting (4)");
  const kept = "/search?q=vase&sort=price-low";
  expect(page.links).toContain(`${kept}&max=200&level=level-2&level=level-1`);
  expect(page.links).toContain(`${kept}&min=40&level=level-2&level=level-1`);
  expect(page.links).toContain(`${kept}&min=40&max=200&level=level-1`);
  expect(page.links).toContain(`${kept}&min=40&max=200&level=level-2`);
  expect(page.html).toMatch(/href="\/search\?q=vase&amp;sort=price-low"[^>]*>Clear all</);
  expect((await ann.get("/search?q=vase&sort=price-low")).text).not.toContain("Clear all");
});

it("The search form is a GET form with every value, so that filters survive a new term and another sort", async () => {
  const { html } = await ann.get(
    "/search?q=vase&sort=price-high&min=200&max=40&days=7&level=level-2&rating=4&page=1",
  );
  const form = /<form[^>]*aria-label="Search with filters"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  expect(form).toMatch(/<form[^>]*method="get"[^>]*action="\/search"/);
  expect(form).toMatch(/name="q"[^>]*value="vase"/);
  expect(form).toMatch(/name="min"[^>]*value="40"/);
  expect(form).toMatch(/name="max"[^>]*value="200"/);
  const chosen = (name: string) =>
    new RegExp(`name="${name}">[\\s\\S]*?<option value="([^"]*)" selected=""`).exec(form)?.[1];
  expect([chosen("sort"), chosen("days"), chosen("rating")]).toEqual(["price-high", "7", "4"]);
  const ticked = [...form.matchAll(/<input type="checkbox"[^>]*>/g)].filter(([box]) => /checked/.test(box));
  expect(ticked.map(([box]) => /value="([^"]*)"/.exec(box)?.[1])).toEqual(["level-2"]);
  expect(form).not.toContain('name="page"');
  expect(form).toMatch(/<details class="side"><summary>/);
});

it("Invalid values are ignored and not echoed", async () => {
  const page = await ann.get("/search?q=vase&min=none&max=-1&days=2&level=%3Cb%3E&rating=9&sort=best&page=x");
  expect(page.status).toBe(200);
  expect(titles(page)).toHaveLength(6);
  expect(page.text).not.toContain("Clear all");
  const main = /<main[\s\S]*<\/main>/.exec(page.html)?.[0] ?? "";
  expect(main).not.toMatch(/value="none"|&lt;b&gt;|value="-1"/);
  expect([page.field("min"), page.field("max")]).toEqual(["", ""]);
});

it("Empty fields, which a form without scripts sends, are not filters", async () => {
  const page = await ann.get("/search?q=vase&sort=newest&days=&rating=&min=&max=");
  expect([titles(page).length, page.text.includes("Clear all")]).toEqual([6, false]);
});

it("Page links keep the filters; a page beyond the last redirects to the last one with them", async () => {
  for (let i = 1; i <= 41; i++) await gig(db, { title: `Mug ${i}`, priceCents: i * 100 });
  const first = await ann.get("/search?q=mug&sort=price-low&min=2");
  expect([first.text.includes("40 results"), titles(first)[0]]).toEqual([true, "Mug 2"]);
  const next = "/search?q=mug&sort=price-low&min=2&page=2";
  expect(first.links).toContain(next);
  const second = await ann.get(next);
  expect([titles(second).length, titles(second)[0]]).toEqual([20, "Mug 22"]);
  expect(second.links).not.toContain("/search?q=mug&sort=price-low&min=2&page=3");
  const beyond = await ann.get("/search?q=mug&sort=price-low&min=2&days=&page=9");
  expect([beyond.status, beyond.location]).toEqual([302, next]);
  const nothing = await ann.get("/search?q=mug&min=900&page=2");
  expect([nothing.status, nothing.location]).toEqual([302, "/search?q=mug&min=900"]);
});

it("Without results the page says 'No results found' and links to fewer filters and to all gigs", async () => {
  const page = await ann.get("/search?q=vase&sort=price-low&min=9000");
  expect(page.text).toContain("0 results for “vase”");
  expect(page.text).toContain("No results found");
  expect(page.text).toContain("Try fewer filters, or another word.");
  expect(page.html).toMatch(/href="\/search\?q=vase&amp;sort=price-low">Clear all filters</);
  expect(page.html).toMatch(/href="\/search">Browse All Services</);
  const term = await ann.get("/search?q=zzzz");
  expect(term.text).toContain("No results found");
  expect(term.text).toContain("Try a shorter or different word.");
  expect((await ann.get("/search?min=9000")).text).toContain("Remove a filter to see more.");
});

it("A read that fails twice shows a link to try again; one that fails once is not noticed", async () => {
  expectErrorLog("section read failed");
  const unlucky = visitor.signedOut();
  let faults = 0;
  unlucky.send = productWith({
    DB: faultyDatabase(env.DB, (sql) => sql.includes("gigs_fts") && faults-- > 0),
  });
  // A machine that is busy may need longer than the second that a section has.
  await expect
    .poll(async () => {
      faults = 1;
      return titles(await unlucky.get("/search?q=vase&max=50")).length;
    })
    .toBe(3);
  unlucky.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("gigs_fts")) });
  const page = await unlucky.get("/search?q=vase&max=50");
  expect([page.status, titles(page)]).toEqual([200, []]);
  expect(page.text).toContain("No results found");
  expect(page.html).not.toContain('class="toast"');
  expect(page.html).toMatch(/href="\/search\?q=vase&amp;max=50">Try Again</);
});

it("Long, right-to-left and emoji terms show whole in the search box, and cut in title and heading", async () => {
  const long = "wheel ".repeat(33).trim();
  const page = await ann.get(`/search?q=${encodeURIComponent(long)}`);
  expect(page.field("q")).toBeDefined();
  expect(page.html).toContain(`value="${long}"`);
  expect(page.title.length).toBeLessThan(130);
  expect(page.text).toMatch(/results for “wheel [^”]{60,80}…”/);
  const hebrew = await ann.open(`/search?q=${encodeURIComponent("  שלום 🏺 ")}`);
  expect(hebrew.text).toContain("results for “\u2068שלום 🏺\u2069”");
  expect(hebrew.title).toContain("\u2068שלום 🏺\u2069");
  expect(hebrew.html).toMatch(/id="qs"[^>]*dir="auto"/);
});

it("No search box submits a blank term", async () => {
  for (const [path, count] of [
    ["/", 3],
    ["/search", 1],
  ] as const) {
    const { html } = await ann.get(path);
    const boxes = [...html.matchAll(/<input[^>]*name="q"[^>]*>/g)].map(([box]) => box);
    expect([path, boxes.length]).toEqual([path, count]);
    for (const box of boxes) expect(box).toMatch(/required=""[^>]*pattern="\.\*\\S\.\*"/);
  }
});
