/**
 * The longest path and query, in characters. A search for 10,000 letters of two bytes each fits. The limit is
 * below 64 KB, where workerd itself answers 431. Cloudflare's network answers 414 sooner.
 */
const longestAddress = 62_000;
/** Remix reads and writes the whole query again for some of its parameters. */
const mostParameters = 300;
/** In characters, without percent-encoding. */
const longestPath = 1000;
/** Remix compares a path with all routes, and then each path above it (docs/security.md#paths). */
const mostSegments = 12;

/**
 * The status with which an address is refused before anything else reads it; null if it is fine
 * (docs/specification.md#route-rules).
 */
export function refusalToAddress({ pathname, search }: URL): 400 | 404 | 414 | null {
  const path = decoded(pathname);
  if (path === null) return 400;
  if (pathname.split("/").length - 1 > mostSegments || [...path].length > longestPath) return 404;
  if (pathname.length + search.length > longestAddress) return 414;
  // The manifest ignores what is too much (workers/endpoints/manifest.ts).
  return pathname !== "/__manifest" && search.split("&").length > mostParameters ? 414 : null;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * The request without what Remix would read and our pages never send.
 * - `_data`: browsers of older versions send it. Every use of it logs an error.
 * - `index` with a value: Remix takes these out one by one, and writes the whole address each time. An empty
 *   one stays: a form of the home page posts to `/?index`.
 * - `X-Forwarded-Host`: Remix compares it with `Origin` and fails. The worker itself compares `Origin`.
 */
export function withoutRemixInput(sent: Request): Request {
  const url = new URL(sent.url);
  const indexes = url.searchParams.getAll("index");
  const isClean = !url.searchParams.has("_data") && indexes.every((value) => value === "");
  if (isClean && !sent.headers.has("X-Forwarded-Host")) return sent;
  url.searchParams.delete("_data");
  url.searchParams.delete("index");
  if (indexes.includes("")) url.searchParams.append("index", "");
  const request = new Request(url, sent);
  request.headers.delete("X-Forwarded-Host");
  return request;
}
