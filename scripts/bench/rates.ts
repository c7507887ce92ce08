import { createRequire } from "node:module";
import type { Json } from "miniflare";
import { newKey } from "#app/auth/tokens.server.ts";
import { findFreePort } from "../ports.ts";
import { type Candidate, compareRates } from "./compare-rates.ts";
import type { Figure } from "./figure.ts";
import { type Isolate, startIsolate } from "./isolate.ts";

/** Bindings of the production worker, for an isolate that reaches no third party. */
export const production = {
  ENVIRONMENT: "production",
  STRIPE_API: "https://api.stripe.com",
  STRIPE_CHECKOUT: "https://checkout.stripe.com",
  STRIPE_SECRET_KEY: "sk_bench",
  STRIPE_WEBHOOK_SECRET: "whsec_bench",
  APP_SECRET: "a secret of the bench",
  TOKEN_KEYS: JSON.stringify([await newKey()]),
  MAIL_FROM: "bench@handiwork.test",
  OPERATOR_NAME: "The bench",
  OPERATOR_ADDRESS: "This machine",
  OPERATOR_EMAIL: "bench@handiwork.test",
};
/** Many short rounds, so that other work of the machine falls on all candidates alike. */
const usualRounds = { rounds: 30, ms: 500, together: 8 };

/**
 * Measures what a category page of 20 cards costs, in miniflare alone. The rendered page is compared with a
 * Remix page that renders the same HTML from constants; the cached page with a worker that only answers the
 * same bytes from its cache, and, asked with gzip as browsers do, with a worker that only lists 20 rows.
 * @param stateDir a seeded local state that no server uses; the product must be built
 */
export async function rates(stateDir: string, options = usualRounds): Promise<Figure[]> {
  const isolates: Isolate[] = [];
  const start = async (name: string, main: string, bindings: Record<string, Json>, state?: string) => {
    const isolate = await startIsolate({ name, main, bindings, stateDir: state }, await findFreePort());
    isolates.push(isolate);
    return isolate;
  };
  try {
    const bindings = { ...production, APP_ORIGIN: "http://127.0.0.1" };
    const startCandidate = (name: string, own: Record<string, Json>, state?: string) =>
      start(name, `scripts/bench/rate-workers/${name}.ts`, own, state);
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
      options,
    );
    if (!rendered || !ownTime || !constant || !cached || !bare || !compressed || !list)
      throw new Error("A candidate has no result");
    const bytes = `${page.length} characters`;
    const perSecond = (a: number, b: number) => `${Math.round(a)}/s beside ${Math.round(b)}/s`;
    const cpu = rendered.cpu ?? Number.NaN;
    const ofConstants = (100 * rendered.rate) / constant.rate;
    const ofBare = (100 * cached.rate) / bare.rate;
    const ofList = (100 * compressed.rate) / list.rate;
    const compressedCpu = compressed.cpu ?? Number.NaN;
    return [
      {
        what: "CPU of a rendered category page, the local database's included",
        value: round(cpu),
        unit: "ms",
        limit: "≤ 4",
        holds: Number.isNaN(cpu) ? null : cpu <= 4,
        note: `beside the rendered page: from constants ${round(constant.cpu ?? Number.NaN)} ms, from the page cache ${round(cached.cpu ?? Number.NaN)} ms; ${bytes}`,
      },
      {
        what: "its rate beside the same HTML from constants",
        value: round(ofConstants),
        unit: "%",
        limit: "≥ 70",
        holds: ofConstants >= 70,
        note: perSecond(rendered.rate, constant.rate),
      },
      {
        what: "its rate when the local database's stand-in answers from memory, beside the same",
        value: round((100 * ownTime.rate) / constant.rate),
        unit: "%",
        limit: null,
        holds: null,
        note: `${perSecond(ownTime.rate, constant.rate)}; CPU ${round(ownTime.cpu ?? Number.NaN)} ms`,
      },
      {
        what: "the same page from the page cache, beside a bare worker with the same bytes in its cache",
        value: round(ofBare),
        unit: "%",
        limit: "≥ 85",
        holds: ofBare >= 85,
        note: perSecond(cached.rate, bare.rate),
      },
      {
        what: "the same page with gzip, beside a bare worker that lists 20 rows of D1 with gzip",
        value: round(ofList),
        unit: "%",
        limit: "≥ 150",
        holds: ofList >= 150,
        note: perSecond(compressed.rate, list.rate),
      },
      {
        what: "its CPU",
        value: round(compressedCpu),
        unit: "ms",
        limit: "≤ 0.8",
        holds: Number.isNaN(compressedCpu) ? null : compressedCpu <= 0.8,
        note: `the bare list ${round(list.cpu ?? Number.NaN)} ms`,
      },
    ];
  } finally {
    for (const isolate of isolates) await isolate.end();
  }
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

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
