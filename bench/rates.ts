import { createRequire } from "node:module";
import type { Json } from "miniflare";
import { findFreePort } from "#scripts/ports.ts";
import { type Isolate, production, startIsolate } from "#tests/support/isolate.ts";
import { type Candidate, compareRates, type Rate } from "./compare-rates.ts";
import { atLeast, atMost, type Figure, noLimit } from "./figure.ts";

/** Many short rounds, so that other work of the machine affects all candidates equally. */
const rounds = 15;

/**
 * Measures what a category page of 20 cards costs, in miniflare alone. The rendered page is compared with a
 * Remix page that renders the same HTML from constants; the cached page with a worker that only serves the
 * same bytes from its cache, and, requested with gzip as browsers do, with a worker that only lists 20 rows.
 * @param stateDir a seeded local state that no server uses; the product must be built
 */
export async function rates(stateDir: string): Promise<Figure[]> {
  const isolates: Isolate[] = [];
  const start = async (name: string, main: string, bindings: Record<string, Json>, state?: string) => {
    const isolate = await startIsolate({ name, main, bindings, stateDir: state }, await findFreePort());
    isolates.push(isolate);
    return isolate;
  };
  try {
    const bindings = { ...production, APP_ORIGIN: "http://127.0.0.1" };
    const startCandidate = (name: string, own: Record<string, Json>, state?: string) =>
      start(name, `bench/workers/${name}.ts`, own, state);
    const product = await start("product", "workers/app.ts", bindings, stateDir);
    const withoutCaches = await startCandidate("without-caches", bindings, stateDir);
    const withoutDatabase = await startCandidate("without-database", bindings, stateDir);
    const path = await fullCategory(product.url);
    const constantLoaders = await startCandidate("constant-loaders", {
      RECORDED: await loaderData(new URL(`${path}.data`, product.url)),
    });
    const bareCache = await startCandidate("bare-cache", {});
    const bareList = await startCandidate("bare-list", {}, stateDir);
    const page = await text(new URL(path, product.url));
    await fetch(new URL(path, bareCache.url), { method: "POST", body: page });
    requireSame(await text(new URL(path, withoutCaches.url)), await text(new URL(path, constantLoaders.url)));
    requireSame(page, await text(new URL(path, bareCache.url)));

    const candidate = (name: string, { url, pid }: Isolate, gzip = false): Candidate => ({
      name,
      url: new URL(path, url),
      pid,
      gzip,
    });
    const [rendered, ownTime, constant, cached, bare, compressed, list] = await compareRates(
      [
        candidate("without caches", withoutCaches),
        candidate("without database", withoutDatabase),
        candidate("constant loaders", constantLoaders),
        candidate("product", product),
        candidate("bare cache", bareCache),
        candidate("product with gzip", product, true),
        candidate("bare list", bareList, true),
      ],
      rounds,
    );
    if (!rendered || !ownTime || !constant || !cached || !bare || !compressed || !list)
      throw new Error("A candidate has no result");
    const bytes = `${page.length} characters`;
    const perSecond = (a: number, b: number) => `${Math.round(a)}/s compared with ${Math.round(b)}/s`;
    const ofConstants = (100 * rendered.rate) / constant.rate;
    const ofBare = (100 * cached.rate) / bare.rate;
    const ofList = (100 * compressed.rate) / list.rate;
    return [
      cpuFigure(
        "CPU of a rendered category page, the local database's included",
        rendered,
        4,
        `from constants ${constant.cpu} ms, from the page cache ${cached.cpu} ms; ${bytes}`,
      ),
      atLeast(
        "its rate, compared with the same HTML from constants",
        ofConstants,
        "%",
        70,
        perSecond(rendered.rate, constant.rate),
      ),
      noLimit(
        "the same when the database answers from memory",
        (100 * ownTime.rate) / constant.rate,
        "%",
        `${perSecond(ownTime.rate, constant.rate)}; CPU ${ownTime.cpu} ms`,
      ),
      atLeast(
        "the page cache, compared with a bare worker that has the same bytes in its cache",
        ofBare,
        "%",
        85,
        perSecond(cached.rate, bare.rate),
      ),
      atLeast(
        "the same with gzip, compared with a bare worker that lists 20 rows of D1",
        ofList,
        "%",
        150,
        perSecond(compressed.rate, list.rate),
      ),
      cpuFigure("its CPU", compressed, 0.8, `the bare list ${list.cpu} ms`),
    ];
  } finally {
    for (const isolate of isolates) await isolate.end();
  }
}

/** No verdict where the system does not report the CPU time of a process. */
function cpuFigure(what: string, { cpu }: Rate, limit: number, note: string): Figure {
  return cpu === null ? noLimit(what, Number.NaN, "ms", note) : atMost(what, cpu, "ms", limit, note);
}

/** The first category that has a second page. */
async function fullCategory(url: URL): Promise<string> {
  const index = await text(new URL("/categories", url));
  const paths = new Set([...index.matchAll(/href="(\/categories\/[^"/]+)"/g)].map((match) => match[1] ?? ""));
  for (const path of paths) {
    const page = await text(new URL(path, url));
    if (page.includes(`href="${path}?page=2"`)) return path;
  }
  throw new Error("No category of this market fills a page");
}

async function loaderData(url: URL): Promise<Json> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url} answers ${response.status}`);
  // Remix encodes loader data with turbo-stream, its own dependency.
  const { decode } = createRequire(createRequire(import.meta.url).resolve("@remix-run/react"))(
    "turbo-stream",
  );
  const decoded = await decode(response.body);
  await decoded.done;
  return decoded.value;
}

async function text(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return await response.text();
}

/** @throws Error if two pages differ in more than the nonce */
function requireSame(one: string, other: string): void {
  const plain = (html: string) => html.replaceAll(/ nonce="[^"]*"/g, "").replaceAll(/"nonce":"[^"]*"/g, "");
  const [a, b] = [plain(one), plain(other)];
  if (a === b) return;
  const at = [...a].findIndex((character, i) => character !== b[i]);
  throw new Error(
    `The pages differ at ${at}:\n${a.slice(at - 80, at + 80)}\n---\n${b.slice(at - 80, at + 80)}`,
  );
}
