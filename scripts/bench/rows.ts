import { join } from "node:path";
import { root } from "../processes.ts";
import { atMost, type Figure } from "./figure.ts";
import { type Market, type MarketSource, openMarket } from "./market.ts";
import { findGigPath } from "./pages.ts";

/** The rows that D1 read to answer one address. */
type Reading = { path: string; rows: number };
type Readings = {
  /** Every browsing page without a search term. */
  views: Reading[];
  /** First pages of searches for three letters and more. */
  plain: Reading[];
  /** The last page that a capped count has. */
  last: Reading[];
  filtered: Reading[];
  /** Searches for one or two letters. */
  short: Reading[];
};

const sorts = ["", "price-low", "price-high"];
/**
 * Search terms of three letters and more: found in all gigs, many, few, none; several words; plain `%` and
 * `_`; another script.
 */
const terms = [
  ...["and", "o c", "logo", "bakery, ready", "you", "for a bakery", "wedding", "without jargon"],
  ...["zzyzx", "100%", "one_colour", "日本語", "I answer on weekdays between breakfast and the school bell."],
];
const filters = [
  ...[
    "min=20&max=100",
    "days=1",
    "days=14",
    "level=Top+Rated",
    "level=Rising+Talent&level=Level+1",
    "rating=4.5",
  ],
  ...["min=600&days=1&level=Rising+Talent&rating=4.5"],
];
/** The last page of a capped count: 1,000 in pages of 20. */
const lastPage = 50;

/**
 * Measures the rows that D1 reads (`meta.rows_read`) per page and per search, in a market of 1,000 gigs and
 * in a large one. No cache is used.
 */
export async function rows(large: MarketSource): Promise<Figure[]> {
  const entry = join(root, "scripts/bench/count-rows.ts");
  const small = await openMarket({ gigs: 1000 }, entry);
  const few = await readingsIn(small).finally(() => small.stop());
  const market = await openMarket(large, entry);
  const many = await readingsIn(market).finally(() => market.stop());

  const size = "gigs" in large ? `${large.gigs.toLocaleString("en-US")} gigs` : "the given market";
  const differences = many.views.map(({ path, rows }, i) => {
    const before = few.views[i]?.rows ?? 0;
    return { path, rows: (100 * Math.abs(rows - before)) / Math.max(rows, before, 1) };
  });
  const worst = (what: string, readings: Reading[], unit: string, limit: number): Figure => {
    const most = readings.reduce((a, b) => (b.rows > a.rows ? b : a));
    return atMost(what, most.rows, unit, limit, `most of ${readings.length}: \`${most.path}\``);
  };
  return [
    worst("rows read by a page view, 1,000 gigs", few.views, "rows", 400),
    worst(`rows read by a page view, ${size}`, many.views, "rows", 400),
    worst("difference between the two, page by page", differences, "%", 10),
    worst(`rows read by a search without filters, ${size}`, many.plain, "rows", 1500),
    worst(`the same, page ${lastPage}`, many.last, "rows", 1500),
    worst(`rows read by a search with filters, ${size}`, many.filtered, "rows", 4000),
    {
      ...worst("rows read by a search for one or two letters", many.short, "rows", 0),
      limit: null,
      holds: null,
    },
  ];
}

async function readingsIn({ url }: Market): Promise<Readings> {
  const listings = ["/categories/graphics-design", "/categories/graphics-design/logo-design", "/search"];
  const views = ["/", "/categories", await findGigPath(url)];
  const sorted = (path: string, known: string) =>
    sorts.map((sort) =>
      [path, [known, sort && `sort=${sort}`].filter(Boolean).join("&")].filter(Boolean).join("?"),
    );
  const searches = (more: string) =>
    terms.flatMap((term) => sorted("/search", `q=${encodeURIComponent(term)}${more}`));
  const read = (paths: string[]) => readAll(url, paths);
  // The menu stays in memory. Its rows count for every page, because each may be an isolate's first.
  const first = await rowsOf(url, "/");
  const menu = first - (await rowsOf(url, "/"));
  const withMenu = async (paths: string[]) =>
    (await read(paths)).map((reading) => ({ ...reading, rows: reading.rows + menu }));
  return {
    views: await withMenu([...views, ...listings.flatMap((path) => sorted(path, ""))]),
    plain: await withMenu(searches("")),
    last: await withMenu(searches(`&page=${lastPage}`)),
    short: await withMenu(["q=a", "q=zq", "q=zq&days=1"].flatMap((query) => sorted("/search", query))),
    filtered: await withMenu([
      ...filters.flatMap((filter) => searches(`&${filter}`)),
      ...filters.flatMap((filter) => sorted("/search", filter)),
    ]),
  };
}

async function readAll(origin: string, paths: string[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const path of paths) readings.push({ path, rows: await rowsOf(origin, path) });
  return readings;
}

/** @throws Error if the answer is not 200. A redirect is followed: a page beyond the last one redirects. */
async function rowsOf(origin: string, path: string): Promise<number> {
  const answer = await fetch(origin + path);
  await answer.arrayBuffer();
  const rows = answer.headers.get("x-rows-read");
  if (answer.status !== 200 || rows === null)
    throw new Error(`${path} answers ${answer.status} without a count of rows.`);
  return Number(rows);
}
