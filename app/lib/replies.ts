import { redirect, type TypedResponse } from "@remix-run/cloudflare";

/** A moved page: 301 to its one address. */
export function moved(to: string): TypedResponse<never> {
  return redirect(to, 301);
}

/** After a POST: 303, so that the browser follows with GET. */
export function seeOther(to: string, headers?: HeadersInit): TypedResponse<never> {
  return redirect(to, { status: 303, headers });
}

/**
 * Where to go back to after signing in (docs/specification.md#return-paths): same origin, one leading slash, no scheme, no `//`, no `/\`,
 * no control characters, also percent-encoded. Anything else is `fallback`.
 */
export function returnPath(text: string | null | undefined, fallback = "/"): string {
  if (!text || text.length > 20_000) return fallback;
  let plain = text;
  for (let depth = 0; ; depth++) {
    // Without its dot segments, too: `/.//evil` is `//evil`.
    if (!isOurs(plain) || !isOurs(new URL(plain, sameOrigin).pathname)) return fallback;
    const decoded = plain.replace(/(?:%[\da-f]{2})+/gi, decode);
    if (decoded === plain) break;
    // Nothing of ours is encoded so often.
    if (depth === 4) return fallback;
    plain = decoded;
  }
  const { origin, pathname, search, hash } = new URL(text, sameOrigin);
  return origin === sameOrigin ? pathname + search + hash : fallback;
}

const sameOrigin = "https://same.origin";

function isOurs(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !/[\p{Cc}\\]/u.test(path);
}

/** What percent signs stand for; where that is no text, at least what they hide of ASCII. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Not UTF-8.
    return encoded.replace(/%([0-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}
