import type { Preferences } from "#app/context.ts";
import { second } from "#app/lib/dates.ts";

/** How long a page that has had its time may still be shown while it is rendered anew, in ms. */
const staleFor = 600 * second;

/** A page as it was rendered for everybody. */
export type Rendered = {
  status: number;
  headers: Headers;
  /** Never read as text again: from here on a page costs no more than its bytes. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Where in them the nonce of an answer belongs, a UUID. */
  at: number[];
  /** How long it may be shown, in ms; 0: only this once. */
  ttl: number;
  /** The gig that it shows: whoever gets the page has looked at it. */
  viewed: string | null;
};

/**
 * The key of a page in the cache, which knows no Vary.
 * @param build what the page was rendered by: a new deployment begins with an empty cache
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

/** Keys that this isolate renders anew at the moment, and since when: one that was broken off is begun again. */
const renewing = new Map<string, number>();
const renewedWithin = 30 * second;

/**
 * The page from the cache (docs/architecture.md#page-cache); rendered, and kept when it may be, where it is missing. One that has had its time is
 * shown a last while and rendered anew after the answer. The cache uses the real clock.
 * @param nonce of this answer @param render makes the page as everybody may see it @param later goes on after the answer is sent
 * @returns the answer, and the gig that whoever gets it has looked at
 */
export async function pageFor(
  key: string,
  nonce: string,
  render: () => Promise<Rendered>,
  later: (work: Promise<unknown>) => void,
): Promise<{ response: Response; viewed: string | null }> {
  const cache = await caches.open("pages");
  const found = await cache.match(key);
  if (!found) {
    const page = await render();
    if (isCacheable(page)) later(store(cache, key, page));
    return { response: withNonce(page, nonce), viewed: page.viewed };
  }
  const now = Date.now();
  if (now > Number(found.headers.get("x-until")) && now - (renewing.get(key) ?? 0) > renewedWithin) {
    renewing.set(key, now);
    later(renew(cache, key, render).finally(() => renewing.delete(key)));
  }
  const kept = {
    status: found.status,
    headers: found.headers,
    bytes: new Uint8Array(await found.arrayBuffer()),
  };
  const at = (found.headers.get("x-nonce-at") ?? "").split(",").filter(Boolean).map(Number);
  return { response: withNonce({ ...kept, at }, nonce), viewed: found.headers.get("x-viewed") };
}

function isCacheable({ status, ttl }: Rendered): boolean {
  return status === 200 && ttl > 0;
}

async function renew(cache: Cache, key: string, render: () => Promise<Rendered>): Promise<void> {
  const page = await render();
  if (isCacheable(page)) await store(cache, key, page);
  // It is gone, or has moved: nobody is shown it any longer. After a failure what there was stays until its end.
  else if (page.status !== 200 && page.status < 500) await cache.delete(key);
}

function store(cache: Cache, key: string, { headers, bytes, at, ttl, viewed }: Rendered): Promise<void> {
  const kept = new Headers({
    "Content-Type": headers.get("Content-Type") ?? "text/html; charset=utf-8",
    "Cache-Control": `public, max-age=${(ttl + staleFor) / second}`,
    "x-until": String(Date.now() + ttl),
    "x-nonce-at": at.join(),
  });
  if (viewed) kept.set("x-viewed", viewed);
  return cache.put(key, new Response(bytes, { headers: kept }));
}

const encoder = new TextEncoder();

/** Of the headers of a page these reach the browser; the rest is between the cache and us. */
const passed = ["Content-Type", "Location", "Retry-After"];

function withNonce(page: Pick<Rendered, "status" | "headers" | "bytes" | "at">, nonce: string): Response {
  const headers = new Headers();
  for (const name of passed) {
    const value = page.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const text = encoder.encode(nonce);
  const body = page.bytes.slice();
  for (const at of page.at) body.set(text, at);
  return new Response(body, { status: page.status, headers });
}
