import { expect, it } from "vitest";
import { gig } from "../../support/factories.ts";
import { db, type Page, visitor } from "../../support/visitor.ts";

const ann = visitor.signedOut();
/** The results, without the services that match the words alone. */
const titles = (page: Page) =>
  [...(page.html.split('id="words"')[0] ?? "").matchAll(/<h3><a[^>]*>([^<]*)/g)].map((match) =>
    match[1]?.replaceAll("&quot;", '"'),
  );

const others = ["&sort=price-low", "&sort=price-high", "&max=9000"];
let searches = 0;

/** The titles found. Also checks that another sort, or a filter that every gig passes, finds the same. */
async function find(q: string): Promise<(string | undefined)[]> {
  const other = others[searches++ % others.length];
  const [first = [], second] = await Promise.all(
    ["", other].map(async (rest) => {
      const page = await ann.open(`/search?q=${encodeURIComponent(q)}${rest}`);
      expect([q, rest, page.status]).toEqual([q, rest, 200]);
      return titles(page).sort();
    }),
  );
  expect([q, other, second]).toEqual([q, other, first]);
  return first;
}

const family = "👨‍👩‍👧‍👦";
await gig(db, { title: "Café résumé design", description: "For cooks." });
await gig(db, { title: "Cafe\u0301 sign, painted", description: "Gold leaf." });
await gig(db, { title: "שלט לחנות קטנה", description: "בעברית ובאנגלית" });
await gig(db, { title: "ترجمة عقود قانونية", description: "من العربية" });
await gig(db, { title: "ロゴを作ります", description: "手描きのロゴ" });
await gig(db, { title: "लोगो डिज़ाइन", description: "हाथ से बना" });
await gig(db, { title: `Portraits ${family} of families`, description: "🏺🎨🖌️ and more 🇩🇪🇫🇷" });
await gig(db, {
  title: 'Odd signs: 50% off_now "quoted" a*b NEAR(c) -minus +plus ^up (x) {y} a:b',
  description: "c\\d 'e' f;g --h",
});

it("Accents do not matter, composed or combining, in the term and in the gig", async () => {
  const both = ["Cafe\u0301 sign, painted", "Café résumé design"];
  for (const q of ["cafe", "café", "CAFÉ", "cafe\u0301", "CAFE\u0301"])
    expect([q, await find(q)]).toEqual([q, both]);
  expect(await find("resume")).toEqual(["Café résumé design"]);
  expect(await find("re\u0301sume\u0301")).toEqual(["Café résumé design"]);
  // Two letters, though three code points: too short for the index.
  expect(await find("fe\u0301")).toContain("Café résumé design");
});

it("Terms in any script are found, from one character on", async () => {
  for (const q of ["לחנות", "שלט לחנות", "לח", "ש"])
    expect([q, await find(q)]).toEqual([q, ["שלט לחנות קטנה"]]);
  for (const q of ["قانونية", "عقود قا", "تر"])
    expect([q, await find(q)]).toEqual([q, ["ترجمة عقود قانونية"]]);
  for (const q of ["ロゴを", "ロゴ", "描"]) expect([q, await find(q)]).toEqual([q, ["ロゴを作ります"]]);
  for (const q of ["लोगो", "डिज़ाइन", "हाथ"]) expect([q, await find(q)]).toEqual([q, ["लोगो डिज़ाइन"]]);
});

it("Emoji are characters: one, two, flags and families", async () => {
  const portraits = [`Portraits ${family} of families`];
  for (const q of ["🏺", "🏺🎨", "🏺🎨🖌️", family, "👨‍👩", "🇩🇪", "🇩🇪🇫🇷", "👧"])
    expect([q, await find(q)]).toEqual([q, portraits]);
  for (const q of ["😀", "😀😀", "😀😀😀", "🎨🏺", "🇫🇷🇩🇪"]) expect([q, await find(q)]).toEqual([q, []]);
});

it("Special characters of SQL and of the index are plain characters", async () => {
  const odd = ['Odd signs: 50% off_now "quoted" a*b NEAR(c) -minus +plus ^up (x) {y} a:b'];
  const there = [
    "50%",
    "%",
    "f_n",
    "_",
    '"quoted"',
    '"',
    '" a',
    "a*b",
    "NEAR(c)",
    "-minus",
    "-",
    "+plus",
    "^up",
    "(x)",
    "{y}",
  ];
  for (const q of [...there, "a:b", "c\\d", "\\", "'e'", "f;g", "--h"])
    expect([q, await find(q)]).toEqual([q, odd]);
  const nowhere = [
    "5%0",
    "%off",
    "f%n",
    "off__now",
    '"*"',
    '""',
    "quot*",
    "a OR b",
    "NEAR(a b)",
    "title:odd",
    "^odd",
  ];
  for (const q of [...nowhere, "odd AND signs", "odd NOT x", "'; drop table gigs; --"])
    expect([q, await find(q)]).toEqual([q, []]);
}, 20_000);

it("NUL and invalid characters are harmless", async () => {
  expect(await find("re\0sume")).toEqual(["Café résumé design"]);
  const nothing = await ann.open("/search?q=%00");
  expect([nothing.status, nothing.title]).toEqual([200, "All services | Handiwork"]);
  for (const q of [
    "%ED%A0%80",
    "abc%ED%B0%80",
    "%FF%FE",
    "%C3%28xx",
    "%E2%80%AE%E2%80%AE",
    "\u200d\u200d\u200d",
  ])
    expect([q, (await ann.get(`/search?q=${q}`)).text.includes("No results found")]).toEqual([q, true]);
});

it("A pasted text is found at any length and in any script, unless its address is too long", async () => {
  const scripts = ["the quick wheel ", "быстрый круг ", "速い輪を作る", "عجلة سريعة ", "🏺🎨 pots "];
  for (const words of scripts) {
    const title = words.repeat(80).slice(0, 80).toWellFormed().trim();
    await gig(db, { title, description: words.repeat(40).toWellFormed() });
    expect([words, await find(title)]).toEqual([words, [title]]);
    for (const length of [201, 1000, 10_000]) {
      const pasted = encodeURIComponent([...words.repeat(10_000)].slice(0, length).join(""));
      const page = await ann.open(`/search?q=${pasted}`);
      // Ten thousand characters of three bytes make an address of 90 KB
      // (tests/workers/request/addresses.test.ts).
      if (pasted.length > 62_000) {
        expect([words, page.status]).toEqual([words, 414]);
        continue;
      }
      expect([page.status, titles(page)]).toEqual([200, [title]]);
      expect(page.text).toContain("We searched for the first 200 characters");
    }
  }
}, 20_000);
