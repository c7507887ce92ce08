import { afterEach, expect, it, vi } from "vitest";
import * as build from "#build/server/index.js";
import { category, gig } from "../../support/factories.ts";
import { type CachedEntry, recordCacheEntries } from "../../support/pages/page-cache-entries.ts";
import { review } from "../../support/reviews.ts";
import { db, origin, type Page, visitor } from "../../support/visitor.ts";

const pottery = await category(db, "Flood pottery", ["Bowls"]);
const [bowls] = pottery.subcategories;
const bowl = await gig(db, { categoryId: pottery.id, subcategoryId: bowls?.id });
const listing = `/categories/${pottery.slug}`;
const service = `/services/s/${bowl.slug}`;

afterEach(() => {
  vi.restoreAllMocks();
});

/** The names of the entries that were put into a cache: their keys without the prefix. */
const namesOf = (entries: CachedEntry[], cache: "pages" | "data") =>
  entries.flatMap(({ key }) => key.split(`/-/${cache}/`)[1]?.replace(/^[^/]+/, "") ?? []);

/** Expects the small page of the worker, which Remix has not seen. */
function expectPlain(page: Page): void {
  expect(page.links).toEqual(["/"]);
  expect(page.text).toContain("Return to Home");
  expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(page.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(page.html).toContain('<meta name="robots" content="noindex">');
  expect(page.html.length).toBeLessThan(1000);
}

it("A query of 70 KB or of more than 300 parameters is answered 414 by a plain page", async () => {
  for (const query of [`q=${"x".repeat(70_000)}`, "a=b&".repeat(300)]) {
    const page = await visitor.signedOut().get(`/search?${query}`);
    expect(page.status).toBe(414);
    expect(page.text).toContain("This address is too long");
    expectPlain(page);
  }
  expect((await visitor.signedOut().get(`/search?q=logo${"&a=b".repeat(299)}`)).status).toBe(200);
});

const refusedPaths = [
  "/a".repeat(13),
  `${"/a".repeat(13)}.data`,
  "/a".repeat(30_000),
  `/a${"/".repeat(12)}`,
  `/${"x".repeat(1000)}`,
  `/services/s/${encodeURIComponent("語".repeat(1000))}`,
  `/@ann/${"x".repeat(70_000)}`,
];

it("A path of more than 12 segments or 1,000 characters answers 404 without reaching Remix", async () => {
  for (const path of refusedPaths) {
    const page = await visitor.signedOut().get(path);
    expect([path.slice(0, 30), page.status]).toEqual([path.slice(0, 30), 404]);
    expect(page.text).toContain("404");
    expect(page.text).toContain("Oops! Page not found");
    expectPlain(page);
    expect((await visitor.passingBy().fetch(path, { method: "POST" })).status).toBe(404);
    const head = await visitor.passingBy().fetch(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([404, ""]);
  }
});

it("A shorter path reaches its page: characters count without percent-encoding", async () => {
  for (const path of ["/a".repeat(12), `/${"x".repeat(999)}`, `/services/s/${"%E8%AA%9E".repeat(987)}`]) {
    const page = await visitor.signedOut().get(path);
    expect(page.status).toBe(404);
    expect(page.links).toContain("/sign-in");
  }
});

/** Asks for the routes of paths, as the scripts of this build's pages do. */
async function askManifest(paths: string[], init?: RequestInit): Promise<Response> {
  const query = new URLSearchParams([...paths.map((path) => ["p", path]), ["version", build.assets.version]]);
  return await visitor.passingBy().fetch(`/__manifest?${query}`, init);
}

const routesOf = async (paths: string[]) => Object.keys(await (await askManifest(paths)).json()).sort();

it("The manifest names the routes of a page's links and of the paths above them", async () => {
  const category = ["browse/categories.route", "browse/category.route", "root"];
  expect(await routesOf([listing])).toEqual(category);
  const all = await routesOf([`${listing}/${bowls?.slug}`, "/search"]);
  expect(all).toEqual([...category, "browse/search/search.route", "browse/subcategory.route"].sort());
  expect(await (await askManifest([listing], { method: "HEAD" })).text()).toBe("");
  const older = await visitor.passingBy().fetch("/__manifest?p=/search&version=older");
  expect([older.status, older.headers.get("X-Remix-Reload-Document")]).toEqual([204, "true"]);
});

it("The manifest ignores what is beyond its limits, and never answers 400", async () => {
  const deep = "/search".repeat(7);
  expect(await routesOf([deep])).toEqual([]);
  expect(await routesOf([])).toEqual([]);
  expect(await routesOf([deep, "/search"])).toEqual(["browse/search/search.route", "root"]);
  expect(await routesOf([`/${"x".repeat(50_000)}`])).toEqual(["root", "sellers/page/seller.route"]);
  const others = (count: number) => Array.from({ length: count }, (_, i) => `/search-${i}`);
  expect(await routesOf([...others(299), "/help"])).toContain("help/help.route");
  expect(await routesOf([...others(300), "/help"])).not.toContain("help/help.route");
  expect((await visitor.passingBy().fetch("/__manifest", { method: "POST" })).status).toBe(405);
});

it("A form is accepted whichever host a proxy says it was sent to", async () => {
  const headers = { Origin: origin, "X-Forwarded-Host": "elsewhere.example", "Content-Length": "0" };
  const answer = await visitor.passingBy().fetch("/sign-in", { method: "POST", headers, body: "" });
  expect(answer.status).toBe(400);
});

it("A log line does not repeat a long address", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await visitor.signedOut().get(`/${"x".repeat(70_000)}`);
  for (const [line] of log.mock.calls) expect(String(line).length).toBeLessThan(1000);
});

it("A long text typed while signed out keeps the sign-in address short and is restored in full", async () => {
  const ann = visitor.signedOut();
  const answer = await ann.submit("/orders", {
    gigId: bowl.id,
    package: "starter",
    requirements: "語".repeat(2000),
  });
  expect(answer.location).toMatch(/^\/sign-in\?/);
  expect(answer.location?.length).toBeLessThan(400);
  const back = (await ann.get(answer.location ?? "")).field("redirectTo") ?? "";
  expect((await ann.get(back)).field("requirements")).toBe("語".repeat(2000));
});

it.each(["/", "/categories", listing, `${listing}/${bowls?.slug}`, service])(
  "The parameters of an advertisement do not change the cached page of %s",
  async (path) => {
    const entries = recordCacheEntries();
    await visitor.passingBy().get(path);
    const before = entries.length;
    for (const query of ["utm_source=letter-a", "utm_source=letter-b&fbclid=x", "gclid=&page=&sort="]) {
      const page = await visitor.passingBy().get(`${path}?${query}`);
      expect(page.status).toBe(200);
      expect(page.html).not.toMatch(/utm_|fbclid|gclid/);
    }
    expect(before).toBeGreaterThan(0);
    expect(entries.length).toBe(before);
  },
);

it.each(["/search?q=logo", "/sign-in", "/sign-up", "/services/recent", "/no/such/page"])(
  "The links of %s, including the canonical one, do not carry the parameters of an advertisement",
  async (path) => {
    const page = await visitor.passingBy().get(`${path}${path.includes("?") ? "&" : "?"}utm_source=letter`);
    expect(page.links.filter((link) => link.includes("utm_"))).toEqual([]);
    expect(page.html).not.toMatch(/<link[^>]*utm_/);
  },
);

it("A flood of made-up addresses cannot fill the cache: only existing pages are stored, once per theme and speed", async () => {
  for (let i = 0; i < 12; i++) await review(db, bowl);
  const entries = recordCacheEntries();
  const numbers = Array.from({ length: 6 }, (_, i) => i + 2);
  const flood = [
    ...numbers.flatMap((number) => [
      `${listing}?page=${number}`,
      `${listing}?page=${number}0000000000`,
      `${listing}?x${number}=${number}&sort=price-low`,
      `${listing}?sort=odd${number}`,
      `${listing}-${number}`,
      `${listing}/${number}`,
      `${service}?reviews=${number + 2}`,
      `${service}?package=odd${number}`,
      `${service}-${number}`,
      `/@somebody-${number}/${bowl.slug}`,
      `/?utm_term=${number}`,
    ]),
    `${listing}/`,
    `${listing}//`,
    listing.toUpperCase(),
    listing.replace("flood", "Flood"),
    listing.replace("f", "%66"),
    `${listing}?page=1&page=2`,
    `${service}?package=pro&package=elite`,
    `${service}?reviews=2`,
    `${service}?reviews=2&package=starter`,
    `${service}/`,
  ];
  const themes = ["", "pink", "dark\"'", "light"];
  for (const [i, path] of flood.entries()) {
    const guest = visitor.passingBy();
    const theme = themes[i % themes.length];
    if (theme) guest.setCookie("theme", theme);
    if (i % 7 === 0) guest.setCookie("lite", `${i}`);
    await guest.fetch(path, { headers: { ECT: `${i}g` } });
  }
  const pageNames = namesOf(entries, "pages");
  // An address of the cache begins with the theme and ends with the number of removals.
  const pages = new Set(
    pageNames.map((name) => name.replace(/^\/(system|light|dark)\/(full|slow)|~0$/g, "")),
  );
  expect([...pages].sort()).toEqual(
    [
      "/",
      listing,
      `${listing}?sort=price-low`,
      service,
      `${service}?package=pro`,
      `${service}?reviews=2`,
    ].sort(),
  );
  expect(new Set(pageNames).size).toBeLessThanOrEqual(pages.size * 2);
  // The number of removals is asked for every 10 s.
  const data = new Set(namesOf(entries, "data").filter((name) => name !== "/removals"));
  expect([...data].sort()).toEqual(
    [
      "/home",
      `/category/${pottery.slug}`,
      `/about/${pottery.id}/`,
      `/subcategories/${pottery.id}`,
      ...["newest", "price-low"].map((sort) => `/listing/${pottery.id}//${sort}/1`),
      `/gig/${bowl.slug}`,
      ...[1, 2].map((page) => `/around-gig/${bowl.slug}/${page}`),
    ].sort(),
  );
});
