import { env } from "cloudflare:workers";
import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { pageScript, uncaught } from "#app/inline-scripts/inline-scripts.ts";
import { slugify } from "#app/lib/slug.ts";
import { gigs } from "#drizzle/schema.ts";
import { busyBuyer } from "../support/busy-buyer.ts";
import { heavyMarket } from "../support/market.ts";
import { db, origin, type Visitor, visitor } from "../support/visitor.ts";
import table from "./bytes.json";

/**
 * The table of compressed bytes of every public page, on the heaviest believable market, and of the screens
 * that a signed-in buyer sees most. `first`: the document up to the end of its first part, styles included.
 * `document`: all of it, and the stylesheets that block it. `scripts`: the files that are requested after the
 * first touch, or immediately. All are gzip 6.
 */
type Figures = { first: number; document: number; scripts: number };
const columns = ["first", "document", "scripts"] as const;
const held: Record<string, Figures> = table;

/** docs/specification.md#byte-budgets. In bytes. */
const firstFlight = 14_336;
/** Bytes of the first flight that stay free for future growth. */
const reserve = 300;
const publicScripts = 115 * 1024;
const signedInScripts = {
  dashboard: 124 * 1024,
  order: 126 * 1024,
  messages: 131 * 1024,
  profile: 114 * 1024,
};
const signedInScreen = 20.5 * 1024;
const uncaughtBytes = 400;
const mainPages = ["home", "category", "search", "service", "service with extras"];
const signedInScreens = ["dashboard", "order", "messages", "profile"];

/**
 * The difference in bytes that needs no new table: identifiers compress a little differently each time.
 */
const tolerance = 40;
const renew = "npx vitest run tests/layout/bytes.test.ts --update";

const market = await heavyMarket(db);
const results = '<nav class="pages"';
const main = "</main>";

/** The path of each page, and the text before which (for results: with which) its first part ends. */
const pages: Record<string, { path: string; end: string; recent?: string }> = {
  home: { path: "/", end: main },
  categories: { path: "/categories", end: main },
  category: { path: market.category, end: results },
  subcategory: { path: market.subcategory, end: results },
  search: { path: "/search?q=for", end: results },
  service: { path: market.gig, end: '<section id="details"' },
  recent: { path: "/services/recent", end: main, recent: market.recent },
  "sign-in": { path: "/sign-in", end: main },
  "sign-up": { path: "/sign-up", end: main },
  "not found": { path: "/no/such/page", end: main },
};

const publicRows = Object.entries(pages).flatMap(([name, page]) => [
  { name, lite: false, ...page },
  { name: `${name}, lite`, lite: true, ...page },
]);
const measured = new Map<string, Figures & { html: string }>();
for (const row of publicRows) {
  const guest = visitor.passingBy();
  if (row.lite) guest.setCookie("lite", "1");
  if (row.recent) guest.setCookie("recent", row.recent);
  await measure(row.name, guest, row.path, row.end);
}
// Only now, because another gig changes the listings.
const extrasPath = await gigWithExtras();
for (const [name, isLite] of [
  ["service with extras", false],
  ["service with extras, lite", true],
] as const) {
  const guest = visitor.passingBy();
  if (isLite) guest.setCookie("lite", "1");
  await measure(name, guest, extrasPath, '<section id="details"');
}
// Only now, because the buyer's orders put more gigs on the public pages.
const { ann, order, thread } = await busyBuyer();
for (const [i, path] of ["/dashboard", order, thread, "/profile"].entries())
  await measure(signedInScreens[i] ?? "", ann, path, main);

/** A copy of the heaviest gig with everything that can be added to its packages. @returns its path */
async function gigWithExtras(): Promise<string> {
  const slug = market.gig.replace("/services/s/", "");
  const [row] = await db.select().from(gigs).where(eq(gigs.slug, slug));
  if (!row) throw new Error("The market has no gig");
  const faster = { days: 1, priceCents: 12_500 };
  const titles = ["Source file for your printer", "Rights for prints and toys", "Framed print by post"];
  const list = [...titles, "One hour of training by video", "Version in a second language"].map(
    (title, i) => ({ id: slugify(title), title, priceCents: 2500 + i * 1100, days: i }),
  );
  const extras = { list, faster: { starter: faster, pro: faster, elite: faster }, several: true };
  const id = crypto.randomUUID();
  const copy = `${slug}-with-extras`;
  const { number: _, ...columns } = row;
  await db.insert(gigs).values({ ...columns, id, slug: copy, extras });
  return `/services/s/${copy}`;
}

/** @param end the text before which (for results: with which) the page's first part ends */
async function measure(name: string, who: Visitor, path: string, end: string): Promise<void> {
  const { html } = await who.get(path);
  const from = html.indexOf(end);
  if (from < 0) throw new Error(`${name} has no ${end}`);
  const to = end === results ? html.indexOf("</nav>", from) : from;
  measured.set(name, {
    html,
    first: weigh(html.slice(0, to)),
    document: weigh(html) + (await weighStyles(html)),
    scripts: await weighScripts(html),
  });
}

