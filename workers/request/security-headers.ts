/**
 * The headers of every page. No `unsafe-inline`: inline script and style carry the nonce. `form-action` names the payment
 * host, because Chromium applies it to the redirect that follows a form post.
 */
export function withSecurityHeaders(
  response: Response,
  nonce: string,
  env: Pick<Env, "STRIPE_CHECKOUT">,
): Response {
  const secured = new Response(response.body, response);
  const { headers } = secured;
  const inline = nonce ? ` 'nonce-${nonce}'` : "";
  headers.set(
    "Content-Security-Policy",
    [
      "default-src 'none'",
      `script-src 'self'${inline}`,
      `style-src 'self'${inline}`,
      "img-src 'self' data:",
      "media-src 'self'",
      "connect-src 'self'",
      `form-action 'self' ${env.STRIPE_CHECKOUT}`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  );
  // The browser's word for its line (cookies.ts). No Vary beside it: a page is `private, no-cache` and has no ETag, so no cache
  // between us and the reader may show it twice, and our own has the answer in its key.
  headers.set("Accept-CH", "ECT");
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  return secured;
}

/** What every answer carries, a page or not; a socket's upgrade carries nothing. */
export function withTransportHeaders(response: Response): Response {
  if (response.webSocket) return response;
  const secured = new Response(response.body, response);
  secured.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  secured.headers.set("X-Content-Type-Options", "nosniff");
  return secured;
}
