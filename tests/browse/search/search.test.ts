import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { expectErrorLog } from "../../support/bindings/error-log.ts";
import { faultyDatabase, productWith } from "../../support/bindings/faulty.ts";
import { gig } from "../../support/factories.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const ann = visitor.signedOut();
await gig(db, { title: "Cheap Übersetzung, 100% by hand", priceCents: 500 });
await gig(db, {
  title: "Dear menu_card",
  description: 'Says "Bon appétit" under each dish.',
  priceCents: 90_000,
});
await gig(db, { title: "Hidden menu_card", listed: false });
await gig(db, { title: "Middling menus", priceCents: 7000 });

/** The results, without the services that match the words alone. */
const titles = (page: Page) =>
  [...(page.html.split('id="words"')[0] ?? "").matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) => match[1]);
const find = async (q: string, rest = "") =>
  titles(await ann.open(`/search?q=${encodeURIComponent(q)}${rest}`));

it("A search finds part of a title or description in any case, newest first, and never unlisted gigs", async () => {
  expect(await find("MENU")).toEqual(["Middling menus", "Dear menu_card"]);
  expect(await find("appétit")).toEqual(["Dear menu_card"]);
  expect(await find("ÜBERSETZUNG")).toHaveLength(1);
  const page = await ann.get("/search?q=menu");
  expect(page.text).toContain("2 results for “menu”");
  expect(page.html).toContain('<meta name="robots" content="noindex"');
});

it("The trimmed term is one substring, in which % _ and quotes are plain characters", async () => {
  expect(await find("  menu_  ")).toEqual(["Dear menu_card"]);
  expect(await find("100%")).toHaveLength(1);
  expect(await find("1%0")).toEqual([]);
  expect(await find('"Bon')).toEqual(["Dear menu_card"]);
  for (const odd of [
    "menu*",
    "menu AND dear",
    "title:menu",
    "'; drop table gigs",
    "a".repeat(3000),
    "😀😀😀",
  ])
    expect(await find(odd)).toEqual([]);
});

it("Terms of one and two characters are found", async () => {
  expect(await find("%")).toHaveLength(1);
  expect(await find("_")).toEqual(["Dear menu_card"]);
  expect(await find("ü")).toHaveLength(1);
  expect(await find("Ü")).toHaveLength(1);
});

it("Results are sorted by price, and page links keep term and sort", async () => {
  expect(await find("menu", "&sort=price-low")).toEqual(["Middling menus", "Dear menu_card"]);
  expect(await find("menu", "&sort=price-high")).toEqual(["Dear menu_card", "Middling menus"]);
  for (let i = 0; i < 20; i++) await gig(db, { title: `Spoon ${i}` });
  await gig(db, { title: "Spoon again" });
  const page = await ann.get("/search?q=spoon&sort=price-low");
  expect(page.links).toContain("/search?q=spoon&sort=price-low&page=2");
  const beyond = await ann.get("/search?q=spoon&sort=price-low&page=7");
  expect([beyond.status, beyond.location]).toEqual([302, "/search?q=spoon&sort=price-low&page=2"]);
});

it("A page above the total answers 302 to the last page, however large the number", async () => {
  for (const page of ["8", "9999999999", "1".repeat(400)]) {
    const beyond = await ann.get(`/search?q=spoon&page=${page}`);
    expect([beyond.status, beyond.location]).toEqual([302, "/search?q=spoon&page=2"]);
  }
});

it("A term over 200 characters is cut in the address and the field, and the page says so", async () => {
  const text = Array.from({ length: 100 }, (_, i) => `plate ${i}`).join(", ");
  await gig(db, { title: "Plates by the hundred", description: text });
  const cut = text.slice(0, 200).trim();
  const address = `/search?${new URLSearchParams({ q: cut, sort: "price-low", min: "5", cut: "1" })}`;
  for (const pasted of [text, text.slice(0, 200) + "the ".repeat(3000)]) {
    const answer = await ann.get(`/search?sort=price-low&min=5&q=${encodeURIComponent(`  ${pasted} `)}`);
    expect([answer.status, answer.location]).toEqual([302, address]);
  }
  const page = await ann.get(address);
  expect(titles(page)).toEqual(["Plates by the hundred"]);
  expect(/id="qs"[^>]*value="([^"]*)"/.exec(page.html)?.[1]).toBe(cut);
  expect(page.text).toContain("We searched for the first 200 characters of your text.");
  expect(page.links).toContain(`/search?${new URLSearchParams({ q: cut, sort: "price-low" })}`);
  const whole = await ann.open(`/search?q=${encodeURIComponent(text.slice(0, 200))}`);
  expect([whole.status, titles(whole), whole.text.includes("was cut")]).toEqual([
    200,
    ["Plates by the hundred"],
    false,
  ]);
  expect(await find(`${text.slice(0, 150)} no such plate`)).toEqual([]);
});

it("A term is cut between characters, without a trailing space, and page links have the cut term", async () => {
  const pots = "🏺".repeat(250);
  const pictured = await ann.get(`/search?q=${encodeURIComponent(pots)}`);
  expect(pictured.location).toBe(`/search?q=${encodeURIComponent("🏺".repeat(200))}&cut=1`);
  const spaced = await ann.get(`/search?q=${"a".repeat(199)}+b&page=3`);
  expect(spaced.location).toBe(`/search?q=${"a".repeat(199)}&cut=1&page=3`);
  const long = "ladle ".repeat(33).trim();
  for (let i = 0; i < 21; i++) await gig(db, { title: `Ladle ${i}`, description: `${long} xx and more` });
  const first = await ann.open(`/search?q=${encodeURIComponent(`${long} xx and more and more`)}`);
  expect(first.links).toContain(`/search?${new URLSearchParams({ q: `${long} xx`, page: "2" })}`);
  expect(first.text).toContain("We searched for the first");
});

it("A blank term finds all gigs, and the form does not send one", async () => {
  const page = await ann.open("/search?q=%20");
  expect([page.status, page.title]).toEqual([200, "All services | Handiwork"]);
  expect(titles(page)).toHaveLength(20);
  expect(page.html).toMatch(/id="qs"[^>]*required=""[^>]*pattern="\.\*\\S\.\*"/);
});

it("The page says when nothing is found, and a failed search shows no results", async () => {
  expect((await ann.get("/search?q=zzzz")).text).toContain("No results found");
  expectErrorLog("section read failed");
  const unlucky = visitor.signedOut();
  unlucky.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("gigs_fts")) });
  const page = await unlucky.get("/search?q=menu");
  expect([page.status, titles(page)]).toEqual([200, []]);
  expect(page.text).toContain("No results found");
});
