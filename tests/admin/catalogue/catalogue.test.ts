import { env } from "cloudflare:workers";
import { asc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { afterEach, expect, it, vi } from "vitest";
import { moveGigs } from "#app/admin/catalogue/topic-writes.server.ts";
import { findTopic, type Topic } from "#app/admin/catalogue/topics.server.ts";
import {
  auditLog,
  categories,
  gigs,
  seoFaqs,
  seoFeatures,
  seoReviews,
  subcategories,
} from "#drizzle/schema.ts";
import { operator } from "../../support/accounts/operator.ts";
import { category, gig, person } from "../../support/factories.ts";
import { db, visitor } from "../../support/visitor.ts";

const { ann: eve } = await operator();
const reason = "Agreed with the owners of the market";
const anyone = visitor.signedOut();

const rowOf = async (id: string) => {
  const [top] = await db.select().from(categories).where(eq(categories.id, id));
  const [sub] = await db.select().from(subcategories).where(eq(subcategories.id, id));
  const row = top ?? sub;
  if (!row) throw new Error("No such topic");
  return row;
};

/** Sends a form of a topic's page, as the page shows it now. */
async function send(id: string, intent: string, fields: Record<string, string | number> = {}) {
  const { version } = await rowOf(id);
  return await eve.submit(`/admin/catalogue/${id}`, { intent, version, reason, ...fields });
}

/** Saves a topic's own texts. */
async function save(id: string, changes: Record<string, string | number>) {
  const { name, slug, description, metaTitle, metaDescription } = await rowOf(id);
  const texts = {
    ...{ name, slug, description: description ?? "", metaTitle: metaTitle ?? "" },
    metaDescription: metaDescription ?? "",
  };
  return await send(id, "save", { ...texts, ...changes });
}

const lastAudit = async (subjectId: string) =>
  (
    await db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(asc(auditLog.number))
  ).at(-1);

afterEach(() => {
  vi.useRealTimers();
});

it("An operator adds a category and a subcategory, and edits their texts and icon; the log says what was before", async () => {
  const made = await eve.submit("/admin/catalogue", { intent: "add", name: "Stone & Clay", reason });
  const [top] = await db.select().from(categories).where(eq(categories.name, "Stone & Clay"));
  const id = top?.id ?? "";
  expect([made.status, made.location, top?.slug]).toEqual([303, `/admin/catalogue/${id}`, "stone-clay"]);
  const sub = await send(id, "add-subcategory", { name: "Kilns", slug: "kilns" });
  expect([sub.status, sub.location?.startsWith("/admin/catalogue/")]).toEqual([303, true]);
  const texts = {
    metaTitle: "Stone and clay by hand",
    metaDescription: "Everything of clay",
    description: "All about clay.\r\n\r\nAnd <b>stone</b>.",
    icon: "/category-icons/palette.svg",
  };
  expect((await save(id, texts)).status).toBe(303);
  const page = await anyone.get("/categories/stone-clay");
  expect([page.status, page.title]).toEqual([200, "Stone and clay by hand | Handiwork"]);
  expect(page.html).toContain('content="Everything of clay"');
  expect(page.html).toContain("And &lt;b&gt;stone&lt;/b&gt;.");
  expect(page.text).toContain("Kilns");
  expect((await anyone.get("/categories")).html).toContain("/category-icons/palette.svg");
  const list = await eve.get("/admin/catalogue");
  expect(list.links).toContain(`/admin/catalogue/${id}`);
  expect(await lastAudit(id)).toMatchObject({
    action: "edit-category",
    operatorId: eve.id,
    reason,
    before: "icon ‘nothing’, title ‘nothing’, short description ‘nothing’, text ‘nothing’",
  });
  const log = await eve.get("/admin/audit?action=edit-category");
  expect(log.text).toContain("title ‘Stone and clay by hand’");
  expect(log.links).toContain(`/admin/catalogue/${id}`);
});

it("Refused texts come back whole: too long, a taken or reserved address, no reason, an outdated page", async () => {
  const other = await category(db, "Glass");
  const top = await category(db, "Wood", ["Spoons"]);
  const spoons = top.subcategories[0]?.id ?? "";
  await save(other.id, { slug: "glass-work" });
  const long = "Words, ".repeat(100_000 / 7 + 1).slice(0, 99_999);
  for (const [changes, status, sentence] of [
    [{ description: `${long}!` }, 400, "Please use at most 20,000 characters"],
    [{ metaTitle: "a".repeat(71), description: "Kept" }, 400, "Please use at most 70 characters"],
    [{ slug: "glass-work", description: "Kept" }, 400, "This address is taken"],
    [{ slug: "glass", description: "Kept" }, 400, "This address is taken"],
    [{ slug: "search", description: "Kept" }, 400, "This address is reserved"],
    [{ slug: "Big Wood", description: "Kept" }, 400, "lower-case letters, digits and single hyphens"],
    [{ name: "Glass", description: "Kept" }, 400, "Another category has this name"],
    [{ name: "", description: "Kept" }, 400, "Please enter a name"],
    [{ icon: "//elsewhere.test/x.svg", description: "Kept" }, 400, "Please choose one of the icons"],
    [{ reason: "no", description: "Kept" }, 400, "at least 10 characters"],
    [{ version: 999, description: "Kept" }, 409, "This was changed in the meantime"],
    [{}, 400, "You have not changed anything"],
  ] as const) {
    const page = await save(top.id, changes);
    expect([page.status, changes, page.text.includes(sentence)]).toEqual([status, changes, true]);
    if ("description" in changes) expect(page.html).toContain(`>${changes.description}</textarea>`);
  }
  expect(await rowOf(top.id)).toMatchObject({ name: "Wood", slug: "wood", description: null, version: 1 });
  const sub = await send(top.id, "add-subcategory", { name: "More spoons", slug: "spoons-wood" });
  expect([sub.status, sub.text.includes("This address is taken"), sub.html.includes("More spoons")]).toEqual([
    ...[400, true, true],
  ]);
  expect((await save(spoons, { slug: "glass" })).status).toBe(303);
  const added = await eve.submit("/admin/catalogue", { intent: "add", name: "Panes", slug: "glass", reason });
  expect([added.status, added.text.includes("This address is taken")]).toEqual([400, true]);
});

it("A text that is too long for the title but was there before stays valid while other texts change", async () => {
  const top = await category(db, "Long title");
  await db
    .update(categories)
    .set({ metaTitle: "t".repeat(73) })
    .where(eq(categories.id, top.id));
  expect((await save(top.id, { description: "New" })).status).toBe(303);
  expect((await save(top.id, { metaTitle: "u".repeat(73) })).status).toBe(400);
});

it("A former address redirects permanently, with its query, and so do those of its subcategories, even if both parts have changed", async () => {
  const top = await category(db, "Paper", ["Cards"]);
  const cards = top.subcategories[0]?.id ?? "";
  await save(top.id, { slug: "paper-goods" });
  await save(cards, { slug: "greeting-cards" });
  await save(top.id, { slug: "stationery" });
  for (const [from, to] of [
    ["/categories/paper?sort=price-low&page=2", "/categories/stationery?sort=price-low&page=2"],
    ["/categories/paper-goods", "/categories/stationery"],
    ["/categories/paper/cards-paper", "/categories/stationery/greeting-cards"],
    ["/categories/paper-goods/greeting-cards", "/categories/stationery/greeting-cards"],
    ["/categories/stationery/cards-paper?page=2", "/categories/stationery/greeting-cards?page=2"],
  ] as const) {
    for (const who of [anyone, visitor.passingBy(), eve]) {
      const page = await who.get(from);
      expect([from, page.status, page.location]).toEqual([from, 301, to]);
    }
  }
  expect((await anyone.get("/categories/stationery/greeting-cards")).status).toBe(200);
  // Another category's subcategory still redirects to that category, and an unknown one does not redirect.
  const other = await category(db, "Metal");
  const stray = await anyone.get(`/categories/${other.slug}/greeting-cards`);
  expect([stray.status, stray.location]).toEqual([302, "/categories/metal"]);
  expect((await anyone.get("/categories/stationery/nothing")).status).toBe(404);
  const search = await anyone.get("/search?q=x&category=paper-goods");
  expect([search.status, search.location]).toEqual([302, "/search?q=x&category=stationery"]);
  // Changed back: the first address is current again and no longer redirects.
  await save(top.id, { slug: "paper" });
  expect((await anyone.get("/categories/paper")).status).toBe(200);
  expect((await anyone.get("/categories/stationery")).location).toBe("/categories/paper");
});

it("FAQs and features are added, edited, moved and removed; the page shows the first five in this order", async () => {
  const top = await category(db, "Wool", ["Hats"]);
  for (const [id, kind] of [
    [top.id, "faq"],
    [top.subcategories[0]?.id ?? "", "feature"],
  ] as const) {
    const path = kind === "faq" ? "/categories/wool" : "/categories/wool/hats-wool";
    for (let i = 1; i <= 6; i++) {
      const page = await send(id, `add-${kind}`, { heading: `Heading ${i}`, text: `Text ${i} of ${kind}` });
      expect([page.status, page.location]).toEqual([303, `/admin/catalogue/${id}#${kind}s`]);
    }
    const shown = async () =>
      [...new Set((await anyone.get(path)).html.match(/Heading \w+/g))].map((word) => word.slice(8));
    const numbers = async () =>
      kind === "faq"
        ? (await db.select({ number: seoFaqs.number }).from(seoFaqs).where(eq(seoFaqs.categoryId, id))).map(
            ({ number }) => number,
          )
        : (
            await db
              .select({ number: seoFeatures.number })
              .from(seoFeatures)
              .where(eq(seoFeatures.subcategoryId, id))
          ).map(({ number }) => number);
    expect(await shown()).toEqual(["1", "2", "3", "4", "5"]);
    const [first = 0, , , , , sixth = 0] = await numbers();
    expect((await send(id, `up-${kind}`, { entry: sixth })).status).toBe(303);
    expect(await shown()).toEqual(["1", "2", "3", "4", "6"]);
    await send(id, `down-${kind}`, { entry: first });
    expect(await shown()).toEqual(["2", "1", "3", "4", "6"]);
    expect((await send(id, `edit-${kind}`, { entry: first, heading: "Heading x", text: "New" })).status).toBe(
      303,
    );
    await send(id, `remove-${kind}`, { entry: sixth });
    expect(await shown()).toEqual(["2", "x", "3", "4", "5"]);
    expect(await lastAudit(id)).toMatchObject({
      action: `edit-${kind}s`,
      before: `‘Heading 6: Text 6 of ${kind}’`,
    });
    const gone = await send(id, `edit-${kind}`, {
      entry: sixth,
      heading: "Heading 6",
      text: "Typed in the meantime",
    });
    expect([gone.status, gone.html.includes(">Typed in the meantime</textarea>")]).toEqual([409, true]);
    const long = "x".repeat(20_001);
    const refused = await send(id, `add-${kind}`, { heading: "Too long", text: long });
    expect([refused.status, refused.html.includes(`>${long}</textarea>`)]).toEqual([400, true]);
    expect((await send(id, `down-${kind}`, { entry: first, version: 999 })).status).toBe(409);
  }
});

it("An entry of another category is not changed, and there are at most twenty", async () => {
  const [one, two] = [await category(db, "Leather"), await category(db, "Cork")];
  await send(one.id, "add-faq", { heading: "Mine?", text: "Yes" });
  const [faq] = await db.select().from(seoFaqs).where(eq(seoFaqs.categoryId, one.id));
  const number = faq?.number ?? 0;
  for (const intent of ["edit-faq", "remove-faq", "up-faq"])
    expect((await send(two.id, intent, { entry: number, heading: "No", text: "No" })).status).toBe(409);
  expect(await db.select().from(seoFaqs).where(eq(seoFaqs.number, number))).toEqual([faq]);
  for (let i = 2; i <= 20; i++)
    await db.insert(seoFaqs).values({ categoryId: one.id, question: `${i}`, answer: "", displayOrder: i });
  const more = await send(one.id, "add-faq", { heading: "One more", text: "Kept text" });
  expect([more.status, more.html.includes(">Kept text</textarea>")]).toEqual([403, true]);
});

it("Reviews of a category show under their own heading on its services, and count toward no average", async () => {
  const top = await category(db, "Candles", ["Tall"]);
  const offer = await gig(db, { categoryId: top.id });
  const review = { rating: 2, text: "It <i>burns</i>", author: "Mona", title: "Painter", service: "" };
  expect((await send(top.id, "add-review", review)).status).toBe(303);
  const page = await anyone.get(`/services/s/${offer.slug}`);
  expect(page.text).toContain("About this category");
  expect(page.html).toContain("It &lt;i&gt;burns&lt;/i&gt;");
  const [row] = await db.select().from(gigs).where(eq(gigs.id, offer.id));
  expect([row?.ratingSum, row?.reviewCount, page.html.includes("aggregateRating")]).toEqual([0, 0, false]);
  const [stored] = await db.select().from(seoReviews).where(eq(seoReviews.categoryId, top.id));
  const entry = stored?.number ?? 0;
  await send(top.id, "edit-review", { ...review, entry, rating: 4, text: "It glows" });
  expect((await anyone.get(`/services/s/${offer.slug}`)).text).toContain("It glows");
  const wrong = await send(top.id, "edit-review", { ...review, entry, rating: 6, text: "It blinds" });
  expect([
    wrong.status,
    wrong.text.includes("Please enter 1 to 5"),
    wrong.text.includes("It blinds"),
  ]).toEqual([...[400, true, true]]);
  expect((await send(top.subcategories[0]?.id ?? "", "add-review", review)).status).toBe(422);
  await send(top.id, "remove-review", { entry });
  expect(await db.select().from(seoReviews).where(eq(seoReviews.categoryId, top.id))).toEqual([]);
});

it("A category is deleted with its texts and former addresses, but not while services or subcategories are in it", async () => {
  const top = await category(db, "Toys", ["Dolls"]);
  const dolls = top.subcategories[0]?.id ?? "";
  const offer = await gig(db, { categoryId: top.id, subcategoryId: dolls, state: "paused" });
  await save(top.id, { slug: "old-toys" });
  await send(top.id, "add-faq", { heading: "Wood?", text: "Yes" });
  const full = await eve.get(`/admin/catalogue/${dolls}`);
  expect(full.text).toContain("1 service is in it: move them first.");
  expect(full.html).not.toContain('id="reason-delete"');
  for (const id of [top.id, dolls]) {
    const page = await send(id, "delete");
    expect([page.status, page.text.includes("Services")]).toEqual([409, true]);
  }
  const shelf = await category(db, "Shelf");
  await send(dolls, "move", { to: shelf.id });
  expect(await db.select().from(gigs).where(eq(gigs.id, offer.id))).toMatchObject([
    { categoryId: shelf.id, subcategoryId: null },
  ]);
  expect((await send(top.id, "delete")).status).toBe(409);
  const gone = await send(dolls, "delete");
  expect([gone.status, gone.location]).toEqual([303, `/admin/catalogue/${top.id}`]);
  expect((await send(top.id, "delete")).location).toBe("/admin/catalogue");
  for (const path of ["/categories/old-toys", "/categories/toys"])
    expect((await anyone.get(path)).status).toBe(404);
  // A page that is still open loses no text.
  const late = await eve.submit(`/admin/catalogue/${top.id}`, { intent: "save", name: "Typed late", reason });
  expect([late.status, late.html.includes(">Typed late</textarea>")]).toEqual([404, true]);
  // The labels are those of the form.
  const question = { intent: "edit-faq", entry: 1, heading: "Wood?", text: "No", metaTitle: "x", reason };
  const lost = await eve.submit(`/admin/catalogue/${top.id}`, question);
  const labels = [...lost.html.matchAll(/<label for="lost-[^"]*"[^>]*>([^<]*)/g)].map(([, label]) => label);
  expect(labels).toEqual(["Question", "Answer", "Title for search engines", "Reason"]);
  expect((await eve.get(`/admin/catalogue/${top.id}`)).status).toBe(404);
});

it("The page says when a change is visible: immediately to its operator, to visitors within 30 seconds", async () => {
  const top = await category(db, "Baskets");
  const path = "/categories/baskets";
  const viewer = await visitor.signedIn();
  await viewer.get("/orders");
  const wait = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
  wait(400);
  for (const who of [visitor.passingBy(), viewer, eve])
    expect((await who.get(path)).text).toContain("Baskets Services");
  wait(11);
  await visitor.passingBy().get(path);
  await save(top.id, { name: "Aaa Willow", description: "Of willow" });
  await send(top.id, "add-faq", { heading: "Is it willow?", text: "It is" });
  const own = await eve.get(path);
  for (const words of ["All Aaa Willow Services", "Of willow", "Is it willow?"])
    expect(own.text).toContain(words);
  // The footer has the first four categories by name.
  expect(own.html.slice(own.html.indexOf("<footer"))).toContain("Aaa Willow");
  wait(19);
  await visitor.passingBy().get(path);
  wait(10);
  for (const who of [visitor.passingBy(), viewer]) {
    const page = await who.get(path);
    for (const words of ["All Aaa Willow Services", "Of willow", "Is it willow?"])
      expect(page.text).toContain(words);
  }
  expect((await eve.get(`/admin/catalogue/${top.id}`)).text).toContain("visitors see it within 30 seconds");
});

it("Each press moves 500 services; before, between and after the presses, every count matches the rows", async () => {
  const from = await category(db, "Attic", ["Left"]);
  const to = await category(db, "Cellar", ["Right"]);
  const [left, right] = [from.subcategories[0]?.id ?? "", to.subcategories[0]?.id ?? ""];
  const seller = await person(db);
  const made = (i: number) =>
    gig(db, {
      title: `Attic lamp ${i}`,
      sellerId: seller.id,
      categoryId: from.id,
      subcategoryId: i % 5 === 0 ? undefined : left,
      state: i % 5 === 4 ? "paused" : "active",
    });
  for (let i = 0; i < 506; i += 46) await Promise.all(Array.from({ length: 46 }, (_, n) => made(i + n)));
  const listed = async (path: string) =>
    /Services \(([\d,]+)\)/.exec((await eve.get(path)).text)?.[1] ?? "none";
  const counts = async () => [
    ...[await listed("/categories/attic"), await listed("/categories/attic/left-attic")],
    ...[await listed("/categories/cellar"), await listed("/categories/cellar/right-cellar")],
  ];
  /** The same, counted in the rows. */
  const rows = async () => {
    const all = await db.select().from(gigs).where(eq(gigs.sellerId, seller.id));
    const of = (isIn: (row: (typeof all)[number]) => boolean) =>
      String(all.filter((row) => row.listed && isIn(row)).length);
    return [
      ...[of((row) => row.categoryId === from.id), of((row) => row.subcategoryId === left)],
      ...[of((row) => row.categoryId === to.id), of((row) => row.subcategoryId === right)],
    ];
  };
  expect(await counts()).toEqual(["405", "303", "0", "0"]);
  const page = await eve.get(`/admin/catalogue/${from.id}`);
  expect(page.text).toContain("506 services are in it");
  for (const wrong of [from.id, left, "unknown"]) {
    const refused = await send(from.id, "move", { to: wrong });
    expect([refused.status, refused.text.includes(reason)]).toEqual([400, true]);
  }
  const { version } = await rowOf(from.id);
  expect((await send(from.id, "move", { to: right })).status).toBe(303);
  expect(await counts()).toEqual(await rows());
  expect(await db.select().from(gigs).where(eq(gigs.categoryId, from.id))).toHaveLength(6);
  // The second press of a double click moves nothing more.
  expect((await send(from.id, "move", { to: right, version })).status).toBe(303);
  expect(await db.select().from(gigs).where(eq(gigs.categoryId, from.id))).toHaveLength(6);
  await send(from.id, "move", { to: right });
  expect([await counts(), await rows()]).toEqual(Array(2).fill(["0", "0", "405", "405"]));
  expect((await send(from.id, "move", { to: right })).status).toBe(409);
  expect(await lastAudit(from.id)).toMatchObject({
    action: "move-gigs",
    before: "6 services in ‘Attic’",
    after: "‘Right’",
  });
  const found = await eve.get("/search?q=attic+lamp&category=cellar");
  expect(found.text).toContain("Attic lamp");
  expect((await eve.get("/search?q=attic+lamp&category=attic")).text).toContain("No results found");
});

it("A preview shows the real page with the unsaved text, to its operator alone, and writes nothing", async () => {
  const top = await category(db, "Rugs", ["Runners"]);
  await gig(db, { title: "A woven rug", categoryId: top.id });
  await send(top.id, "add-faq", { heading: "Which wool?", text: "Sheep" });
  const [faq] = await db.select().from(seoFaqs).where(eq(seoFaqs.categoryId, top.id));
  const before = await rowOf(top.id);
  const path = `/admin/catalogue/${top.id}/preview`;
  const description = "An unsaved <b>text</b>";
  const sent = { intent: "save", name: "Carpets", slug: "rugs", description, reason: "" };
  const page = await eve.submit(path, sent);
  expect(page.status).toBe(200);
  for (const words of [
    "Nothing is saved yet",
    "All Carpets Services (1)",
    "A woven rug",
    "Which wool?",
    "Runners",
  ])
    expect(page.text).toContain(words);
  expect(page.html).not.toContain('form="save"');
  expect(page.html).toContain("An unsaved &lt;b&gt;text&lt;/b&gt;");
  expect(page.html).toMatch(/name="robots" content="noindex/);
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  const entry = { intent: "edit-faq", entry: faq?.number ?? 0, heading: "Which silk?", text: "None" };
  const edited = await eve.submit(path, entry);
  expect([edited.text.includes("Which silk?"), edited.text.includes("Which wool?")]).toEqual([true, false]);
  const added = await eve.submit(path, { intent: "add-feature", heading: "Soft", text: "And warm" });
  expect([added.text.includes("Which wool?"), added.text.includes("And warm")]).toEqual([true, true]);
  const long = await eve.submit(path, { ...sent, description: "x".repeat(20_001) });
  expect([long.status, long.text.includes("Please use at most 20,000 characters")]).toEqual([400, true]);
  expect((await eve.get(path)).text).toContain("Open the preview from the form");
  expect((await anyone.submit(path, sent)).status).toBe(404);
  expect(await rowOf(top.id)).toEqual(before);
  const sub = await eve.submit(`/admin/catalogue/${top.subcategories[0]?.id}/preview`, {
    ...sent,
    slug: "x",
  });
  expect(sub.text).toContain("Carpets Services Back to Rugs");
});

it("Each topic of the demo can be saved with another text, whatever its address", async () => {
  for (const slug of ["data", "page", "a".repeat(70)]) {
    const top = await category(db, `Old ${slug.slice(0, 9)}`);
    await db.update(categories).set({ slug }).where(eq(categories.id, top.id));
    expect((await save(top.id, { description: "New text" })).status).toBe(303);
    const sent = { intent: "save", name: "Other", slug, description: "Newer" };
    expect((await eve.submit(`/admin/catalogue/${top.id}/preview`, sent)).status).toBe(200);
    expect((await save(top.id, { slug: "search" })).status).toBe(400);
    await send(top.id, "delete");
  }
});

it("If another operator was faster, the form shows what is stored next to what was typed", async () => {
  const top = await category(db, "Ropes");
  const { version } = await rowOf(top.id);
  const icon = (name: string) => `/category-icons/${name}.svg`;
  await save(top.id, { description: "Stored by another", icon: icon("film") });
  const page = await save(top.id, { version, description: "Typed by me", icon: icon("heart") });
  expect(page.status).toBe(409);
  for (const words of [">Typed by me</textarea>", ">Stored by another</p>", ">film</p>"])
    expect(page.html).toContain(words);
  expect(page.html.match(/Stored now. Saving/g)).toHaveLength(2);
  await send(top.id, "add-faq", { heading: "Old?", text: "Old" });
  const [faq] = await db.select().from(seoFaqs).where(eq(seoFaqs.categoryId, top.id));
  const entry = faq?.number ?? 0;
  const before = await rowOf(top.id);
  await send(top.id, "edit-faq", { entry, heading: "Old?", text: "Another answer" });
  const mine = { entry, heading: "Old?", text: "My answer", version: before.version };
  const late = await send(top.id, "edit-faq", mine);
  expect([late.status, late.html.includes(">Another answer</p>")]).toEqual([409, true]);
});

it("A second press of the same button is answered as done and adds nothing twice", async () => {
  const typed = { intent: "add", name: "Nets", slug: "nets", reason };
  const [one, two] = [
    await eve.submit("/admin/catalogue", typed),
    await eve.submit("/admin/catalogue", typed),
  ];
  expect([one.status, two.status, two.location]).toEqual([303, 303, one.location]);
  const id = one.location?.split("/").at(-1) ?? "";
  const review = { rating: 5, text: "Tight", author: "Mona" };
  for (const [intent, fields] of [
    ["add-subcategory", { name: "Hammocks", slug: "hammocks" }],
    ["add-faq", { heading: "Long?", text: "Yes" }],
    ["add-feature", { heading: "Long", text: "Very" }],
    ["add-review", review],
  ] as const) {
    const { version } = await rowOf(id);
    const pages = [
      await send(id, intent, { ...fields, version }),
      await send(id, intent, { ...fields, version }),
    ];
    expect([intent, ...pages.map((page) => [page.status, page.location])]).toEqual([
      ...[intent, [303, pages[0]?.location], [303, pages[0]?.location]],
    ]);
    expect((await rowOf(id)).version).toBe(version + 1);
  }
  // Sent at the same moment.
  const { version } = await rowOf(id);
  const both = await Promise.all(
    [1, 2].map(() => send(id, "add-faq", { heading: "Strong?", text: "Yes", version })),
  );
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(await db.select().from(seoFaqs).where(eq(seoFaqs.categoryId, id))).toHaveLength(2);
  const saved = await Promise.all(
    [1, 2].map(() => save(id, { description: "Of string", version: version + 1 })),
  );
  expect(saved.map(({ status }) => status)).toEqual([303, 303]);
  // The same values on a page that is up to date are a separate change; other values are a conflict.
  expect((await send(id, "add-faq", { heading: "Strong?", text: "Yes" })).status).toBe(303);
  expect((await send(id, "add-faq", { heading: "Wide?", text: "Yes", version })).status).toBe(409);
  const [stored] = await db.select().from(seoReviews).where(eq(seoReviews.categoryId, id));
  const same = await send(id, "edit-review", { ...review, entry: stored?.number ?? 0 });
  expect([same.status, same.text.includes("You have not changed anything")]).toEqual([400, true]);
});

it("The log shows the changed part of a long text, and every field of a review", async () => {
  const top = await category(db, "Sails");
  const long = (end: string) => `${"Canvas. ".repeat(100)}${end}`;
  await save(top.id, { description: long("Sewn by hand.") });
  await save(top.id, { description: long("Sewn by machine.") });
  const row = await lastAudit(top.id);
  expect(row?.before).toContain("Sewn by hand.");
  expect(row?.after).toContain("Sewn by machine.");
  expect(row?.after?.length).toBeLessThan(400);
  const review = { rating: 5, text: "Tight", author: "Mona", title: "Sailor", service: "Repairs" };
  await send(top.id, "add-review", review);
  expect((await lastAudit(top.id))?.after).toBe("5 of 5 by Mona: ‘Tight’, title ‘Sailor’, service ‘Repairs’");
});

it("A press reads only the services that it moves, in the order of an index", async () => {
  const top = await category(db, "Masts", ["Oak"]);
  const to = await findTopic(db, (await category(db, "Yards")).id);
  for (const id of [top.id, top.subcategories[0]?.id ?? ""]) {
    await gig(db, { categoryId: top.id, subcategoryId: top.subcategories[0]?.id });
    const topic = await findTopic(db, id);
    const asked: string[] = [];
    const recording = drizzle(env.DB, { logger: { logQuery: (query) => asked.push(query) } });
    const about = { topic: topic as Topic, version: 999, decision: { operator: eve as never, reason } };
    await expect(moveGigs({ db: recording, clock: { now: () => 0 } }, about, to as Topic)).rejects.toThrow();
    const query = asked.find((each) => /from "gigs" where .* limit/.test(each)) ?? "";
    const { results } = await env.DB.prepare(`explain query plan ${query}`)
      .bind(id, 500)
      .all<{ detail: string }>();
    expect(results.map(({ detail }) => detail)).toEqual([expect.stringContaining("_newest (")]);
  }
});
