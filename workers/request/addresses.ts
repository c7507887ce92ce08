import { isSignedLink } from "./same-origin.ts";

/**
 * The longest path and query, in characters. A search for 10,000 letters of two bytes each fits. The limit is
 * below 64 KB, at which workerd itself answers 431. Cloudflare's network answers 414 earlier.
 */
const maxAddressLength = 62_000;
/** The maximum number of query parameters: Remix parses and writes the whole query again for some of them. */
const maxParameters = 300;
/** The longest path, in characters without percent-encoding. */
const maxPathLength = 1000;
/**
 * The maximum depth of a path: Remix compares it, and then each parent path, with all routes
 * (docs/security.md#paths).
 */
const maxSegments = 12;

/**
 * The status that refuses an address before anything else reads it; null if it is fine
 * (docs/specification.md#route-rules).
 */
export function refusalToAddress({ pathname, search }: URL): 400 | 404 | 414 | null {
  const path = decoded(pathname);
  if (path === null) return 400;
  if (pathname.split("/").length - 1 > maxSegments || [...path].length > maxPathLength) return 404;
  if (pathname.length + search.length > maxAddressLength) return 414;
  // The manifest ignores excess paths (workers/endpoints/manifest.ts).
  return pathname !== "/__manifest" && search.split("&").length > maxParameters ? 414 : null;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * The request without input that Remix would read and our pages never send.
 * - `_data`: pages of older versions send it. Every use of it logs an error.
 * - `index` with a value: Remix removes these one by one, and rewrites the whole address each time. An empty
 *   one is kept: a form of the home page posts to `/?index`.
 * - `X-Forwarded-Host`: Remix compares it with `Origin` and fails. The worker itself compares `Origin`.
 * - `Origin` on the pages of signed links, where it may be any (docs/specification.md#same-origin).
 */
export function withoutRemixInput(sent: Request): Request {
  const url = new URL(sent.url);
  const indexes = url.searchParams.getAll("index");
  const isClean = !url.searchParams.has("_data") && indexes.every((value) => value === "");
  const removed = ["X-Forwarded-Host", ...(isSignedLink(url) ? ["Origin"] : [])];
  if (isClean && !removed.some((name) => sent.headers.has(name))) return sent;
  url.searchParams.delete("_data");
  url.searchParams.delete("index");
  if (indexes.includes("")) url.searchParams.append("index", "");
  const request = new Request(url, sent);
  for (const name of removed) request.headers.delete(name);
  return request;
}
