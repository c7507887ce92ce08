import type { Preferences } from "#app/context.ts";
import { second } from "#app/lib/dates.ts";

/**
 * How long an expired page may still be shown while it is rendered again, in ms
 * (docs/specification.md#cache-times).
 */
const staleFor = 30 * second;

/** A page as it is rendered for all visitors. */
export type Rendered = {
  status: number;
  headers: Headers;
  /** Bytes, because decoding them as text for each answer would cost time. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The offsets of the nonce, a UUID, which each answer replaces. */
  at: number[];
  /** How long it may be cached, in ms; 0 means not at all. */
  ttl: number;
  /** The id of the gig that it shows, for the visitor's recently viewed gigs; null if it shows none. */
  viewed: string | null;
};

/**
 * The key of a page in the cache, which does not support Vary.
 * @param build its id: a new deployment starts with an empty cache
 */
export function pageKey(
  origin: string,
  path: string,
  { theme, lite, saveData, small }: Preferences,
  build: string,
): string {
  const light = lite ? (saveData ? "saving" : "lite") : small ? "slow" : "full";
  return `${origin}/-/pages/${build}/${theme}/${light}${path}`;
}

/**
 * The keys that this isolate is rendering again, with their start. A start that is older than `staleFor` was
 * cut off, and no longer counts.
 */
const renewing = new Map<string, number>();

/**
 * Answers with a page from the cache (docs/architecture.md#page-cache). A missing page is rendered and cached
 * if it may be. An expired page is still shown for 30 s, and the first request that sees it renders it again
 * after its answer. The cache uses the real time.
 * @param nonce of this answer
 * @param render renders the page for all visitors
 * @param later continues work after the answer is sent
 * @returns the answer, and the id of the gig that the visitor has viewed
 */
export async function pageFor(
  key: string,
  nonce: string,
  render: () => Promise<Rendered>,
  later: (work: Promise<unknown>) => void,
): Promise<{ response: Response; viewed: string | null }> {
  const cache = await caches.open("pages");
  const found = await cache.match(key);
  const now = Date.now();
  const expiredFor = now - Number(found?.headers.get("x-until"));
  if (!found || expiredFor > staleFor) {
    const page = await render();
    if (isCacheable(page)) later(store(cache, key, page));
    return { response: withNonce(page, nonce), viewed: page.viewed };
  }
  if (expiredFor > 0 && now - (renewing.get(key) ?? 0) > staleFor) {
    renewing.set(key, now);
    later(renew(cache, key, render).finally(() => renewing.delete(key)));
  }
  const page = {
    status: found.status,
    headers: found.headers,
    bytes: new Uint8Array(await found.arrayBuffer()),
  };
  const at = (found.headers.get("x-nonce-at") ?? "").split(",").filter(Boolean).map(Number);
  return { response: withNonce({ ...page, at }, nonce), viewed: found.headers.get("x-viewed") };
}

function isCacheable({ status, ttl }: Rendered): boolean {
  return status === 200 && ttl > 0;
}

async function renew(cache: Cache, key: string, render: () => Promise<Rendered>): Promise<void> {
  const page = await render();
  if (isCacheable(page)) await store(cache, key, page);
  // The page no longer exists or has moved. After a failed rendering, the old page stays until its end.
  else if (page.status !== 200 && page.status < 500) await cache.delete(key);
}

function store(cache: Cache, key: string, { headers, bytes, at, ttl, viewed }: Rendered): Promise<void> {
  const stored = new Headers({
    "Content-Type": headers.get("Content-Type") ?? "text/html; charset=utf-8",
    "Cache-Control": `public, max-age=${(ttl + staleFor) / second}`,
    "x-until": String(Date.now() + ttl),
    "x-nonce-at": at.join(),
  });
  if (viewed) stored.set("x-viewed", viewed);
  return cache.put(key, new Response(bytes, { headers: stored }));
}

const encoder = new TextEncoder();

/** The headers that reach the browser. All others are for the cache only. */
const passedHeaders = ["Content-Type", "Location", "Retry-After"];

function withNonce(page: Pick<Rendered, "status" | "headers" | "bytes" | "at">, nonce: string): Response {
  const headers = new Headers();
  for (const name of passedHeaders) {
    const value = page.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const text = encoder.encode(nonce);
  const body = page.bytes.slice();
  for (const at of page.at) body.set(text, at);
  return new Response(body, { status: page.status, headers });
}
