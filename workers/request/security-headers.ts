import type { Inline } from "#workers/render/inline-hashes.ts";

/** Stripe's pages where sellers set up payouts and change their bank account. */
const accountPages = "https://accounts.stripe.com https://connect.stripe.com";

/**
 * Which scripts, styles and places a page may use: our own files, and the listed inline scripts and styles.
 * There is no `unsafe-inline`. `form-action` lists Stripe, because Chromium applies it to the
 * redirect after a form post.
 */
export function contentSecurityPolicy(
  { scripts, styles }: Inline,
  { STRIPE_CHECKOUT }: Pick<Env, "STRIPE_CHECKOUT">,
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    `form-action 'self' ${STRIPE_CHECKOUT} ${accountPages}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Sets the headers of every page.
 * @param nonce of its inline scripts and styles; empty if it has none, or lists them itself
 */
export function withSecurityHeaders(
  response: Response,
  nonce: string,
  env: Pick<Env, "STRIPE_CHECKOUT">,
): Response {
  const secured = new Response(response.body, response);
  const { headers } = secured;
  const inline = nonce ? [`'nonce-${nonce}'`] : [];
  if (!headers.has("Content-Security-Policy")) {
    const policy = contentSecurityPolicy({ scripts: inline, styles: inline }, env);
    headers.set("Content-Security-Policy", policy);
  }
  // Asks the browser for the speed of its connection (cookies.ts).
  headers.set("Accept-CH", "ECT");
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  return secured;
}

/**
 * Sets the headers of every response, including those that are not pages. A socket's upgrade gets none.
 * @param requestId a page's script reads it from `Server-Timing` (docs/specification.md#client-errors)
 */
export function withTransportHeaders(response: Response, requestId: string): Response {
  if (response.webSocket) return response;
  const secured = new Response(response.body, response);
  secured.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  secured.headers.set("X-Content-Type-Options", "nosniff");
  if (response.headers.get("Content-Type")?.startsWith("text/html"))
    secured.headers.set("Server-Timing", `id;desc=${requestId}`);
  return secured;
}
