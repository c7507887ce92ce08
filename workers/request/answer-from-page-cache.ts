import { addViewed, viewedMaxAge } from "#app/gigs/page/viewed-gigs.ts";
import { isLocal, runAfterAnswer } from "#workers/context.ts";
import { pageFor, pageKey } from "#workers/render/page-cache.ts";
import { buildId, dataPrefix, publicPath, renderForAll } from "#workers/render/pages.ts";
import { lastRemoval } from "#workers/render/removals.ts";
import { type SetCookies, writeCookies } from "./cookies.ts";
import { countView } from "./gig-views.ts";
import type { Incoming } from "./incoming.ts";
import { withSecurityHeaders } from "./security-headers.ts";
import { withSpeculationRules } from "./speculation-rules.ts";

/**
 * Answers a visitor's request for a public page from the page cache (docs/architecture.md#page-cache).
 * @returns null for every other request, and while the last removal is not known
 */
export async function answerFromPageCache(incoming: Incoming): Promise<Response | null> {
  const { request, url, env, ctx, requestId, origin, cookies, isRead, isPrefetch, log } = incoming;
  const { preferences, recentlyViewed } = cookies;
  const isVisitor = !cookies.session && !cookies.access;
  const path = isRead && isVisitor && !cookies.toast ? publicPath(url) : null;
  if (path === null) return null;

  const later = runAfterAnswer(ctx, log);
  const removal = await lastRemoval({ database: env.DB, prefix: dataPrefix(origin), log, later });
  if (!removal) return null;
  const render = () => renderForAll(path, preferences, removal, { env, ctx, requestId, origin });
  const key = pageKey(origin, path, preferences, buildId);
  const asked = { gzip: takesGzip(request), held: request.headers.get("If-None-Match") };
  const { response, viewed } = await pageFor(key, removal.number, asked, render, later);
  if (viewed && !isPrefetch) countView(viewed, incoming);
  const set: SetCookies =
    viewed && !isPrefetch ? { recent: recentlyViewedCookie(recentlyViewed, viewed) } : {};
  // A browser that has the page also has its headers.
  if (response.status === 304) return writeCookies(response, set, isLocal(env));
  const answer = request.method === "HEAD" ? new Response(null, response) : response;
  const secured = withSpeculationRules(withSecurityHeaders(answer, "", env), preferences);
  return writeCookies(secured, set, isLocal(env));
}

/**
 * True if the browser accepts gzip. Cloudflare's network replaces the header with what it accepts itself, and
 * passes on the browser's value in `cf`.
 */
function takesGzip({ headers, cf }: Request): boolean {
  const accepted = (cf?.clientAcceptEncoding as string | null | undefined) ?? headers.get("Accept-Encoding");
  return (accepted ?? "")
    .split(",")
    .some((coding) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(coding));
}

/** Set here because a cached page runs no loader that could set it. */
function recentlyViewedCookie(before: string[], gigId: string) {
  return { value: addViewed(before, gigId).join("."), maxAge: viewedMaxAge };
}
