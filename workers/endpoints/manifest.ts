import { browserRoutes, manifestVersion, routeIdsOf } from "#workers/render/pages.ts";
import type { Incoming } from "#workers/request/incoming.ts";

/** The deepest path that a link of ours has, in segments. */
const mostSegments = 6;
/** How many paths are looked up for one request. Our largest page asks for 80 (docs/security.md#paths). */
const mostPaths = 300;

/**
 * GET, HEAD /__manifest?version={build}&p={path}…: the routes that a page's links lead to, as Remix's scripts
 * ask for them. Remix's own answer ranks all routes again for each path and for each path above it.
 *
 * What is beyond the bounds is ignored: an error would end the discovery of links in that page, and the page
 * asks again when such a link is used.
 */
export function answerManifest({ request, url }: Pick<Incoming, "request" | "url">): Response {
  // The page is of another build: it loads the next page as a document.
  if (url.searchParams.get("version") !== manifestVersion)
    return new Response(null, { status: 204, headers: { "X-Remix-Reload-Document": "true" } });
  const ids = new Set([...pathsOf(url.searchParams.getAll("p"))].flatMap(routeIdsOf));
  const routes = Object.fromEntries([...ids].map((id) => [id, browserRoutes[id]]));
  const answer = Response.json(routes, {
    headers: { "Cache-Control": "public, max-age=31536000, immutable" },
  });
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}

/** The asked paths and the paths above them, of which an index route may be one. */
function pathsOf(asked: string[]): Set<string> {
  const paths = new Set<string>();
  for (const path of asked) {
    const segments = path.replace(/^\//, "").split("/", mostSegments + 1);
    if (segments.length > mostSegments) continue;
    for (let depth = 1; depth <= segments.length; depth++) {
      if (paths.size === mostPaths) return paths;
      paths.add(`/${segments.slice(0, depth).join("/")}`);
    }
  }
  return paths;
}
