import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { examples, greeting, noneFound } from "#app/assistant/question.ts";
import { expectErrorLog } from "../support/bindings/error-log.ts";
import { faultyDatabase, measuredDatabase, productWith } from "../support/bindings/faulty.ts";
import { category, gig, person } from "../support/factories.ts";
import { db, type Page, visitor } from "../support/visitor.ts";

const { id: sellerId } = await person(db, { fullName: "Amara Osei" });
const { id: categoryId } = await category(db);
const offer = (title: string, description: string) => gig(db, { title, description, sellerId, categoryId });
const both = await offer("A logo for your bakery", "Any logo needs two rounds.");
await offer("A sign for your bakery", "Painted by hand, without a logo.");
await offer("A stamp for bread", "With the logo of your mill.");
const newer = await offer("Another stamp for bread", "With the LOGO of your mill.");
await gig(db, { title: "A hidden logo for a bakery", sellerId, categoryId, listed: false, state: "paused" });
const cafe = await offer("Menus for a café", "Printed on card.");

const path = (query: string) => `/ai-assistant?query=${encodeURIComponent(query)}`;
let asking = 0;
/** Each guest asks from a separate network, because a network is allowed 240 costly reads a minute. */
const guest = () => {
  const user = visitor.signedOut();
  user.address = `198.51.100.${asking++ % 250}`;
  return user;
};
const ask = (query: string) => guest().get(path(query));
const cardsOf = (page: Page) =>
  [...page.html.matchAll(/<h3><a[^>]*>([^<]*)<\/a><\/h3>.*?<p class="words">([^<]*)/gs)].map(
    ([, ...card]) => card,
  );
/** The text of the input, unescaped as far as these tests need it. */
const typed = (page: Page) => /id="query"[^>]* value="([^"]*)"/.exec(page.html)?.[1];

it("A visitor sees the greeting, eight example prompts as submit buttons, and the sign-up promo", async () => {
  const page = await guest().get("/ai-assistant");
  expect(page.status).toBe(200);
  expect(page.text).toContain(greeting);
  const buttons = [...page.html.matchAll(/<button name="query" value="([^"]*)" type="submit"/g)].map(
    ([, value]) => value,
  );
  expect(buttons).toEqual(examples);
  expect(page.text).toContain("Create an account and get a $10 credit on your first order of $50 or more.");
  expect(page.html).not.toContain('content="noindex"');
  const ann = await visitor.signedIn();
  expect((await ann.get("/ai-assistant")).text).not.toContain("New here?");
});

