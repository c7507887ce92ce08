import { join } from "node:path";
import { root } from "../children.ts";
import { atMost, type Figure } from "./figure.ts";
import { type Market, openMarket } from "./market.ts";
import { someService } from "./pages.ts";

/** Rows read by the view of one address. */
type Reading = { path: string; rows: number };
type Readings = {
  /** Every browsing page without a search term. */
  views: Reading[];
  /** Searches for three letters and more: first pages, and the last that a capped count has. */
  plain: Reading[];
  last: Reading[];
  filtered: Reading[];
  short: Reading[];
};

const sorts = ["", "price-low", "price-high"];
/** Found everywhere, in many, in few, in none; of three letters and more; several words; plain `%` and `_`; another script. */
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
 * What D1 says that it read (`meta.rows_read`), by page view and by search, in a market of 1,000 gigs and in a large one. Nothing comes
 * from a cache.
 * @param large so many gigs, or the folder of a local state
 */
export async function rows(large: { gigs: number } | { state: string }): Promise<Figure[]> {
  const door = join(root, "scripts/bench/measured-door.ts");
  const small = await openMarket({ gigs: 1000 }, door);
  const few = await readingsIn(small).finally(() => small.stop());
  const market = await openMarket(large, door);
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
  const views = ["/", "/categories", await someService(url)];
  const sorted = (path: string, known: string) =>
    sorts.map((sort) =>
      [path, [known, sort && `sort=${sort}`].filter(Boolean).join("&")].filter(Boolean).join("?"),
    );
  const searches = (more: string) =>
    terms.flatMap((term) => sorted("/search", `q=${encodeURIComponent(term)}${more}`));
  const read = (paths: string[]) => readAll(url, paths);
  // The menu is kept in memory: what it takes is a part of every page that is the first.
  const first = await rowsOf(url, "/");
  const menu = first - (await rowsOf(url, "/"));
  const withMenu = async (paths: string[]) =>
    (await read(paths)).map((reading) => ({ ...reading, rows: reading.rows + menu }));
  return {
    views: await withMenu([...views, ...listings.flatMap((path) => sorted(path, ""))]),
    plain: await withMenu(searches("")),
    last: await withMenu(searches(`&page=${lastPage}`)),
    short: await withMenu(["q=a", "q=zq", "q=zq&days=1"].flatMap((asked) => sorted("/search", asked))),
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

/** Follows no redirect but that of a page beyond the last one. */
async function rowsOf(origin: string, path: string): Promise<number> {
  const answer = await fetch(origin + path);
  await answer.arrayBuffer();
  const rows = answer.headers.get("x-rows-read");
  if (answer.status !== 200 || rows === null)
    throw new Error(`${path} answers ${answer.status} and no count.`);
  return Number(rows);
}
