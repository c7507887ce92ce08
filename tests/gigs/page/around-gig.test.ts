import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { addViewed, parseStoredIds } from "#app/gigs/page/viewed-gigs.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, shopWith } from "../../support/bindings/faulty.ts";
import { category, gig } from "../../support/factories.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

/** The titles of the cards under a heading, in their order. */
function cardsOf(page: Page, heading: string): string[] {
  const html = page.html.split(heading)[1]?.split("</ul>")[0] ?? "";
  return [...html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map(([, title]) => title ?? "");
}

it("'related (same category_id, excluding current id, optionally same subcategory_id, limit 4)'", async () => {
  const cat = await category(db, undefined, ["Marks", "Types"]);
  const [marks, types] = cat.subcategories.map(({ id }) => id);
  const add = (title: string, subcategoryId?: string, listed = true) =>
    gig(db, { title, categoryId: cat.id, subcategoryId, listed });
  await add("mark one", marks);
  const service = await add("mark two", marks);
  await add("mark three", marks, false);
  await add("type one", types);
  await add("no subcategory");
  await gig(db, { title: "elsewhere" });
  await add("type two", types);
  await add("type three", types);
  const page = await visitor.signedOut().get(`/services/s/${service.slug}`);
  expect(cardsOf(page, "Related Services")).toEqual(["mark one", "type three", "type two", "no subcategory"]);
});

it("a service that is alone in its category has no related ones, and one without a subcategory has", async () => {
  const cat = await category(db);
  const service = await gig(db, { title: "alone", categoryId: cat.id });
  const open = () => visitor.signedOut().get(`/services/s/${service.slug}`);
  expect((await open()).text).not.toContain("Related Services");
  await gig(db, { title: "beside", categoryId: cat.id });
  expect(cardsOf(await open(), "Related Services")).toEqual(["beside"]);
});

it("'related and recently viewed return empty' when they fail", async () => {
  expectErrorLog("section read failed");
  const cat = await category(db);
  const service = await gig(db, { categoryId: cat.id });
  await gig(db, { categoryId: cat.id });
  const ann = visitor.signedOut();
  ann.setCookie("recent", service.id);
  ann.door = shopWith({ DB: faultyDatabase(env.DB, (sql) => /union|instr\(/.test(sql)) });
  const page = await ann.get(`/services/s/${service.slug}`);
  expect([page.status, page.text.includes("Related Services")]).toEqual([200, false]);
  const recent = await ann.get("/services/recent");
  expect(recent.status).toBe(200);
  expect(recent.text).toContain("Services you look at will wait for you here.");
});

it("'Recently viewed: max 10 ids', newest first, each once; unlisted and missing services are left out", async () => {
  const ann = visitor.signedOut();
  const viewed = [];
  for (let i = 0; i < 12; i++) viewed.push(await gig(db, { title: `seen ${i}` }));
  for (const { slug } of viewed) await ann.get(`/services/s/${slug}`);
  await ann.get(`/services/s/${viewed[5]?.slug}`);
  await ann.get("/services/s/no-such-service");
  const page = await ann.get("/services/recent");
  expect(cardsOf(page, "</h1>")).toEqual([5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((i) => `seen ${i}`));
  const hidden = await gig(db, { listed: false });
  ann.setCookie("recent", `${hidden.id}.${crypto.randomUUID()}.${viewed[0]?.id}.nonsense`);
  expect(cardsOf(await ann.get("/services/recent"), "</h1>")).toEqual(["seen 0"]);
});

it("/services/recent is the screen of them, in no search engine; empty it says what will be there", async () => {
  const page = await visitor.signedOut().get("/services/recent");
  expect([page.status, page.title]).toEqual([200, "Recently Viewed Services | Handiwork"]);
  expect(page.html).toContain('<meta name="robots" content="noindex"');
  expect(page.text).toContain("Services you look at will wait for you here.");
  expect(page.links).toContain("/search");
});

it("'shows 4': a gig's page asks for the ids of the browser's storage, and gets the first four that are listed", async () => {
  const ids = [];
  for (let i = 0; i < 5; i++) ids.push((await gig(db, { title: `asked ${i}` })).id);
  const page = await visitor.signedOut().get(`/services/recent?ids=x.${ids.join(".")}`);
  expect(cardsOf(page, "</h1>")).toEqual([0, 1, 2, 3].map((i) => `asked ${i}`));
  const gone = (await gig(db, { listed: false })).id;
  const rest = await visitor.signedOut().get(`/services/recent?ids=${[gone, ...ids].join(".")}`);
  expect(cardsOf(rest, "</h1>")).toEqual(cardsOf(page, "</h1>"));
});

it("the gig's document leads to them and names its own id for the storage, but nothing that somebody looked at", async () => {
  const ann = visitor.signedOut();
  const before = await gig(db, { title: "looked at before" });
  await ann.get(`/services/s/${before.slug}`);
  const service = await gig(db);
  const page = await ann.get(`/services/s/${service.slug}`);
  expect(page.links).toContain("/services/recent");
  expect(page.html).toContain(`data-viewed="${service.id}"`);
  expect(page.html).not.toContain(before.title);
  expect(page.html).not.toContain(before.id);
});

it("the list of viewed ids: newest first, each once, ten at most; whatever is no list of ids is an empty one", () => {
  const ids = Array.from({ length: 10 }, () => crypto.randomUUID());
  const [first = "", second = ""] = ids;
  expect(addViewed(ids, second)).toEqual([second, first, ...ids.slice(2)]);
  expect(addViewed(ids, "new")).toEqual(["new", ...ids.slice(0, 9)]);
  expect(parseStoredIds(JSON.stringify([first, "no id", second]))).toEqual([first, second]);
  for (const text of [null, "", "{", "7", "null", '"x"', "{}"]) expect(parseStoredIds(text)).toEqual([]);
});
