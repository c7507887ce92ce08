/**
 * Sets the headers of every page. Inline scripts and styles need the nonce: there is no `unsafe-inline`.
 * `form-action` names the payment host, because Chromium applies it to the redirect after a form post.
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
  // Asks the browser for the speed of its connection (cookies.ts). No Vary is needed: pages are `private,
  // no-cache` without an ETag, so no cache in between may reuse them, and our page cache has the speed in its
  // key.
  headers.set("Accept-CH", "ECT");
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-cache");
  return secured;
}

/** Sets the headers of every answer, also of those that are no page. A socket's upgrade gets none. */
export function withTransportHeaders(response: Response): Response {
  if (response.webSocket) return response;
  const secured = new Response(response.body, response);
  secured.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  secured.headers.set("X-Content-Type-Options", "nosniff");
  return secured;
}
