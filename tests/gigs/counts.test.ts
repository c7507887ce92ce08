import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs } from "#drizzle/schema.ts";
import { category, gig } from "../support/factories.ts";
import { measuredDatabase, shopWith } from "../support/faulty.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const titles = (page: Page) => [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);

it("counts follow a gig through its life: listed, hidden, moved, listed again, gone", async () => {
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

it("a search by price follows a new price, a new title, and a gig that is hidden", async () => {
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

it("what a category's page and home read does not grow with the market: 400 rows at most", async () => {
  const pots = await category(db, "Grown pots");
  const { sellerId } = await gig(db, { categoryId: pots.id });
  const fill = (from: number, to: number) =>
    env.DB.prepare(
      `with recursive k(i) as (select ?1 union all select i + 1 from k where i < ?2)
       insert into gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, seller_id,
         category_id, questions, listed, created_at, updated_at)
       select 'g-' || i, 'g-' || i, 'Grown pot ' || i, 'Made by hand.', 100 + i % 900, 3, 1, '[]', ?3, ?4, '[]', 1, i, i from k`,
    )
      .bind(from, to, sellerId, pots.id)
      .run();
  const rows = async () => {
    const read = [];
    for (const path of [
      "/",
      "/categories",
      "/categories/grown-pots",
      "/categories/grown-pots?sort=price-high",
    ]) {
      const measured = measuredDatabase(env.DB);
      const ann = visitor.signedOut();
      ann.door = shopWith({ DB: measured.database });
      expect((await ann.get(path)).status).toBe(200);
      read.push(measured.read());
    }
    return read;
  };
  await fill(1, 500);
  const small = await rows();
  await fill(501, 6000);
  const large = await rows();
  expect(large).toEqual(small);
  expect(Math.max(...large)).toBeLessThanOrEqual(400);
});
