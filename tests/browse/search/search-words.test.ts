import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { categories, gigs, profiles } from "#drizzle/schema.ts";
import { category, gig, person } from "../../support/factories.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const ann = visitor.signedOut();
const craft = await category(db, "Pottery & Glass", ["Bowl Throwing"]);
const hazel = await person(db, { username: "hazel_draws", fullName: "Hazel Ní Bhriain" });
const within = { categoryId: craft.id, subcategoryId: craft.subcategories[0]?.id };
const bowl = await gig(db, { title: "Café bowl with a blue rim", description: "Thrown by hand.", ...within });
const plate = await gig(db, {
  title: "Plate",
  description: "A blue plate, for a café.",
  sellerId: hazel.id,
  priceCents: 2000,
});
await gig(db, { title: "Hidden café bowl, blue", listed: false });

const search = (q: string, rest = "") => ann.get(`/search?q=${encodeURIComponent(q)}${rest}`);
const titlesIn = (html = "") => [...html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);
/** The titles under 'Services that match these words'. */
const matching = (page: Page) => titlesIn(page.html.split('id="words"')[1]);

it("Services with all words follow in any order, accents ignored, those with the words in their title first", async () => {
  const page = await search("blue cafe");
  expect(page.text).toContain("No results found");
  expect(page.text).toContain("0 results for “blue cafe”");
  expect(page.text).toContain("Services that match these words");
  expect(matching(page)).toEqual(["Café bowl with a blue rim", "Plate"]);
});

it("Exact matches come first, are the only ones counted and are not repeated; a full page has no others", async () => {
  const page = await search("blue rim");
  expect(page.text).toContain("1 result for “blue rim”");
  expect(titlesIn(page.html)).toEqual(["Café bowl with a blue rim", "Plate"]);
  expect(matching(page)).toEqual(["Plate"]);
  for (let i = 0; i < 20; i++) await gig(db, { title: `Wooden spoon ${i}`, description: "Of oak" });
  await gig(db, { title: "Oak for a wooden stool" });
  expect(matching(await search("wooden spoon"))).toEqual([]);
  expect(matching(await search("wooden oak", "&page=2"))).toEqual([]);
});

it("Words of the category, subcategory, tags and seller count, even whole words of two letters", async () => {
  expect(matching(await search("rim pottery"))).toContain("Café bowl with a blue rim");
  expect(matching(await search("throwing rim"))[0]).toBe("Café bowl with a blue rim");
  expect(matching(await search("hazel plate"))[0]).toBe("Plate");
  await db
    .update(gigs)
    .set({ metaKeywords: ["3D print", "ui-kit"] })
    .where(eq(gigs.id, plate.id));
  expect(matching(await search("plate 3d"))[0]).toBe("Plate");
  expect(matching(await search("plate ui"))[0]).toBe("Plate");
});

it("A changed service is found by its new words, and not by the old ones", async () => {
  await db.update(profiles).set({ username: "moss" }).where(eq(profiles.id, hazel.id));
  await db.update(profiles).set({ fullName: "Moss Green" }).where(eq(profiles.id, hazel.id));
  expect(matching(await search("moss plate"))[0]).toBe("Plate");
  expect(matching(await search("hazel zebra"))).toEqual([]);
  await db.update(gigs).set({ title: "Saucer" }).where(eq(gigs.id, plate.id));
  expect(matching(await search("moss saucer"))).toEqual(["Saucer"]);
  const other = await category(db, "Tableware");
  await db.update(gigs).set({ categoryId: other.id }).where(eq(gigs.id, plate.id));
  await db.update(gigs).set({ listed: false }).where(eq(gigs.id, bowl.id));
  expect(matching(await search("blue cafe"))).toEqual(["Saucer"]);
  await db.update(gigs).set({ listed: true }).where(eq(gigs.id, bowl.id));
  await db.update(gigs).set({ ratingSum: 10, reviewCount: 2 }).where(eq(gigs.id, plate.id));
  await db.delete(gigs).where(eq(gigs.id, bowl.id));
  expect(matching(await search("blue cafe"))).toEqual(["Saucer"]);
});

it("The filters apply to services that match the words", async () => {
  await gig(db, { title: "Brass lamp", description: "With a linen shade.", priceCents: 9000 });
  await gig(db, { title: "Linen shade", description: "For a lamp of brass.", priceCents: 1000 });
  expect(matching(await search("brass shade"))).toHaveLength(2);
  expect(matching(await search("brass shade", "&max=20"))).toEqual(["Linen shade"]);
  expect(matching(await search("brass shade", "&days=1"))).toEqual([]);
});

it("If no service has all words, those with most of them are listed, title matches first, then by rating", async () => {
  const rated = await gig(db, { title: "Copper kettle", description: "Hammered." });
  await gig(db, { title: "Copper pan", description: "Hammered." });
  await gig(db, { title: "Steel", description: "Copper and hammered." });
  await db.update(gigs).set({ ratingSum: 48, reviewCount: 10 }).where(eq(gigs.id, rated.id));
  expect(matching(await search("copper quartz"))).toEqual(["Copper kettle", "Copper pan", "Steel"]);
});

it("A word that is not found is replaced by one that differs by a letter, and the page says so", async () => {
  await gig(db, { title: "Translate a letter" });
  const typo = await search("trnaslate my letter");
  expect(typo.text).toContain("Showing results for translate my letter");
  expect(matching(typo)).toEqual(["Translate a letter"]);
  const plural = await search("kettles");
  expect(plural.text).toContain("Showing results for kettle");
  expect(matching(plural)).toEqual(["Copper kettle"]);
  for (const found of ["kettle", "letter", "xqzw"])
    expect((await search(found)).text).not.toContain("Showing");
});

it("A category with a new name is found by it", async () => {
  const old = await category(db, "Basketry");
  await gig(db, { title: "Willow", categoryId: old.id });
  await db.update(categories).set({ name: "Weaving" }).where(eq(categories.id, old.id));
  expect(matching(await search("weaving willow"))).toEqual(["Willow"]);
});

it("Words that mean the same come after the words themselves and before gigs with only some of them", async () => {
  const titles = ["Snow photo", "Picture of snow", "Snow", "Snow: five photos", "Ivory: photos"];
  for (const title of titles) await gig(db, { title, description: "A gift." });
  expect(matching(await search("snow picture"))).toEqual([
    "Picture of snow",
    "Snow: five photos",
    "Snow photo",
    "Snow",
  ]);
  await gig(db, { title: "Translation from Finnish" });
  expect(matching(await search("spanish to korean"))[0]).toBe("Translation from Finnish");
  expect(matching(await search("spanish"))).toEqual([]);
});
