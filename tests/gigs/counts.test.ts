import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs } from "#drizzle/schema.ts";
import { measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { category, gig } from "../support/factories.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const titles = (page: Page) => [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);

it("Counts follow a gig when it is listed, hidden, moved to another subcategory, listed again and deleted", async () => {
  const pots = await category(db, "Counted pots", ["Jugs", "Cups"]);
  const [jugs, cups] = pots.subcategories;
  const count = async (path: string) => / \(([\d,]+)\)/.exec((await visitor.signedOut().get(path)).text)?.[1];
  const counts = async () => [
    await count("/categories/counted-pots"),
    await count("/categories/counted-pots/jugs-counted-pots"),
    await count("/categories/counted-pots/cups-counted-pots"),
  ];
  const jug = await gig(db, { categoryId: pots.id, subcategoryId: jugs?.id });
  await gig(db, { categoryId: pots.id });
  expect(await counts()).toEqual(["2", "1", "0"]);
  await db.update(gigs).set({ listed: false }).where(eq(gigs.id, jug.id));
  expect(await counts()).toEqual(["1", "0", "0"]);
  await db.update(gigs).set({ subcategoryId: cups?.id }).where(eq(gigs.id, jug.id));
  expect(await counts()).toEqual(["1", "0", "0"]);
  await db.update(gigs).set({ listed: true }).where(eq(gigs.id, jug.id));
  expect(await counts()).toEqual(["2", "0", "1"]);
  await db.delete(gigs).where(eq(gigs.id, jug.id));
  expect(await counts()).toEqual(["1", "0", "0"]);
});

it("A search sorted by price follows a new price, a new title and a hidden gig", async () => {
  const find = async (q: string, sort: string) =>
    titles(await visitor.signedOut().get(`/search?q=${q}&sort=${sort}`));
  const cheap = await gig(db, { title: "Zither one", priceCents: 1000 });
  await gig(db, { title: "Zither two", priceCents: 2000 });
  expect(await find("zither", "price-low")).toEqual(["Zither one", "Zither two"]);
  await db.update(gigs).set({ priceCents: 300_000_000 }).where(eq(gigs.id, cheap.id));
  expect(await find("zither", "price-low")).toEqual(["Zither two", "Zither one"]);
  expect(await find("zither", "price-high")).toEqual(["Zither one", "Zither two"]);
  await db.update(gigs).set({ title: "Lute one" }).where(eq(gigs.id, cheap.id));
  expect(await find("zither", "price-high")).toEqual(["Zither two"]);
  expect(await find("lute", "price-low")).toEqual(["Lute one"]);
  await db.update(gigs).set({ listed: false }).where(eq(gigs.id, cheap.id));
  expect(await find("lute", "price-low")).toEqual([]);
  expect(await find("lute", "newest")).toEqual([]);
});

it("A page reads at most 400 rows in any sort, counts included, however many gigs there are", async () => {
  const pots = await category(db, "Grown pots", ["Grown jugs"]);
  const jugs = pots.subcategories[0];
  const sub = { categoryId: pots.id, subcategoryId: jugs?.id };
  const { sellerId, slug } = await gig(db, sub);
  const fill = (from: number, to: number) =>
    env.DB.prepare(
      `with recursive k(i) as (select cast(?1 as integer) union all select i + 1 from k where i < ?2)
       insert into gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, seller_id,
         category_id, subcategory_id, questions, listed, created_at, updated_at)
       select 'g-' || i, 'g-' || i, 'Grown pot ' || i, 'Made by hand.', 100 + i % 900, 3, 1, '[]', ?3, ?4,
         iif(i % 2, ?5, null), '[]', 1, i, i from k`,
    )
      .bind(from, to, sellerId, pots.id, jugs?.id)
      .run();
  const sorted = ["/categories/grown-pots", `/categories/grown-pots/${jugs?.slug}`, "/search"].flatMap(
    (path) => ["newest", "price-low", "price-high"].map((sort) => `${path}?sort=${sort}`),
  );
  // A made-up page number redirects to the last page, and costs no more than the first page.
  const madeUp = sorted.slice(0, 6).map((path) => `${path}&page=999999999`);
  const paths = [
    "/",
    "/categories",
    `/services/s/${slug}`,
    "/services/s/g-7",
    "/services/s/g-8",
    ...sorted,
    ...madeUp,
  ];
  const rows = async () => {
    const read = [];
    for (const path of paths) {
      const measured = measuredDatabase(env.DB);
      const ann = visitor.signedOut();
      ann.send = productWith({ DB: measured.database });
      expect([path, (await ann.get(path)).status]).toEqual([path, madeUp.includes(path) ? 302 : 200]);
      read.push([path, measured.read()] as const);
    }
    return read;
  };
  await fill(1, 200);
  await rows();
  const small = await rows();
  await fill(201, 4000);
  const large = await rows();
  expect(large).toEqual(small);
  // Search results have at most 50 pages.
  const measured = measuredDatabase(env.DB);
  const ann = visitor.signedOut();
  ann.send = productWith({ DB: measured.database });
  expect((await ann.get("/search?page=999999999")).location).toBe("/search?page=50");
  expect(measured.read()).toBeLessThanOrEqual(1500);
  expect(Math.max(...large.map(([, count]) => count))).toBeLessThanOrEqual(400);
});

it("A deep page skips the rows before it using only the index", async () => {
  const cups = await category(db, "Deep cups");
  const { sellerId } = await gig(db, { categoryId: cups.id });
  await env.DB.prepare(
    `with recursive k(i) as (select 1 union all select i + 1 from k where i < 1200)
     insert into gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, seller_id,
       category_id, questions, listed, created_at, updated_at)
     select 'd-' || i, 'd-' || i, 'Deep cup ' || i, 'Made by hand.', 100 + i, 3, 1, '[]', ?1, ?2, '[]', 1, i, i from k`,
  )
    .bind(sellerId, cups.id)
    .run();
  const firsts = { newest: 200, "price-low": 1001, "price-high": 201 };
  for (const [sort, first] of Object.entries(firsts)) {
    const measured = measuredDatabase(env.DB);
    const ann = visitor.signedOut();
    ann.send = productWith({ DB: measured.database });
    const page = await ann.get(`/categories/deep-cups?sort=${sort}&page=51`);
    expect([titles(page).length, titles(page)[0]]).toEqual([20, `Deep cup ${first}`]);
    // 1,000 entries of the index, then 20 gigs with their sellers, and a few rows for the page itself.
    expect(measured.read()).toBeLessThan(1200);
  }
});
