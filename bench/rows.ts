import { atMost, type Figure } from "./figure.ts";
import { type Market, type MarketSource, openMarket } from "./market.ts";
import { findGigPath, signedInPages } from "./pages.ts";

/** The rows that D1 read to answer one address. */
type Reading = { path: string; rows: number };

const listingSorts = ["", "price-low", "price-high"];
const sorts = [...listingSorts, "best-match", "best-rated"];
/**
 * Search terms of three letters and more: found in all, many, few or no gigs; several words, in and out of
 * order; plain `%` and `_`; another script.
 */
const terms = [
  ...["and", "o c", "logo", "bakery, ready", "you", "for a bakery", "wedding", "without jargon"],
  ...["bakery logo careful", "trnaslate zzyzx", "logo bakery wedding school jargon colour"],
  ...["zzyzx", "100%", "one_colour", "日本語", "I answer on weekdays between breakfast and the school bell."],
];
/** Questions with rare and common words, and with one letter. */
const questions = [
  ...terms.filter((term) => term.length >= 5),
  ...["logo for a bakery with careful colours and a menu", "a b c d e", "zzyzx logo", "l".repeat(200)],
];
const filters = [
  ...[
    "min=20&max=100",
    "days=1",
    "days=14",
    "level=Top+Rated",
    "level=Rising+Talent&level=Level+1",
    "rating=4.5",
    "category=graphics-design",
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
  const entry = "bench/workers/count-rows.ts";
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
    ...many.signedIn.map(({ path, rows }) =>
      atMost(`rows read by a signed-in screen, ${size}: ${path.split(/[/?]/)[1]}`, rows, "rows", 400),
    ),
    worst(`rows read by a search without filters, ${size}`, many.plain, "rows", 1500),
    worst(`the same, page ${lastPage}`, many.last, "rows", 1500),
    worst(`rows read by a search with filters, ${size}`, many.filtered, "rows", 4000),
    worst(`rows read by a search for one or two letters, ${size}`, many.short, "rows", 1500),
    worst(`rows read by an answer of the assistant, ${size}`, many.answers, "rows", 5000),
    worst(`rows read by suggestions of a search box, ${size}`, many.suggestions, "rows", 200),
  ];
}

/** Addresses of searches in every sort. @param more further parameters, each with its `&` */
export function searchPaths(more = ""): string[] {
  return terms.flatMap((term) => sorted("/search", `q=${encodeURIComponent(term)}${more}`));
}

function sorted(path: string, known: string, among = sorts): string[] {
  return among.map((sort) =>
    [path, [known, sort && `sort=${sort}`].filter(Boolean).join("&")].filter(Boolean).join("?"),
  );
}

/** The rows of each kind of page: its addresses, and those of searches in every sort. */
async function readingsIn({ url }: Market) {
  const listings = ["/categories/graphics-design", "/categories/graphics-design/logo-design", "/search"];
  const views = ["/", "/categories", await findGigPath(url)];
  const { cookie, pages } = await signedInPages(url);
  // The menu stays in memory. Its rows count for every page, because each page may be the first in an
  // isolate.
  const first = await rowsOf(url, "/");
  const menu = first - (await rowsOf(url, "/"));
  const read = (paths: string[], more = menu) => readAll(url, paths, more);
  const addressed = (path: string, texts: string[]) =>
    texts.map((text) => `${path}${encodeURIComponent(text)}`);
  return {
    signedIn: await readAll(
      url,
      pages.map(({ path }) => path),
      0,
      { Cookie: cookie },
    ),
    views: await read([...views, ...listings.flatMap((path) => sorted(path, "", listingSorts))]),
    plain: await read(searchPaths()),
    last: await read(searchPaths(`&page=${lastPage}`)),
    short: await read(["q=a", "q=zq", "q=ui+zq"].flatMap((query) => sorted("/search", query))),
    suggestions: await read(addressed("/search/suggestions?q=", ["l", "lo", "ui lo", ...terms]), 0),
    answers: await read(addressed("/ai-assistant?query=", questions), 0),
    filtered: await read(
      filters.flatMap((filter) => [...searchPaths(`&${filter}`), ...sorted("/search", filter)]),
    ),
  };
}

/** @param more rows to add for each address */
async function readAll(
  origin: string,
  paths: string[],
  more: number,
  headers: Record<string, string> = {},
): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const path of paths) readings.push({ path, rows: more + (await rowsOf(origin, path, headers)) });
  return readings;
}

/** @throws Error if the response is not 200. Redirects are followed: a page beyond the last one redirects. */
async function rowsOf(origin: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(origin + path, { headers });
  await answer.arrayBuffer();
  const rows = answer.headers.get("x-rows-read");
  if (answer.status !== 200 || rows === null)
    throw new Error(`${path} answers ${answer.status} without a count of rows.`);
  return Number(rows);
}
