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
 * Where to go back to after signing in (product.md section 7): same origin, one leading slash, no scheme, no `//`, no `/\`,
 * no control characters, also percent-encoded. Anything else is `fallback`.
 */
export function returnPath(text: string | null | undefined, fallback = "/"): string {
  if (!text || text.length > 20_000) return fallback;
  let plain = text;
  try {
    for (let i = 0; i < 3; i++) plain = decodeURIComponent(plain);
  } catch {
    // A path may hold a lone percent sign after one decoding; what was decoded so far is judged.
  }
  for (const candidate of [text, plain]) {
    if (!/^\/(?![/\\])/.test(candidate) || /[\p{Cc}\\]/u.test(candidate) || candidate.startsWith("/%2f"))
      return fallback;
  }
  const url = new URL(text, "https://same.origin");
  const path = url.pathname + url.search + url.hash;
  // Judged once more, because dot segments are gone now: `/.//evil` has become `//evil`.
  return url.origin === "https://same.origin" && /^\/(?![/\\])/.test(path) ? path : fallback;
}
