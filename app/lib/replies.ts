import { redirect as remixRedirect, type TypedResponse } from "@remix-run/cloudflare";

// Every redirect of the product is made here, so that none can point to another site (biome.json).

/** 301: the page has moved permanently. */
export function movedPermanently(to: string): TypedResponse<never> {
  return remixRedirect(localTarget(to), 301);
}

/** 302: another page of the product shows the requested content. */
export function redirect(to: string, headers?: HeadersInit): TypedResponse<never> {
  return remixRedirect(localTarget(to), { headers });
}

/** 303: the browser follows a POST with a GET. */
export function seeOther(to: string, headers?: HeadersInit): TypedResponse<never> {
  return remixRedirect(localTarget(to), { status: 303, headers });
}

/**
 * 303 to a page at Stripe, the only redirect that leaves the product. It is not stored: the Back button would
 * follow it again, to a link that has been used, which sends the browser back here.
 * @param url of a Checkout Session, an account link or a login link
 */
export function seeCardPage(url: string): TypedResponse<never> {
  return remixRedirect(url, { status: 303, headers: { "Cache-Control": "no-store" } });
}

/**
 * The target of a redirect: the path with its query, or `/` if a browser could resolve it to another site
 * (docs/specification.md#redirects).
 */
export function localTarget(to: string): string {
  if (!/^\/(?![/\\])/.test(to)) return "/";
  const url = URL.parse(to, sameOrigin);
  if (url?.origin !== sameOrigin || returnPath(url.pathname, "") === "") return "/";
  return url.pathname + url.search + url.hash;
}

/**
 * The path to return to after signing in (docs/specification.md#return-paths), or `fallback` if the text is
 * not a path of this origin: it must start with one slash and contain no `//`, `/\` or control characters,
 * even percent-encoded.
 */
export function returnPath(text: string | null | undefined, fallback = "/"): string {
  if (!text || text.length > 8000) return fallback;
  let plain = text;
  for (let depth = 0; ; depth++) {
    // Also after dot segments are removed: `/.//evil` is `//evil`.
    if (!isLocalPath(plain) || !isLocalPath(new URL(plain, sameOrigin).pathname)) return fallback;
    const decoded = plain.replace(/(?:%[\da-f]{2})+/gi, decode);
    if (decoded === plain) break;
    // No link of the product is percent-encoded five times.
    if (depth === 4) return fallback;
    plain = decoded;
  }
  const { origin, pathname, search, hash } = new URL(text, sameOrigin);
  return origin === sameOrigin ? pathname + search + hash : fallback;
}

const sameOrigin = "https://same.origin";

function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !/[\p{Cc}\\]/u.test(path);
}

/** Decodes percent-encoding. In invalid UTF-8, only the ASCII characters are decoded. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded.replace(/%([0-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

/** Uncacheable JSON for the page's own script. @param wait seconds, sent as `Retry-After` */
export function jsonFor<Body>(body: Body, status: number, wait?: number): Response {
  const headers = { "Cache-Control": "no-store", ...(wait ? { "Retry-After": String(wait) } : {}) };
  return Response.json(body, { status, headers });
}
