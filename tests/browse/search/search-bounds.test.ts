import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { measuredDatabase, productWith } from "../../support/bindings/faulty.ts";
import { category, person } from "../../support/factories.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const seller = await person(db);
const { id: categoryId, slug: categorySlug, subcategories } = await category(db, "Tiles", ["Floor"]);
const listing = `/categories/${categorySlug}`;
let made = 0;
const gigsPerInsert = 250;

/**
 * Adds listed gigs: the i-th costs i dollars and takes `days` days. It adds them in chunks, because other
 * tests use the same database at the same time, and a page gives up a read that waits for a second.
 */
async function addGigs(count: number, title: string, days = 3) {
  for (let first = 1; first <= count; first += gigsPerInsert) {
    await env.DB.prepare(
      `with recursive k(i) as (select cast(?1 as integer) union all select i + 1 from k where i < ?2)
       insert into gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, seller_id,
         category_id, subcategory_id, questions, listed, created_at, updated_at)
       select 'm-' || (?3 + i), 'm-' || (?3 + i), ?4 || ' ' || i, 'Made by hand.', i * 100, ?5, 1, '[]', ?6, ?7, ?8, '[]', 1, i, i from k`,
    )
      .bind(
        first,
        Math.min(first + gigsPerInsert - 1, count),
        made,
        title,
        days,
        seller.id,
        categoryId,
        subcategories[0]?.id,
      )
      .run();
  }
  made += count;
}

const sentence = "Showing the best we could find quickly. Add a word.";
const titles = (page: Page) => [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);
const heading = (page: Page) => / (\S+ results?( for “[^”]*”)?) /.exec(page.text)?.[1];
const ann = visitor.signedOut();

let readers = 0;
/** How many rows D1 read for a page. */
async function rowsRead(path: string): Promise<number> {
  const { database, read } = measuredDatabase(env.DB);
  const reader = visitor.signedOut();
  // A network is allowed 240 searches a minute.
  reader.address = `198.51.100.${readers++ % 250}`;
  reader.send = productWith({ DB: database });
  expect((await reader.get(path)).status).toBe(200);
  return read();
}

await addGigs(800, "Clay tile");

it("With filters, 800 matches are examined and counted exactly", async () => {
  const page = await ann.get("/search?q=clay&days=7");
  expect([heading(page), page.text.includes(sentence)]).toEqual(["800 results for “clay”", false]);
});

it("If a search stops after 800 matches, the page says so, the count has a plus, and pages end there", async () => {
  await addGigs(1, "Clay tile late");
  const page = await ann.get("/search?q=clay&days=7");
  expect([heading(page), page.text.includes(sentence)]).toEqual(["800+ results for “clay”", true]);
  expect(titles(page)[0]).toBe("Clay tile late 1");
  const last = await ann.get("/search?q=clay&days=7&page=41");
  expect([last.status, last.location]).toEqual([302, "/search?q=clay&days=7&page=40"]);
  expect(titles(await ann.get("/search?q=clay&days=7&page=40")).at(-1)).toBe("Clay tile 2");
});

it("Without a term, the same bound applies to the sort's index; sorted by price, the search starts at the price filter", async () => {
  const newest = await ann.get("/search?max=2");
  // The gig beyond the bound shows that there are more. It costs $1, so it is found too.
  expect([heading(newest), newest.text.includes(sentence)]).toEqual(["3+ results", true]);
  const cheapest = await ann.get("/search?max=2&sort=price-low");
  expect([heading(cheapest), cheapest.text.includes(sentence)]).toEqual(["3 results", false]);
  const dearest = await ann.get("/search?days=3&sort=price-high");
  expect([heading(dearest), titles(dearest)[0]]).toEqual(["800+ results", "Clay tile 800"]);
});

it("A search that stopped at its bound never says 'No results found'", async () => {
  const page = await ann.get("/search?q=clay&rating=4");
  expect(heading(page)).toBe("0+ results for “clay”");
  expect(page.text).toContain(sentence);
  expect(page.text).not.toContain("No results found");
  expect(page.html).toMatch(/href="\/search\?q=clay">Clear all filters</);
});

it("Terms of one and two characters examine 1,000 gigs in the order of the sort", async () => {
  const all = await ann.get("/search?q=cl");
  expect([heading(all), all.text.includes(sentence)]).toEqual(["801 results for “cl”", false]);
  await addGigs(200, "Oak bowl");
  const some = await ann.get("/search?q=cl");
  expect([heading(some), some.text.includes(sentence)]).toEqual(["801+ results for “cl”", true]);
  const none = await ann.get("/search?q=zq");
  expect([heading(none), none.text.includes(sentence)]).toEqual(["0+ results for “zq”", true]);
  expect(none.text).not.toContain("No results found");
  await addGigs(1000, "Oak bowl");
  const many = await ann.get("/search?q=ow");
  expect(heading(many)).toBe("1,000+ results for “ow”");
});