function weigh(content: string | Uint8Array): number {
  return gzipSync(content, { level: 6 }).byteLength;
}

/** The size of the stylesheets that a page waits for. In bytes. */
async function weighStyles(html: string): Promise<number> {
  let sum = 0;
  for (const [, file = ""] of html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g))
    sum += weigh(await (await env.ASSETS.fetch(new URL(file, origin))).text());
  return sum;
}

/**
 * The size of all script files that a page requests after the first touch: those it names, and their imports.
 * Each file is compressed separately. In bytes.
 */
async function weighScripts(html: string): Promise<number> {
  const named = [
    ...html.matchAll(
      /(?:rel="(?:dns-prefetch|modulepreload)" href|from|import\() ?=?"(\/assets\/[^"]+\.js)"/g,
    ),
  ];
  const files = new Set(named.map(([, file = ""]) => file));
  let sum = 0;
  for (const file of files) {
    const text = await (await env.ASSETS.fetch(new URL(file, origin))).text();
    sum += weigh(text);
    for (const [, other = ""] of text.matchAll(/(?:\bfrom|\bimport) ?"\.\/([^"]+\.js)"/g))
      files.add(`/assets/${other}`);
  }
  return sum;
}

const figuresOf = (name: string) => {
  const figures = measured.get(name);
  if (!figures) throw new Error(`${name} was not measured`);
  return figures;
};

it("Every page has its size in the table, within the tolerance", async () => {
  const changes: string[] = [];
  const lines = [...measured].map(([name, now]) => {
    const figures = columns.map((figure) => {
      const before = held[name]?.[figure];
      if (before !== undefined && Math.abs(now[figure] - before) <= tolerance)
        return `"${figure}": ${before}`;
      changes.push(`'${figure}' of ${name} was ${before} bytes and is ${now[figure]}.`);
      return `"${figure}": ${now[figure]}`;
    });
    return `  "${name}": { ${figures.join(", ")} }`;
  });
  const sentence = `${changes.join(" ")} Make it smaller; what must be, or is smaller now, goes into the table: ${renew}`;
  await expect(`{\n${lines.join(",\n")}\n}\n`, sentence).toMatchFileSnapshot("./bytes.json");
});

it.each(mainPages)("The first part of %s fits the first flight, in full and in Lite", (name) => {
  for (const row of [name, `${name}, lite`])
    expect(figuresOf(row).first, row).toBeLessThanOrEqual(firstFlight - reserve);
});

it.each(signedInScreens)("%s and the styles that it waits for are at most 20.5 KB", (name) => {
  expect(figuresOf(name).document).toBeLessThanOrEqual(signedInScreen);
});

it.each([...mainPages, "sign-in", "sign-up"])("The scripts of %s are at most 115 KB", (name) => {
  expect(figuresOf(name).scripts).toBeGreaterThan(50_000);
  expect(figuresOf(name).scripts).toBeLessThanOrEqual(publicScripts);
});

it.each(Object.entries(signedInScripts))("The scripts of %s are at most %i bytes", (name, most) => {
  expect(figuresOf(name).scripts).toBeGreaterThan(50_000);
  expect(figuresOf(name).scripts).toBeLessThanOrEqual(most);
});

it.each(publicRows)("$name: the page contains its styles, and nothing delays its first paint", (row) => {
  const { html, scripts } = figuresOf(row.name);
  const css = /<style id="css"[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  expect(css).toContain("--paper:");
  expect(html).not.toMatch(/<link[^>]*rel="(stylesheet|preload|modulepreload)"/);
  expect(html).not.toMatch(/<script[^>]*(src=|type="module")|@import/);
  if (row.lite) expect(scripts).toBe(0);
});

it("Print is always light: both dark blocks are for screens only", () => {
  const blocks = figuresOf("not found").html.split("color-scheme:dark;--paper").slice(0, -1);
  expect(blocks).toHaveLength(2);
  for (const before of blocks)
    expect(before).toMatch(/@media screen( and \(prefers-color-scheme:\s*dark\))?\{[^{}]*\{$/);
});

it("The inline script is small and uses only the syntax of old browsers", () => {
  expect(weigh(pageScript)).toBeLessThan(1024);
  for (const script of [pageScript, uncaught])
    expect(script).not.toMatch(/=>|\?\.|\?\?|\b(const|let|async|await)\b|<\/script/);
});

it("The script that reports uncaught errors is in every page, and adds at most 400 bytes", () => {
  for (const name of measured.keys()) {
    const { html } = figuresOf(name);
    const without = html.replace(uncaught, "");
    expect(html.length - without.length, name).toBe(uncaught.length);
    expect(weigh(html) - weigh(without), name).toBeLessThanOrEqual(uncaughtBytes);
  }
});
