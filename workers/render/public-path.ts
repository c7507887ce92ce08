import type { ServerBuild } from "@remix-run/cloudflare";
import { deepestCachedPage, pageNumber } from "#app/lib/paging.ts";
import { handleOf, type PageHandle } from "#app/page-handle.ts";

type Routes = ServerBuild["routes"];
type Row = {
  id: string;
  pattern: string[];
  rank: number;
  handle: PageHandle;
  /** True if the route has an action. */
  takesForms: boolean;
};

/**
 * Finds the pages that are the same for every visitor: the routes whose `handle` has a `ttl`
 * (app/page-handle.ts).
 * @returns a function that returns the path of a URL with its known parameters, as the key of the page cache;
 *   null if the page is not public. Unknown parameters are dropped and spellings normalized, so that a flood
 *   of addresses cannot fill the cache.
 */
export function publicPaths({ routes }: Pick<ServerBuild, "routes">): (url: URL) => string | null {
  const find = routeFinder(routes);
  return (url) => {
    if (url.pathname.endsWith(".data")) return null;
    const segments = url.pathname.slice(1).split("/").map(respelled);
    const row = find(segments);
    if (!row?.handle.ttl || !isSpelledAs(row, segments)) return null;
    const query = queryOf(url.searchParams, row.handle);
    return query === null ? null : `/${segments.join("/")}${query}`;
  };
}

/**
 * Finds the route that Remix would choose. `matchRoutes` of @remix-run/router ranks all routes again in each
 * call, which takes longer than a page from the cache; here they are ranked once. Optional segments are not
 * supported.
 */
export function routeFinder(routes: Routes): (segments: string[]) => Row | undefined {
  const rows = Object.values(routes)
    .flatMap((route) => {
      if (!route || (!route.path && !route.index)) return [];
      const pattern = patternOf(route.id, routes);
      const rank = rankOf(pattern) + (route.index ? 2 : 0);
      const takesForms = route.module.action !== undefined;
      return { id: route.id, pattern, rank, handle: handleOf(route.module), takesForms };
    })
    .sort((a, b) => b.rank - a.rank);
  return (segments) => rows.find(({ pattern }) => fits(pattern, segments));
}

/** The segments of a route's path, including those of its parents. */
function patternOf(id: string | undefined, routes: Routes): string[] {
  const route = id === undefined ? undefined : routes[id];
  return route ? [...patternOf(route.parentId, routes), ...(route.path ? route.path.split("/") : [])] : [];
}

/**
 * Remix's ranking: a static segment counts more than a parameter, and a splat less than nothing. A parameter
 * with an ending (`:period.csv`) counts as a static segment.
 */
function rankOf(pattern: string[]): number {
  const ranks = pattern.map((part): number => (part === "*" ? -2 : /^:[\w-]+$/.test(part) ? 3 : 10));
  return ranks.reduce((sum, rank) => sum + rank, pattern.length);
}

/** Remix's comparison: case-insensitive, with or without a trailing slash. */
function fits(pattern: string[], segments: string[]): boolean {
  const given = segments.at(-1) === "" ? segments.slice(0, -1) : segments;
  if (pattern.at(-1) === "*" ? given.length < pattern.length - 1 : given.length !== pattern.length)
    return false;
  return pattern.every((part, i) => {
    if (part === "*") return true;
    const segment = given[i]?.toLowerCase() ?? "";
    if (!part.startsWith(":")) return part.toLowerCase() === segment;
    const end = endingOf(part);
    return segment.length > end.length && segment.endsWith(end);
  });
}

/** What follows a parameter in its segment: `.csv` of `:period.csv`. */
function endingOf(part: string): string {
  const dot = part.indexOf(".");
  return dot < 0 ? "" : part.slice(dot);
}

/**
 * A segment in the spelling of our own links: percent-encoded where necessary, and usernames in lower case.
 */
function respelled(segment: string): string {
  const text = decodeURIComponent(segment);
  return text.startsWith("@")
    ? `@${encodeURIComponent(text.slice(1).toLowerCase())}`
    : encodeURIComponent(text);
}

/** False for `/Categories` and `/categories/`: each page has one entry in the cache. */
function isSpelledAs({ pattern, handle }: Row, segments: string[]): boolean {
  if (pattern.length === 0) return true;
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) => {
      const segment = segments[i] ?? "";
      if (!part.startsWith(":")) return part === segment;
      return handle.segments?.[part.slice(1)]?.test(segment) ?? true;
    })
  );
}

/**
 * The known parameters of a page, without those that have their default value. Null if the page is personal,
 * filtered, or too deep in a list.
 */
function queryOf(asked: URLSearchParams, { parameters = {} }: PageHandle): string | null {
  const known = new URLSearchParams();
  for (const [name, form] of Object.entries(parameters)) {
    const value = asked.get(name);
    if (form === "personal") {
      if (value !== null) return null;
    } else if (form === "filter") {
      // A form without scripts also sends its empty fields.
      if (asked.getAll(name).some(Boolean)) return null;
    } else if (form === "page number") {
      const page = pageNumber(value);
      if (page > deepestCachedPage) return null;
      if (page > 1) known.set(name, String(page));
    } else if (value !== null && form.indexOf(value) > 0) known.set(name, value);
  }
  return known.size > 0 ? `?${known}` : "";
}
