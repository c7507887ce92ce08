import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { addViewed, parseStoredIds } from "#app/gigs/page/viewed-gigs.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { category, gig } from "../../support/factories.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

/** The titles of the cards under a heading, in their order. */
function cardsOf(page: Page, heading: string): string[] {
  const html = page.html.split(heading)[1]?.split("</ul>")[0] ?? "";
  return [...html.matchAll(/<h3><a[^>]*>([^<]*)/g)].map(([, title]) => title ?? "");
}

it("Related gigs: four of the same category, those of the same subcategory first, then the newest", async () => {
  const cat = await category(db, undefined, ["Marks", "Types"]);
  const [marks, types] = cat.subcategories.map(({ id }) => id);
  const add = (title: string, subcategoryId?: string, listed = true) =>
    gig(db, { title, categoryId: cat.id, subcategoryId, listed });
  await add("mark one", marks);
  const logo = await add("mark two", marks);
  await add("mark three", marks, false);
  await add("type one", types);
  await add("no subcategory");
  await gig(db, { title: "elsewhere" });
  await add("type two", types);
  await add("type three", types);
  const page = await visitor.signedOut().get(`/services/s/${logo.slug}`);
  expect(cardsOf(page, "Related Services")).toEqual(["mark one", "type three", "type two", "no subcategory"]);
});

it("A gig that is the only one in its category has no related gigs; a gig without a subcategory has them", async () => {
  const cat = await category(db);
  const logo = await gig(db, { title: "alone", categoryId: cat.id });
  const open = () => visitor.signedOut().get(`/services/s/${logo.slug}`);
  expect((await open()).text).not.toContain("Related Services");
  await gig(db, { title: "beside", categoryId: cat.id });
  expect(cardsOf(await open(), "Related Services")).toEqual(["beside"]);
});

it("Related and recently viewed gigs are left out if they cannot be read", async () => {
  expectErrorLog("section read failed");
  const cat = await category(db);
  const logo = await gig(db, { categoryId: cat.id });
  await gig(db, { categoryId: cat.id });
  const ann = visitor.signedOut();
  ann.setCookie("recent", logo.id);
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => /union|instr\(/.test(sql)) });
  const page = await ann.get(`/services/s/${logo.slug}`);
  expect([page.status, page.text.includes("Related Services")]).toEqual([200, false]);
  const recent = await ann.get("/services/recent");
  expect(recent.status).toBe(200);
  expect(recent.text).toContain("Services you view appear here.");
});

it("Recently viewed holds at most 10 gigs, newest first, each once, without unlisted or unknown ones", async () => {
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

it("/services/recent is not indexed, and says what it is for while it is empty", async () => {
  const page = await visitor.signedOut().get("/services/recent");
  expect([page.status, page.title]).toEqual([200, "Recently Viewed Services | Handiwork"]);
  expect(page.html).toContain('<meta name="robots" content="noindex"');
  expect(page.text).toContain("Services you view appear here.");
  expect(page.links).toContain("/search");
});

it("A gig's page asks for the ids in the browser's storage, and gets the first four listed gigs", async () => {
  const ids = [];
  for (let i = 0; i < 5; i++) ids.push((await gig(db, { title: `asked ${i}` })).id);
  const page = await visitor.signedOut().get(`/services/recent?ids=x.${ids.join(".")}`);
  expect(cardsOf(page, "</h1>")).toEqual([0, 1, 2, 3].map((i) => `asked ${i}`));
  const gone = (await gig(db, { listed: false })).id;
  const rest = await visitor.signedOut().get(`/services/recent?ids=${[gone, ...ids].join(".")}`);
  expect(cardsOf(rest, "</h1>")).toEqual(cardsOf(page, "</h1>"));
});

it("The document of a gig links to recently viewed and holds its own id, but nothing that the visitor viewed before", async () => {
  const ann = visitor.signedOut();
  const before = await gig(db, { title: "looked at before" });
  await ann.get(`/services/s/${before.slug}`);
  const logo = await gig(db);
  const page = await ann.get(`/services/s/${logo.slug}`);
  expect(page.links).toContain("/services/recent");
  expect(page.html).toContain(`data-viewed="${logo.id}"`);
  expect(page.html).not.toContain(before.title);
  expect(page.html).not.toContain(before.id);
});

it("The list of viewed ids is newest first, each once, at most ten; an invalid value is an empty list", () => {
  const ids = Array.from({ length: 10 }, () => crypto.randomUUID());
  const [first = "", second = ""] = ids;
  expect(addViewed(ids, second)).toEqual([second, first, ...ids.slice(2)]);
  expect(addViewed(ids, "new")).toEqual(["new", ...ids.slice(0, 9)]);
  expect(parseStoredIds(JSON.stringify([first, "no id", second]))).toEqual([first, second]);
  for (const text of [null, "", "{", "7", "null", '"x"', "{}"]) expect(parseStoredIds(text)).toEqual([]);
});