it("An answer shows the three best services, each with its card and the words that matched and where", async () => {
  const page = await ask("I need a logo for the bakery");
  expect([page.status, cardsOf(page)]).toEqual([
    200,
    [
      ["A logo for your bakery", "In title and description: logo. In the title: bakery."],
      ["A sign for your bakery", "In the title: bakery. In the description: logo."],
      ["Another stamp for bread", "In the description: logo."],
    ],
  ]);
  expect(page.html).toContain(`href="/services/s/${both.slug}"`);
  expect(page.text).toContain("$80");
  expect(page.html).toMatch(/<meta name="robots" content="noindex/);
  // The newer one of two with the same score.
  expect(page.html).toContain(newer.slug);
});

it("An answer can be opened by its link, in Lite and without scripts", async () => {
  const lite = guest();
  lite.setCookie("lite", "1");
  const page = await lite.get(path("a logo for my bakery"));
  expect(cardsOf(page)[0]?.[0]).toBe("A logo for your bakery");
  expect(page.html).toMatch(/<form method="get" action="\/ai-assistant"/);
  expect(page.html).not.toMatch(/<script[^>]* (src=|type="(module|text\/boot)")/);
});

it("Case, accents and the ending of a word do not matter", async () => {
  for (const query of ["CAFE menus", "café menu", "Menüs CAFÉS"]) {
    const page = await ask(query);
    expect([query, page.html.includes(cafe.slug)]).toEqual([query, true]);
  }
});

it("Filler words count only when no other words are left", async () => {
  expect(cardsOf(await ask("I want the bread")).map(([, words]) => words)).toEqual([
    "In the title: bread.",
    "In the title: bread.",
    "In the title: bread (bakery).",
  ]);
  expect(cardsOf(await ask("for the with")).map(([, words]) => words)[0]).toBe(
    "In the title: for. In the description: the, with.",
  );
});

it("When nothing is found, the page says so and links to the same search and to the help centre", async () => {
  const page = await ask("zzyzx & quartz");
  expect([
    page.status,
    page.text.includes(noneFound.replaceAll('"', "&quot;")) || page.text.includes(noneFound),
  ]).toEqual([200, true]);
  expect(page.links.some((to) => to.replaceAll("&amp;", "&") === "/search?q=zzyzx+%26+quartz")).toBe(true);
  expect(page.html).toMatch(/<li><a[^>]* href="\/help"[^>]*>Help centre<\/a>/);
});

it("Matching help questions appear with the services, as links to their answers", async () => {
  const page = await ask("Can I cancel my order?");
  expect(page.text).toContain("A question about Handiwork? Can I cancel an order?");
  expect(page.html).toMatch(/href="\/faq\?open=[\w-]+#[\w-]+"/);
});

it("A question about Handiwork gets the help answers first", async () => {
  const page = await ask("how do I get a refund for the logo?");
  const [help, services] = ["A question about Handiwork?", "A logo for your bakery"].map((text) =>
    page.text.indexOf(text),
  );
  expect([help, services].every((place) => Number(place) > 0)).toBe(true);
  expect(Number(help)).toBeLessThan(Number(services));
});

it("A question of fewer than 5 visible characters is refused with 400, and the text stays", async () => {
  const family = "👨‍👩‍👧‍👦";
  for (const query of [
    "",
    "     ",
    "logo",
    "  logo  ",
    family.repeat(4),
    "e\u0301".repeat(4),
    "a\u200b\u200b\u200b\u200b\u200b",
    "\0logo",
  ]) {
    const page = await ask(query);
    expect([query, page.status, page.text.includes("Please enter at least 5 characters")]).toEqual([
      query,
      400,
      true,
    ]);
    expect([query, typed(page) ?? ""]).toEqual([query, query.replaceAll("\0", "").trim()]);
    expect(cardsOf(page)).toEqual([]);
  }
  for (const query of [family.repeat(5), "logos", "日本語です"])
    expect([query, (await ask(query)).status]).toEqual([query, 200]);
});

it("A long text is cut at 200 characters, and the answer says so", async () => {
  const page = await ask(`bakery ${"ä".repeat(10_000)}`);
  expect([page.status, page.text.includes("We searched for the first 200 characters of your text.")]).toEqual(
    [200, true],
  );
  expect(cardsOf(page)[0]?.[0]).toBe("A sign for your bakery");
  expect((await ask("a logo for my bakery")).text).not.toContain("We searched for");
});

it("No text causes an error: quotes, percent signs, operators of the index, NUL, right-to-left, markup", async () => {
  const texts = [
    ...[
      '"""""',
      "%%%%%",
      "'''''",
      '" OR title:*',
      "NEAR(logo bakery)",
      "logo AND NOT bakery",
      "{title} : x",
      "-----",
      "*****",
    ],
    ...[
      "logo\0bakery",
      "شعار للمخبز",
      "\u202eyrekab a rof",
      "<script>alert(1)</script>",
      "^logo$ (",
      "ﷺﷺﷺﷺﷺ",
    ],
  ];
  for (const query of texts) {
    const page = await ask(query);
    expect([query, page.status]).toEqual([query, 200]);
    expect(page.html).not.toContain("<script>alert(1)");
  }
  expect((await guest().get("/ai-assistant?query=%E0%A4%A&query=%00%00")).status).toBeLessThan(500);
});

it("If the services cannot be read, a toast and the chat say so, the question stays, and Try Again repeats it", async () => {
  expectErrorLog('"section":"assistant"');
  const user = guest();
  user.send = productWith({ DB: faultyDatabase(env.DB, (sql) => sql.includes("gigs_stems_fts")) });
  const page = await user.get(path("a logo for my bakery"));
  expect(page.status).toBe(200);
  expect(page.html).toMatch(/class="toast" role="alert">.*?<p>Failed to load services<\/p>/s);
  expect(page.text).toContain(
    "I'm sorry, I encountered an error while searching for services. Please try again.",
  );
  expect(typed(page)).toBe("a logo for my bakery");
  expect(page.html).toContain('<a class="btn" href="/ai-assistant?query=a+logo+for+my+bakery">Try Again</a>');
});

it("A network that asks too often is told when to ask again", async () => {
  const user = guest();
  const spent: RateLimit = { limit: async () => ({ success: false }) };
  user.send = productWith({ READ_RATE: spent });
  const page = await user.get(path("a logo for my bakery"));
  expect([page.status, Number(page.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  // The page itself costs little.
  expect((await user.get("/ai-assistant")).status).toBe(200);
});

it("A page without a question reads at most 6 rows for its own part", async () => {
  await guest().get("/ai-assistant");
  const { database, read } = measuredDatabase(env.DB);
  const user = guest();
  user.send = productWith({ DB: database });
  await user.get("/ai-assistant");
  expect(read()).toBeLessThanOrEqual(6);
});
