import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../../support/bindings/faulty.ts";
import { category, gig } from "../../support/factories.ts";
import { recordCacheEntries } from "../../support/pages/page-cache-entries.ts";
import { db, visitor } from "../../support/visitor.ts";

/** A signed-in viewer who has opened a page before, so that their cookie has a bookmark. */
async function viewerWithBookmark() {
  const viewer = await visitor.signedIn();
  await viewer.get("/orders");
  expect(viewer.cookie("bookmark")).toBeTruthy();
  return viewer;
}

/**
 * Changes a price in a separate request.
 * @returns the bookmark that their answer would carry
 */
async function reprice(id: string, cents: number): Promise<string> {
  const session = env.DB.withSession("first-primary");
  await session.prepare("update gigs set price_cents = ? where id = ?").bind(cents, id).run();
  return session.getBookmark() ?? "";
}

it("Signed-in pages share the reads of public data", async () => {
  const pots = await category(db, "Shared pots");
  const bowl = await gig(db, { title: "Shared bowl", categoryId: pots.id });
  await gig(db, { title: "Shared cup", categoryId: pots.id });
  const [ann, bob] = [await viewerWithBookmark(), await viewerWithBookmark()];
  for (const path of ["/", "/categories", `/categories/${pots.slug}`, `/services/s/${bowl.slug}`]) {
    const first = measuredDatabase(env.DB);
    ann.send = productWith({ DB: first.database });
    const seen = await ann.get(path);
    const second = measuredDatabase(env.DB);
    bob.send = productWith({ DB: second.database });
    const shared = await bob.get(path);
    // Bob's session and his header.
    expect([path, second.read()]).toEqual([path, 3]);
    expect(first.read()).toBeGreaterThan(3);
    const main = (html: string) =>
      /<main[\s\S]*<\/main>/.exec(html)?.[0].replaceAll(/name="token" value="[^"]*"/g, "");
    expect(main(shared.html)).toBe(main(seen.html));
  }
});

it("Client transitions of visitors share them too", async () => {
  const pots = await category(db, "Travelled pots");
  await gig(db, { title: "Travelled bowl", categoryId: pots.id });
  const path = `/categories/${pots.slug}.data?_routes=browse%2Fcategory.route`;
  const ann = visitor.passingBy();
  ann.send = productWith({});
  expect((await ann.get(path)).html).toContain("Travelled bowl");
  const { database, read } = measuredDatabase(env.DB);
  ann.send = productWith({ DB: database });
  expect((await ann.get(path)).html).toContain("Travelled bowl");
  expect(read()).toBe(0);
});

it("Each part of a listing is shared for its own time: gigs 1 min, category and subcategories 5 min, FAQs and features 60 min", async () => {
  const kites = await category(db, "Timed kites", ["Box kites"]);
  await gig(db, { categoryId: kites.id });
  const path = "/categories/timed-kites.data?_routes=browse%2Fcategory.route";
  const readIn = async (minutes: number) => {
    const read: string[] = [];
    const guest = visitor.passingBy();
    guest.send = productWith({
      DB: faultyDatabase(env.DB, (sql) => {
        read.push(/from "(\w+)"/.exec(sql)?.[1] ?? sql);
        return false;
      }),
    });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
    await guest.get(path);
    vi.useRealTimers();
    // An isolate checks for removals on its own schedule, not on a part's.
    return read.filter((sql) => !sql.includes("from removals")).toSorted();
  };
  const parts = ["categories", "gig_counts", "gigs", "seo_faqs", "seo_features", "subcategories"];
  expect(await readIn(0)).toEqual(parts);
  expect(await readIn(0.9)).toEqual([]);
  expect(await readIn(1.1)).toEqual(["gig_counts", "gigs"]);
  expect(await readIn(5.1)).toEqual(["categories", "gig_counts", "gigs", "subcategories"]);
  expect(await readIn(60.1)).toEqual(parts);
});

it("A viewer sees their own write immediately; others see it after the TTL or after a new read", async () => {
  const bowl = await gig(db, { priceCents: 8000 });
  const path = `/services/s/${bowl.slug}`;
  const [ann, bob] = [await viewerWithBookmark(), await viewerWithBookmark()];
  for (const one of [ann, bob]) {
    one.send = productWith({});
    expect((await one.get(path)).text).toContain("Order Now ($80)");
  }
  ann.setCookie("bookmark", await reprice(bowl.id, 10_000));
  expect((await bob.get(path)).text).toContain("Order Now ($80)");
  expect((await ann.get(path)).text).toContain("Order Now ($100)");
  expect((await bob.get(path)).text).toContain("Order Now ($100)");
});

it("A page for the page cache reads its data again", async () => {
  const pots = await category(db, "Two caches");
  await gig(db, { title: "Early bowl", categoryId: pots.id });
  const ann = await viewerWithBookmark();
  const guest = visitor.passingBy();
  for (const one of [ann, guest]) one.send = productWith({});
  expect((await ann.get(`/categories/${pots.slug}`)).text).toContain("(1)");
  await gig(db, { title: "Late bowl", categoryId: pots.id });
  expect((await ann.get(`/categories/${pots.slug}`)).text).toContain("(1)");
  expect((await guest.get(`/categories/${pots.slug}`)).text).toContain("(2)");
  expect((await ann.get(`/categories/${pots.slug}`)).text).toContain("(2)");
});

it("A forged bookmark does not make an answer look newer", async () => {
  const bowl = await gig(db, { priceCents: 8000 });
  const path = `/services/s/${bowl.slug}`;
  const [ann, eve] = [await viewerWithBookmark(), await viewerWithBookmark()];
  for (const one of [ann, eve]) one.send = productWith({});
  eve.setCookie("bookmark", "zzzzzzzz-zzzzzzzz");
  expect((await eve.get(path)).text).toContain("Order Now ($80)");
  ann.setCookie("bookmark", await reprice(bowl.id, 10_000));
  expect((await ann.get(path)).text).toContain("Order Now ($100)");
});

it("A failed read is not cached", async () => {
  expectErrorLog("section read failed");
  const bowl = await gig(db);
  const mark = await reprice(bowl.id, 9000);
  const [ann, bob] = [await viewerWithBookmark(), await viewerWithBookmark()];
  for (const one of [ann, bob]) one.setCookie("bookmark", mark);
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("file conversion")) });
  expect((await ann.get("/")).text).toContain("Could not load categories");
  bob.send = productWith({});
  expect((await bob.get("/")).text).not.toContain("Could not load categories");
});

it("Invented addresses do not fill the cache", async () => {
  const pots = await category(db, "Flooded pots");
  const bowl = await gig(db, { categoryId: pots.id });
  const ann = await viewerWithBookmark();
  ann.send = productWith({});
  const entries = recordCacheEntries();
  const asked = [
    "/services/s/made-up",
    "/categories/made-up",
    "/categories/made-up/too",
    `/categories/${pots.slug}?page=77`,
    `/services/s/${bowl.slug}?reviews=77`,
  ];
  for (const path of asked) await ann.get(path);
  expect(entries.filter(({ key }) => /made-up|\/77$/.test(key))).toEqual([]);
  // The category and the gig that they show may be cached.
  expect(entries.map(({ key }) => /data\/[^/]+\/(.*)/.exec(key)?.[1])).toEqual([
    `category/${pots.slug}`,
    `subcategories/${pots.id}`,
    `about/${pots.id}/`,
    `gig/${bowl.slug}`,
  ]);
});
