import type { HeadersFunction } from "@remix-run/cloudflare";

/** Passes on `Retry-After` of a failed main read (app/lib/reads.ts) or of a form with too many attempts. */
export const failureHeaders: HeadersFunction = ({ errorHeaders, actionHeaders }): Record<string, string> => {
  const later = (errorHeaders ?? actionHeaders).get("Retry-After");
  return later ? { "Retry-After": later } : {};
};
