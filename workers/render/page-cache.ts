import { createHash } from "node:crypto";
import type { Preferences } from "#app/context.ts";
import { second } from "#app/lib/dates.ts";
import { perIsolate } from "#app/lib/isolate-memory.ts";
import { recall, remember, type StoredPage } from "./hot-pages.ts";

/**
 * How long an expired page may still be served while it is rendered again, in ms
 * (docs/specification.md#cache-times).
 */
const staleFor = 30 * second;

/** A page as it is rendered for all visitors. */
export type Rendered = {
  status: number;
  headers: Headers;
  html: string;
  /** Its Content-Security-Policy, which lists its inline scripts and styles. */
  policy: string;
  /** How long it may be cached, in ms; 0 means not at all. */
  ttl: number;
  /** The id of the gig it shows, for the visitor's recently viewed gigs; null if none. */
  viewed: string | null;
};

/** The request headers that matter for a page. */
export type PageRequest = {
  /** True if the browser accepts gzip. */
  gzip: boolean;
  /** Its `If-None-Match`: the tags of its cached copies. */
  held: string | null;
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

/** Where a page is stored: a removal starts an empty cache (docs/architecture.md#removals). */
function addressOf(key: string, removal: number): string {
  return `${key}~${removal}`;
}

/**
 * The addresses that this isolate is rendering again, with their start. A start older than `staleFor` was
 * interrupted and no longer counts.
 */
const renewing = perIsolate(() => new Map<string, number>());

/** A page is stored in two forms, each in its own cache, under the same key. */
type Form = "plain" | "gzip";
const open = (form: Form) => caches.open(`${form}-pages`);

/**
 * Serves a page from the cache (docs/architecture.md#page-cache), or 304 if the browser has it. A missing
 * page is rendered and, if allowed, cached. An expired page is still served for 30 s, and the first request
 * for it renders it again after its response. The cache uses the real time.
 * @param removal the number of the last removal, which `render` must include
 * @param render renders the page for all visitors
 * @param later continues work after the response is sent
 * @returns the response, and the id of the gig that the visitor has viewed
 */
export async function pageFor(
  key: string,
  removal: number,
  requested: PageRequest,
  render: () => Promise<Rendered>,
  later: (work: Promise<unknown>) => void,
): Promise<{ response: Response; viewed: string | null }> {
  const form = requested.gzip ? "gzip" : "plain";
  const address = addressOf(key, removal);
  const stored = await find(form, address);
  const now = Date.now();
  if (!stored || now - stored.until > staleFor) {
    const page = await render();
    const tag = tagOf(key, page);
    if (tag) later(store(address, page, tag));
    return { response: answerRendered(page, tag, requested.held), viewed: page.viewed };
  }
  if (now > stored.until && now - (renewing.value.get(address) ?? 0) > staleFor) {
    renewing.value.set(address, now);
    later(renew(key, address, render).finally(() => renewing.value.delete(address)));
  }
  return { response: answerStored(stored, form, requested.held), viewed: stored.viewed };
}

async function find(form: Form, address: string): Promise<StoredPage | null> {
  const id = `${form} ${address}`;
  const hot = recall(id, Date.now());
  if (hot) return hot;
  const found = await (await open(form)).match(address);
  if (!found) return null;
  const page = {
    headers: passed(found.headers),
    bytes: new Uint8Array(await found.arrayBuffer()),
    tag: found.headers.get("x-tag") ?? "",
    viewed: found.headers.get("x-viewed"),
    until: Number(found.headers.get("x-until")),
  };
  remember(id, page);
  return page;
}

/**
 * The tag of a page, shared by both forms: the key includes the variant and the build. Null if it may not be
 * cached.
 */
function tagOf(key: string, { status, ttl, policy, html }: Rendered): string | null {
  if (status !== 200 || ttl === 0) return null;
  const hash = createHash("sha256").update([key, policy, html].join("\n")).digest("base64url");
  return hash.slice(0, 22);
}

async function renew(key: string, address: string, render: () => Promise<Rendered>): Promise<void> {
  const page = await render();
  const tag = tagOf(key, page);
  if (tag) await store(address, page, tag);
  // The page no longer exists or has moved. After a failed rendering, the old page stays until it expires.
  else if (page.status !== 200 && page.status < 500)
    for (const form of ["plain", "gzip"] as const) await (await open(form)).delete(address);
}

async function store(address: string, page: Rendered, tag: string): Promise<void> {
  const headers = new Headers({
    ...headersOf(page),
    "Cache-Control": `public, max-age=${(page.ttl + staleFor) / second}`,
    "x-until": String(Date.now() + page.ttl),
    "x-tag": tag,
  });
  if (page.viewed) headers.set("x-viewed", page.viewed);
  const bytes = new TextEncoder().encode(page.html);
  const put = async (form: Form, body: BodyInit) =>
    await (await open(form)).put(address, new Response(body, { headers }));
  // The gzip form has no Content-Encoding: a cache that knew about the compression might undo it.
  await Promise.all([put("plain", bytes), put("gzip", compressed(bytes))]);
}

function compressed(bytes: Uint8Array<ArrayBuffer>): ReadableStream {
  return new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
}

/** The headers for the browser. All others are only for the cache. */
const passedHeaders = ["Content-Type", "Location", "Retry-After", "Content-Security-Policy"];

function headersOf({ headers, policy }: Rendered): Record<string, string> {
  return { ...passed(headers), "Content-Security-Policy": policy };
}

function passed(headers: Headers): Record<string, string> {
  const known = passedHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(known);
}

/**
 * The browser must revalidate a cached page before showing it again. `Vary` also applies to back navigation,
 * where browsers do not revalidate: another session, theme or connection means another page.
 */
function revalidated(etag: string): Record<string, string> {
  return {
    ETag: etag,
    "Cache-Control": "private, no-cache",
    Vary: "Cookie, Save-Data, ECT, Accept-Encoding",
  };
}

/** Uncompressed, because a visitor is waiting. */
function answerRendered(page: Rendered, tag: string | null, held: string | null): Response {
  const known = tag && heldTag(held, tag);
  if (known) return new Response(null, { status: 304, headers: revalidated(known) });
  const headers = { ...headersOf(page), ...(tag && revalidated(plainTag(tag))) };
  return new Response(page.html, { status: page.status, headers });
}

function answerStored({ headers, bytes, tag }: StoredPage, form: Form, held: string | null): Response {
  const known = heldTag(held, tag);
  if (known) return new Response(null, { status: 304, headers: revalidated(known) });
  if (form === "plain")
    return new Response(bytes, { headers: { ...headers, ...revalidated(plainTag(tag)) } });
  return new Response(bytes, {
    headers: { ...headers, ...revalidated(gzipTag(tag)), "Content-Encoding": "gzip" },
    encodeBody: "manual",
  });
}

/** A strong ETag identifies bytes, so each form has its own. */
const plainTag = (tag: string) => `"${tag}"`;
const gzipTag = (tag: string) => `"${tag}.gz"`;

/** The tag of the form that the browser has; null if it has neither. */
function heldTag(held: string | null, tag: string): string | null {
  // A compressing proxy makes a tag weak.
  const tags = (held ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return [gzipTag(tag), plainTag(tag)].find((one) => tags.includes(one)) ?? null;
}
