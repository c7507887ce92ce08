import { browserRoutes, manifestVersion, routeIdsOf } from "#workers/render/pages.ts";
import type { Incoming } from "#workers/request/incoming.ts";

/** The depth of the deepest path that we link to, in segments. */
const maxSegments = 6;
/** How many paths are looked up for one request. Our largest page requests 80 (docs/security.md#paths). */
const maxPaths = 300;

/**
 * GET, HEAD /__manifest?version={build}&p={path}…: the routes of a page's links, as Remix's scripts request
 * them. Remix's own handler ranks all routes again for each path and for each of its parent paths.
 *
 * Paths beyond the limits are ignored: an error would end the discovery of links on that page, and the page
 * requests the route again when such a link is used.
 */
export function answerManifest({ request, url }: Pick<Incoming, "request" | "url">): Response {
  // The page is from another build: it loads the next page as a document.
  if (url.searchParams.get("version") !== manifestVersion)
    return new Response(null, { status: 204, headers: { "X-Remix-Reload-Document": "true" } });
  const ids = new Set([...pathsOf(url.searchParams.getAll("p"))].flatMap(routeIdsOf));
  const routes = Object.fromEntries([...ids].map((id) => [id, browserRoutes[id]]));
  const answer = Response.json(routes, {
    headers: { "Cache-Control": "public, max-age=31536000, immutable" },
  });
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}

/** The requested paths and their parent paths, any of which may have an index route. */
function pathsOf(asked: string[]): Set<string> {
  const paths = new Set<string>();
  for (const path of asked) {
    const segments = path.replace(/^\//, "").split("/", maxSegments + 1);
    if (segments.length > maxSegments) continue;
    for (let depth = 1; depth <= segments.length; depth++) {
      if (paths.size === maxPaths) return paths;
      paths.add(`/${segments.slice(0, depth).join("/")}`);
    }
  }
  return paths;
}
