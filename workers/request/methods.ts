import { routeOf } from "#workers/render/pages.ts";

/** The worker's own addresses, which are not pages. */
const endpoints: [RegExp, string[]][] = [
  [
    /^\/(healthz|live|__manifest|images\/.*|\.well-known\/jwks\.json|robots\.txt|sitemap\.xml|sitemaps\/.*)$/,
    ["GET", "HEAD"],
  ],
  [/^\/(webhooks\/(stripe|mail)|auth\/refresh)$/, ["POST"]],
];

/** The methods that an address supports (docs/specification.md#route-rules). */
export function methodsOf(url: URL): string[] {
  const endpoint = endpoints.find(([pattern]) => pattern.test(url.pathname));
  if (endpoint) return endpoint[1];
  const { takesForms, handle } = routeOf(url);
  return ["GET", "HEAD", ...(takesForms ? ["POST"] : []), ...(handle.methods ?? [])];
}
