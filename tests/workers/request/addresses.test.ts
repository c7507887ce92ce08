import { afterEach, expect, it, vi } from "vitest";
import { category, gig } from "../../support/factories.ts";
import { type CachedEntry, recordCacheEntries } from "../../support/pages/page-cache-entries.ts";
import { review } from "../../support/reviews.ts";
import { db, visitor } from "../../support/visitor.ts";

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

it("An address of 70 KB is answered 414 by a plain page with the headers of every page", async () => {
  for (const path of [`/search?q=${"x".repeat(70_000)}`, `/${"x".repeat(70_000)}`]) {
    const page = await visitor.signedOut().get(path);
    expect(page.status).toBe(414);
    expect(page.text).toContain("This address is too long");
    expect(page.links).toEqual(["/"]);
    expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(page.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(page.html.length).toBeLessThan(1000);
  }
});

it("A log line does not repeat a long address", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await visitor.signedOut().get(`/${"x".repeat(70_000)}`);
  for (const [line] of log.mock.calls) expect(String(line).length).toBeLessThan(1000);
});

it("A long text that was typed signed out leaves the address of sign-in short and comes back whole", async () => {
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
  "The links of %s, also the canonical one, do not carry the parameters of an advertisement",
  async (path) => {
    const page = await visitor.passingBy().get(`${path}${path.includes("?") ? "&" : "?"}utm_source=letter`);
    expect(page.links.filter((link) => link.includes("utm_"))).toEqual([]);
    expect(page.html).not.toMatch(/<link[^>]*utm_/);
  },
);

it("A flood of made-up addresses cannot fill the cache: only existing pages are stored, once per theme and speed", async () => {
  for (let i = 0; i < 12; i++) await review(db, bowl);
  const entries = recordCacheEntries();
  const numbers = Array.from({ length: 20 }, (_, i) => i + 2);
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
  const pages = new Set(pageNames.map((name) => name.replace(/^\/(system|light|dark)\/(full|slow)/, "")));
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
  expect([...new Set(namesOf(entries, "data"))].sort()).toEqual(
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
}, 60_000);
