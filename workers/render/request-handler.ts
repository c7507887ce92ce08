import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";

type Routes = Record<string, { path?: string } | undefined>;

/** The first segment of a route's path or of an address, in lower case, as Remix compares them. */
const firstSegment = (path: string): string => path.split("/").find(Boolean)?.toLowerCase() ?? "";

/** True for the root, the home page, parameters and splats, which fit addresses with any first segment. */
const fitsAnything = (first: string): boolean => /^($|:|\*)/.test(first);

/** The routes that an address with this first segment can have, and those that fit any. */
function routesBelow<Kind extends Routes>(routes: Kind, first: string): Kind {
  const fits = Object.entries(routes).filter(([, route]) => {
    const own = firstSegment(route?.path ?? "");
    return own === first || fitsAnything(own);
  });
  return Object.fromEntries(fits) as Kind;
}

/**
 * Finds the routes that Remix needs to answer a path, with or without `.data`: those with its first segment.
 * @returns a function of the path; its result is null if the path has an escape, which Remix reads first
 */
export function routeGroups(routes: Routes): (path: string) => string | null {
  const names = new Set(Object.values(routes).map((route) => firstSegment(route?.path ?? "")));
  return (path) => {
    if (path.includes("%")) return null;
    const first = firstSegment(path.replace(/\.data$/, ""));
    return names.has(first) && !fitsAnything(first) ? first : "";
  };
}

/** The same build with the routes of a group only. */
export function buildOf(build: ServerBuild, group: string): ServerBuild {
  const assets = { ...build.assets, routes: routesBelow(build.assets.routes, group) };
  return { ...build, assets, routes: routesBelow(build.routes, group) };
}

/**
 * Remix's request handler. For each page, Remix ranks all its routes and compiles their patterns, six times:
 * with 132 routes that is a quarter of a page's time. So each address is answered by a build with the routes
 * of its first segment (docs/performance.md#matching). Without it, `createRequestHandler(build)` does.
 */
export function requestHandler(build: ServerBuild): RequestHandler {
  const groupOf = routeGroups(build.routes);
  const whole = createRequestHandler(build, "production");
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const group = groupOf(new URL(request.url).pathname);
    if (group === null) return whole(request, context);
    let handler = handlers.get(group);
    if (!handler) {
      handler = createRequestHandler(buildOf(build, group), "production");
      handlers.set(group, handler);
    }
    return handler(request, context);
  };
}