it("A filtered category stops after 800 gigs too: the heading has a plus and the page says how many were checked", async () => {
  const page = await ann.get(`${listing}?days=7`);
  expect(page.text).toContain("All Tiles Services (800+)");
  expect(page.text).toContain("We checked the first 800 services in this order. There may be more.");
  const none = await ann.get(`${listing}?rating=4`);
  expect(none.text).toContain("All Tiles Services (0+)");
  expect(none.text).toContain("There may be more. Clear all filters");
  expect(none.text).not.toContain("No results found");
});

it("Without filters the count is exact up to 1,000, then 1,000+, and pages end there", async () => {
  expect(heading(await ann.get("/search?q=oak"))).toBe("1,000+ results for “oak”");
  const beyond = await ann.get("/search?q=oak&page=51");
  expect(beyond.location).toBe("/search?q=oak&page=50");
  expect((await ann.get("/search?q=oak")).text).not.toContain(sentence);
});

const sorts = ["newest", "price-low", "price-high", "best-match", "best-rated"];
const narrowings = [
  "days=7&level=level-2&level=top-rated&rating=4&min=5&max=900",
  "days=14",
  "level=level-2",
  "max=40",
  "min=700",
];
const terms = [
  "clay",
  "tile 1",
  "made by hand",
  "e b",
  "a t",
  "tile made",
  "zzz",
  "hand zzz",
  "wheel thrown clay tile",
  "clay hands tilee oak bowl made",
];

it("A search reads at most 1,500 rows on any page, and 4,000 with filters, however many gigs there are", async () => {
  const plain = ["", ...terms].flatMap((q) => sorts.map((sort) => `/search?q=${q}&sort=${sort}`));
  const deep = sorts.flatMap((sort) => ["", "clay"].map((q) => `/search?q=${q}&sort=${sort}&page=50`));
  const narrowed = ["", "clay", "e b", "clay hands tilee oak bowl made"].flatMap((q) =>
    sorts.flatMap((sort) => narrowings.map((narrow) => `/search?q=${q}&sort=${sort}&${narrow}`)),
  );
  const last = sorts.map((sort) => `/search?q=clay&sort=${sort}&days=14&page=40`);
  const short = sorts.flatMap((sort) =>
    ["cl", "zq", "ui cl", "cl&days=1&level=level-2"].map((q) => `/search?q=${q}&sort=${sort}`),
  );
  const listings = [listing, `${listing}/${subcategories[0]?.slug}`];
  const filtered = listings.flatMap((path) =>
    ["newest", "price-low", "price-high"].flatMap((sort) => [
      ...narrowings.map((narrow) => `${path}?sort=${sort}&${narrow}`),
      `${path}?sort=${sort}&days=14&page=40`,
    ]),
  );
  const measured = async (paths: string[]) => {
    const rows = [];
    for (const path of paths) rows.push([path, await rowsRead(path)] as const);
    return rows;
  };
  const most = (rows: (readonly [string, number])[]) => Math.max(...rows.map(([, count]) => count));

  // A narrow price range reads more rows as it gains gigs, up to the bound.
  const full = [...listings, ...plain, ...narrowed.filter((path) => !/(min|max)=\d+$/.test(path))];
  await addGigs(3000, "Clay tile made by hand");
  await rowsRead("/search");
  const before = await measured(full);
  await addGigs(3000, "Clay tile made by hand");
  const after = await measured(full);
  expect(after).toEqual(before);
  const known = new Map(after);
  const maxOf = async (paths: string[]) =>
    Math.max(
      ...paths.flatMap((path) => known.get(path) ?? []),
      most(await measured(paths.filter((path) => !known.has(path)))),
    );
  expect(await maxOf([...plain, ...deep])).toBeLessThanOrEqual(1500);
  expect(await maxOf([...narrowed, ...last])).toBeLessThanOrEqual(4000);
  const [plainShort, narrowedShort] = [false, true].map((narrow) =>
    short.filter((path) => path.includes("days=") === narrow),
  );
  expect(most(await measured(plainShort ?? []))).toBeLessThanOrEqual(1500);
  expect(most(await measured(narrowedShort ?? []))).toBeLessThanOrEqual(4000);
  expect(most(await measured(sorts.map((sort) => `/search?sort=${sort}`)))).toBeLessThanOrEqual(400);
  expect(await maxOf(listings)).toBeLessThanOrEqual(400);
  expect(most(await measured(filtered))).toBeLessThanOrEqual(4000);
}, 180_000);
