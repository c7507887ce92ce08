import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { maxSuggestions } from "#app/browse/search/suggestion.ts";
import { rates } from "#app/limits/limits.ts";
import { gigs } from "#drizzle/schema.ts";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../../support/bindings/faulty.ts";
import { minute } from "../../support/clock.ts";
import { demoMarket } from "../../support/demo/market.ts";
import { gig } from "../../support/factories.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

await demoMarket(db);
let ann = visitor.signedOut();
let readers = 0;
beforeEach(() => {
  ann = visitor.signedOut();
  ann.address = `198.51.100.${readers++}`;
});

type Suggestion = { text: string; kind: string; path: string };
const ask = (q: string, who = ann) => who.get(`/search/suggestions?q=${encodeURIComponent(q)}`);
const suggestionsIn = (page: Page) => (JSON.parse(page.html) as { suggestions: Suggestion[] }).suggestions;
async function suggest(q: string, who = ann): Promise<Suggestion[]> {
  const page = await ask(q, who);
  expect([q, page.status]).toEqual([q, 200]);
  return suggestionsIn(page);
}
const titles = async (q: string) =>
  (await suggest(q)).filter(({ kind }) => kind === "Service").map(({ text }) => text);

it("At most 8 suggestions are shown: first up to 4 categories and subcategories, then titles; each links to a page", async () => {
  const all = await suggest("design");
  expect(all).toHaveLength(maxSuggestions);
  const kinds = all.map(({ kind }) => kind);
  expect(kinds).toEqual([...Array(4).fill("Category"), ...Array(4).fill("Service")]);
  expect(all[0]).toEqual({
    text: "Graphics & Design",
    kind: "Category",
    path: "/categories/graphics-design",
  });
  for (const { text, kind, path } of all) {
    expect(kind === "Category" || text.toLowerCase().includes("design"), text).toBe(true);
    expect([path, (await ann.get(path)).status]).toEqual([path, 200]);
  }
});

it("The last word may still be typed, the order of the words does not matter, and neither do case and accents", async () => {
  const found = { text: "Logo Design", kind: "Category", path: "/categories/graphics-design/logo-design" };
  for (const q of ["l", "lo", "logo", " Logo d", "design LOGO", "lógo"])
    expect(await suggest(q), q).toContainEqual(found);
  await gig(db, { title: "Café menus, drawn by hand" });
  for (const q of ["cafe m", "menus café", "drawn ca"])
    expect(await titles(q), q).toContain("Café menus, drawn by hand");
  expect(await titles("cafe xylophone")).toEqual([]);
});

it("A title is suggested once, for its best rated gig, and only while that gig is listed", async () => {
  const rated = async (title: string, ratingSum: number) => {
    const { id, slug } = await gig(db, { title });
    await db.update(gigs).set({ ratingSum, reviewCount: 9 }).where(eq(gigs.id, id));
    return slug;
  };
  await gig(db, { title: "Quilted tea cosy" });
  const best = await rated("Quilted tea cosy", 45);
  const hidden = await gig(db, { title: "Quilted oven glove" });
  await rated("Quilted bag", 36);
  await db.update(gigs).set({ listed: false }).where(eq(gigs.id, hidden.id));
  expect((await suggest("quilted")).map(({ text, path }) => [text, path])).toEqual([
    ["Quilted tea cosy", `/services/s/${best}`],
    ["Quilted bag", expect.any(String)],
  ]);
});

it("Any text gets an answer: blank, long, in other scripts, with characters of SQL and of the index", async () => {
  await gig(db, { title: 'Odd 50% off_now "quoted" signs' });
  await gig(db, { title: "שלט לחנות קטנה" });
  await gig(db, { title: "ロゴを作ります" });
  for (const q of ["off_n", '"quoted" off', "*signs", "odd:off"])
    expect(await titles(q), q).toContain('Odd 50% off_now "quoted" signs');
  expect(await titles("לחנות")).toEqual(["שלט לחנות קטנה"]);
  expect(await titles("ロゴを")).toEqual(["ロゴを作ります"]);
  const nothing = ["", " ", "%", "_", '"', "*", "\0", "zzyzx", "x".repeat(5000), "😀"];
  for (const q of nothing) expect(await suggest(q), q).toEqual([]);
  const repeated = await ann.get("/search/suggestions?q=zzyzx&q=logo");
  expect(suggestionsIn(repeated)).toEqual([]);
  expect(suggestionsIn(await ann.get("/search/suggestions"))).toEqual([]);
});

it("A browser keeps the suggestions for 10 s", async () => {
  const page = await ask("logo");
  expect(page.headers.get("Cache-Control")).toBe("private, max-age=10");
  expect(page.headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
});

it("If titles cannot be read, categories are suggested, and the browser does not keep them", async () => {
  expectErrorLog("section read failed");
  ann.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("gigs_best_fts")) });
  const page = await ask("writing for cooks");
  expect(page.status).toBe(200);
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  const some = await ask("writi");
  expect(suggestionsIn(some).map(({ kind }) => kind)).toContain("Category");
  expect(suggestionsIn(some).map(({ kind }) => kind)).not.toContain("Service");
});

it("Suggestions have their own allowance and never use up the one of the search", async () => {
  const spend = () => env.READ_RATE.limit({ key: `suggestions ${ann.address}` });
  const minuteNow = () => Math.floor(Date.now() / minute);
  let statuses: number[];
  let began: number;
  do {
    // The allowance starts again with each minute of the clock, so all of this must happen in one.
    began = minuteNow();
    // All but five, without their requests.
    for (let i = 5; i < rates.read; i++) await spend();
    statuses = await Promise.all(Array.from({ length: 10 }, () => ask("logo").then(({ status }) => status)));
  } while (minuteNow() !== began);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await ann.get("/search?q=logo")).status).toBe(200);
});

it("Suggestions read at most 200 rows for any text, however many gigs there are", async () => {
  const [{ id: sellerId, categoryId } = { id: "", categoryId: "" }] = await db
    .select({ id: gigs.sellerId, categoryId: gigs.categoryId })
    .from(gigs)
    .limit(1);
  await env.DB.prepare(
    `with recursive k(i) as (select 1 union all select i + 1 from k where i < 3000)
     insert into gigs (id, slug, title, description, price_cents, delivery_time, revisions, features, seller_id,
       category_id, questions, listed, created_at, updated_at)
     select 'm-' || i, 'm-' || i, 'Logo design made for a bakery ' || i, 'Made by hand.', 900, 3, 1, '[]', ?1, ?2, '[]', 1, i, i from k`,
  )
    .bind(sellerId, categoryId)
    .run();
  const long = "logo design made for bakery hand ".repeat(7).slice(0, 200);
  for (const q of [
    "l",
    "lo",
    "log",
    "logo d",
    "logo design bakery",
    "made",
    "ui lo",
    "zzyzx",
    long,
    "a b c d e f",
  ]) {
    const { database, read } = measuredDatabase(env.DB);
    ann.send = productWith({ DB: database });
    await suggest(q);
    expect(read(), q).toBeLessThanOrEqual(200);
  }
});
