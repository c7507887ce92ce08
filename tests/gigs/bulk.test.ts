import { env } from "cloudflare:workers";
import { asc, eq, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { gigs } from "#drizzle/schema.ts";
import { withDeferredIndexes } from "#drizzle/seed/bulk.ts";
import { category, gig } from "../support/factories.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const all = async (sql: string) => (await env.DB.prepare(sql).all()).results;

/** The full contents of the search indexes, and the counts. */
const indexed = async () => ({
  newest: await all("SELECT * FROM newest_words ORDER BY term, doc, col, offset"),
  byPrice: await all("SELECT * FROM price_words ORDER BY term, doc, col, offset"),
  stems: await all("SELECT * FROM stems ORDER BY term, doc, col, offset"),
  best: await all("SELECT * FROM best_words ORDER BY term, doc, col, offset"),
  counts: await all("SELECT * FROM gig_counts WHERE count > 0 ORDER BY category_id, subcategory_id"),
});

const schemaOfGigs = () =>
  all("SELECT type, name, sql FROM sqlite_master WHERE tbl_name = 'gigs' ORDER BY type, name");

const titles = (page: Page) => [...page.html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);

it("Gigs written in bulk, and their later changes, are indexed and counted like gigs added one by one", async () => {
  await env.DB.batch([
    env.DB.prepare("CREATE VIRTUAL TABLE newest_words USING fts5vocab('gigs_fts', 'instance')"),
    env.DB.prepare("CREATE VIRTUAL TABLE stems USING fts5vocab('gigs_stems_fts', 'instance')"),
    env.DB.prepare("CREATE VIRTUAL TABLE price_words USING fts5vocab('gigs_by_price_fts', 'instance')"),
    env.DB.prepare("CREATE VIRTUAL TABLE best_words USING fts5vocab('gigs_best_fts', 'instance')"),
  ]);
  const pots = await category(db, "Bulk pots", ["Jugs", "Cups"]);
  const [jugs, cups] = pots.subcategories;
  await gig(db, { title: "There before", categoryId: pots.id, subcategoryId: jugs?.id });
  for (let i = 0; i < 12; i++)
    await gig(db, {
      title: `Bulk jug ${i}`,
      priceCents: 1000 + 100 * ((i * 5) % 7),
      categoryId: pots.id,
      subcategoryId: [jugs?.id, cups?.id, undefined][i % 3],
      listed: i !== 4,
    });
  const oneByOne = await indexed();
  expect(oneByOne.byPrice.length).toBeGreaterThan(100);
  const before = await schemaOfGigs();

  const written = (await db.select().from(gigs).orderBy(asc(gigs.number))).slice(1);
  const ids = written.map(({ id }) => id);
  await db.delete(gigs).where(inArray(gigs.id, ids));
  expect(await indexed()).not.toEqual(oneByOne);
  await withDeferredIndexes(env.DB, async () => {
    for (const row of written.toReversed()) await db.insert(gigs).values(row);
  });
  expect(await indexed()).toEqual(oneByOne);
  expect(await schemaOfGigs()).toEqual(before);
  const words = async (word: string) => await all(`SELECT seen FROM search_words WHERE word = '${word}'`);
  // The words of deleted gigs are still counted: twelve were written twice, one of them unlisted.
  expect([await words("bulk"), await words("bulky")]).toEqual([[{ seen: 22 }], []]);

  const ann = visitor.signedOut();
  const cheapest = async () => titles(await ann.get("/search?q=bulk+jug&sort=price-low")).slice(0, 2);
  expect(await cheapest()).toEqual(["Bulk jug 0", "Bulk jug 7"]);
  await db.update(gigs).set({ listed: false }).where(eq(gigs.title, "Bulk jug 0"));
  expect(await cheapest()).toEqual(["Bulk jug 7", "Bulk jug 3"]);
  expect((await ann.get("/categories/bulk-pots")).text).toContain("All Bulk pots Services (11)");
  await gig(db, { title: "Bulk jug afterwards", priceCents: 100, categoryId: pots.id });
  expect(await cheapest()).toEqual(["Bulk jug afterwards", "Bulk jug 7"]);
  expect((await ann.get("/categories/bulk-pots")).text).toContain("All Bulk pots Services (12)");
});
