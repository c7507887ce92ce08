import { expect, it } from "vitest";
import { social } from "#app/brand.ts";
import { popular } from "#app/home/popular.ts";
import { category } from "../support/factories.ts";
import { db, visitor } from "../support/visitor.ts";

// Each isolate caches the menu, so the categories must exist before the first page.
for (const name of ["Echo", "Delta", "Charlie", "Bravo", "Alpha"]) {
  await category(db, name, [`${name} three`, `${name} two`, `${name} one`]);
}
const page = await visitor.signedOut().get("/no/such/page");
const part = (start: string, end: string) =>
  page.html.slice(page.html.indexOf(start), page.html.indexOf(end, page.html.indexOf(start)));
const links = (html: string) => [...html.matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, to]) => to);
const mega = part('<nav class="wrap rail"', "</nav>");
const mobile = part('<details class="menu"', "</details>");

it("The mega menu has the first 4 categories with their first 2 subcategories", () => {
  const categories = links(mega).filter((to) => to?.startsWith("/categories/"));
  expect(categories).toEqual([
    "/categories/alpha",
    "/categories/alpha/alpha-one-alpha",
    "/categories/alpha/alpha-three-alpha",
    "/categories/bravo",
    "/categories/bravo/bravo-one-bravo",
    "/categories/bravo/bravo-three-bravo",
    "/categories/charlie",
    "/categories/charlie/charlie-one-charlie",
    "/categories/charlie/charlie-three-charlie",
    "/categories/delta",
    "/categories/delta/delta-one-delta",
    "/categories/delta/delta-three-delta",
  ]);
  expect(mega).toContain("<details");
});

it("The menus and the footer link to all categories", () => {
  for (const html of [mega, mobile, part("<footer", "</footer>")])
    expect(links(html)).toContain("/categories");
});

it("The header links to Become a Seller and AI Assistant", () => {
  for (const path of ["/services/sell", "/ai-assistant"] as const) {
    expect([links(mega).includes(path), links(mobile).includes(path)]).toEqual([true, true]);
  }
});

it("The mobile menu has search, categories, popular links and help centre, in this order", () => {
  const first = ["/search", "Categories", "Popular", "Help centre"];
  const places = first.map((words) => mobile.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(links(mobile)).toEqual(expect.arrayContaining(popular.map(({ path }) => path)));
  expect(links(mobile).filter((to) => /^\/categories\/\w+$/.test(to ?? ""))).toEqual([
    "/categories/alpha",
    "/categories/bravo",
    "/categories/charlie",
    "/categories/delta",
  ]);
});

it("The search boxes of header and menu open the search page and do not submit blank text", () => {
  for (const html of [part('<div class="wrap bar"', "<details"), mobile]) {
    expect(html).toMatch(/<form[^>]*action="\/search"/);
    expect(html).toMatch(/<input[^>]*name="q"[^>]*required=""[^>]*pattern="\.\*\\S\.\*"/);
  }
});

it("The footer has category, support, account and social links, which open in the same tab", () => {
  const footer = part("<footer", "</footer>");
  expect([...footer.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)).toEqual([
    "Categories",
    "Support",
    "Account",
    "Follow",
  ]);
  for (const { label, to } of social)
    expect(footer).toMatch(new RegExp(`<a rel="me"[^>]*href="${to}"[^>]*>${label}</a>`));
  expect(footer).not.toContain("target=");
  expect(footer).toContain("Services by people, at prices you can see.");
  expect(footer).toMatch(/©.*20\d\d.*Handiwork/);
});
