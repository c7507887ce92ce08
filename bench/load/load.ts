import { atMost, type Figure, noLimit } from "../figure.ts";
import { type MarketSource, openMarket } from "../market.ts";
import { ask, sleep } from "./ask.ts";
import { Crowd, type LoadMarket, type Written } from "./crowd.ts";

/** The visitor's pause between two pages, in ms. */
const pause = 250;

/**
 * Signed-in accounts do everything at twice their limits while one visitor browses. Compares the visitor's
 * p95 with that of a quiet period before the load, counts 5xx responses and broken connections, and
 * afterwards looks up each accepted write.
 * @param accounts how many, at least 3, usually 50
 * @param seconds how long the load lasts; the quiet time is half of it
 */
export async function load(source: MarketSource, accounts: number, seconds: number): Promise<Figure[]> {
  const market = await openMarket(source, "bench/workers/load.ts");
  try {
    const made = await post<LoadMarket>(market.url, "/bench/market", { accounts });
    const paths = await visitorPaths(market.url, made);
    // Not measured: the first view of each page fills the caches.
    await browse(market.url, paths, Date.now() + 1000 * paths.length);
    const quiet = await browse(market.url, paths, Date.now() + 500 * seconds);
    const crowd = new Crowd(market.url, made, seconds);
    const [busy] = await Promise.all([browse(market.url, paths, Date.now() + 1000 * seconds), crowd.run()]);
    const lost = await post<Written>(market.url, "/bench/lost", crowd.written());
    return figuresOf(quiet, busy, crowd, lost, seconds);
  } finally {
    await market.stop();
  }
}

function figuresOf(quiet: Views, busy: Views, crowd: Crowd, lost: Written, seconds: number): Figure[] {
  const accounts = crowd.size;
  const [before, during] = [p95(quiet.times), p95(busy.times)];
  const sizes = (all: Written) => Object.values(all).reduce((sum, list) => sum + list.length, 0);
  const accepted = sizes(crowd.written());
  const failures = [...crowd.failures, ...quiet.failures, ...busy.failures];
  const statuses = [...crowd.statuses].toSorted().map(([status, count]) => `${count} × ${status}`);
  return [
    atMost(
      `p95 of a visitor's pages while ${accounts} accounts do everything at twice their limits, times that of a quiet time`,
      during / before,
      "",
      3,
      `${Math.round(during)} ms of ${busy.times.length} pages, ${Math.round(before)} ms of ${quiet.times.length}`,
    ),
    atMost("answers of 5xx and broken connections under that load", failures.length, "", 0, tally(failures)),
    atMost(
      "accepted writes that were lost",
      sizes(lost),
      "",
      0,
      `of ${accepted}: ${Object.entries(crowd.written())
        .map(([what, list]) => `${list.length} ${what}`)
        .join(", ")}`,
    ),
    noLimit(
      "requests of the accounts a second",
      crowd.sent / seconds,
      "",
      `${statuses.join(", ")}; ${crowd.missed} not sent, because the account waited for another answer`,
    ),
  ];
}

/** `times` in ms. */
type Views = { times: number[]; failures: string[] };

/** A visitor opens one page after another. @param until UTC ms */
async function browse(origin: string, paths: string[], until: number): Promise<Views> {
  const views: Views = { times: [], failures: [] };
  for (let n = 0; Date.now() < until; n++) {
    const began = performance.now();
    try {
      const { status } = await ask(origin + paths[n % paths.length], "192.0.2.9");
      if (status !== 200) views.failures.push(`visitor: ${status}`);
    } catch (error) {
      views.failures.push(`visitor: ${error}`);
    }
    views.times.push(performance.now() - began);
    await sleep(pause);
  }
  return views;
}

/** Home, a category, gigs and searches. */
async function visitorPaths(origin: string, { gigs }: LoadMarket): Promise<string[]> {
  const index = await (await fetch(`${origin}/categories`)).text();
  const category = /href="(\/categories\/[^"/]+)"/.exec(index)?.[1];
  if (!category) throw new Error("The market has no categories.");
  const services = gigs.slice(0, 5).map(({ slug }) => `/services/s/${slug}`);
  return ["/", category, ...services, "/search?q=logo", "/search?q=design", "/categories"];
}

async function post<Answer>(origin: string, path: string, body: object): Promise<Answer> {
  const response = await fetch(origin + path, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** The 95th percentile of the times. */
function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

function tally(names: string[]): string | undefined {
  const counts = Map.groupBy(names, (name) => name);
  return names.length > 0
    ? [...counts].map(([name, all]) => `${all.length} × ${name}`).join(", ")
    : undefined;
}
