import { createRequire } from "node:module";
import type { Json } from "miniflare";
import { newKey } from "#app/auth/tokens.server.ts";
import { freePort } from "../children.ts";
import { contest, type Entrant } from "./contest.ts";
import type { Figure } from "./figure.ts";
import { type Isolate, isolateOf } from "./isolate.ts";

const production = {
  ENVIRONMENT: "production",
  STRIPE_API: "https://api.stripe.com",
  STRIPE_CHECKOUT: "https://checkout.stripe.com",
  STRIPE_SECRET_KEY: "sk_bench",
  STRIPE_WEBHOOK_SECRET: "whsec_bench",
  APP_SECRET: "a secret of the bench",
  TOKEN_KEYS: JSON.stringify([await newKey()]),
  MAIL_FROM: "bench@handiwork.test",
};
/** Many short rounds: what else the machine does meanwhile falls on all of them. */
const measured = { rounds: 30, ms: 500, together: 8 };

/**
 * What a category page of 20 cards costs (issue 4), in bare miniflare: rendered, beside a Remix page that renders the same HTML from
 * constants; and from the page cache, beside a worker that does nothing but answer the same bytes from its cache.
 * @param stateDir a filled local state on which no server runs; the product must be built
 */
export async function rates(stateDir: string, options = measured): Promise<Figure[]> {
  const isolates: Isolate[] = [];
  const started = async (name: string, main: string, bindings: Record<string, Json>, state?: string) => {
    const isolate = await isolateOf({ name, main, bindings, stateDir: state }, await freePort());
    isolates.push(isolate);
    return isolate;
  };
  try {
    const bindings = { ...production, APP_ORIGIN: "http://127.0.0.1" };
    const uncached = await started("rendered", "scripts/bench/contestants/rendered.ts", bindings, stateDir);
    const aside = await started("remembered", "scripts/bench/contestants/remembered.ts", bindings, stateDir);
    const ours = await started("ours", "workers/app.ts", bindings, stateDir);
    const path = await fullCategory(ours.url);
    const constants = await started("constants", "scripts/bench/contestants/constants.ts", {
      RECORDED: await recorded(new URL(`${path}.data`, ours.url)),
    });
    const bare = await started("bare", "scripts/bench/contestants/kept.ts", {});
    const page = await text(new URL(path, ours.url));
    await fetch(new URL(path, bare.url), { method: "POST", body: page });
    requireSame(await text(new URL(path, uncached.url)), await text(new URL(path, constants.url)));
    requireSame(page, await text(new URL(path, bare.url)));

    const entrant = (name: string, { url, pid }: Isolate): Entrant => ({
      name,
      url: new URL(path, url),
      pid,
    });
    const [rendered, own, plain, kept, untouched] = await contest(
      [
        entrant("rendered", uncached),
        entrant("remembered", aside),
        entrant("constants", constants),
        entrant("kept", ours),
        entrant("bare", bare),
      ],
      options,
    );
    if (!rendered || !own || !plain || !kept || !untouched) throw new Error("Somebody did not finish");
    const bytes = `${page.length} characters`;
    const perSecond = (a: number, b: number) => `${Math.round(a)}/s beside ${Math.round(b)}/s`;
    const cpu = rendered.cpu ?? Number.NaN;
    const ofConstants = (100 * rendered.rate) / plain.rate;
    const ofBare = (100 * kept.rate) / untouched.rate;
    return [
      {
        what: "CPU of a rendered category page, the local database's included",
        value: round(cpu),
        unit: "ms",
        limit: "≤ 4",
        holds: Number.isNaN(cpu) ? null : cpu <= 4,
        note: `beside the rendered page: from constants ${round(plain.cpu ?? Number.NaN)} ms, from the page cache ${round(kept.cpu ?? Number.NaN)} ms; ${bytes}`,
      },
      {
        what: "its rate beside the same HTML from constants",
        value: round(ofConstants),
        unit: "%",
        limit: "≥ 70",
        holds: ofConstants >= 70,
        note: perSecond(rendered.rate, plain.rate),
      },
      {
        what: "its rate when the local database's stand-in answers from memory, beside the same",
        value: round((100 * own.rate) / plain.rate),
        unit: "%",
        limit: null,
        holds: null,
        note: `${perSecond(own.rate, plain.rate)}; CPU ${round(own.cpu ?? Number.NaN)} ms`,
      },
      {
        what: "the same page from the page cache, beside a bare worker with the same bytes in its cache",
        value: round(ofBare),
        unit: "%",
        limit: "≥ 85",
        holds: ofBare >= 85,
        note: perSecond(kept.rate, untouched.rate),
      },
    ];
  } finally {
    for (const isolate of isolates) await isolate.end();
  }
}

/** The first category of the index whose page is full. */
async function fullCategory(url: URL): Promise<string> {
  const index = await text(new URL("/categories", url));
  const paths = new Set([...index.matchAll(/href="(\/categories\/[^"/]+)"/g)].map((match) => match[1] ?? ""));
  for (const path of paths) {
    const page = await text(new URL(path, url));
    if (page.includes(`href="${path}?page=2"`)) return path;
  }
  throw new Error("No category of this market fills a page");
}

async function recorded(url: URL): Promise<Json> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url} answers ${response.status}`);
  // Remix's own format of loaders' answers, which it keeps to itself.
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

/** @throws Error when two pages differ in more than what belongs to one answer */
function requireSame(one: string, other: string): void {
  const plain = (html: string) => html.replaceAll(/nonce="[^"]*"/g, "").replaceAll(/"nonce":"[^"]*"/g, "");
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
