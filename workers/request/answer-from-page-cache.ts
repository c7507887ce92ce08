import { addViewed, viewedMaxAge } from "#app/gigs/page/viewed-gigs.ts";
import { isLocal, runAfterAnswer } from "#workers/context.ts";
import { pageFor, pageKey } from "#workers/render/page-cache.ts";
import { buildId, publicPath, renderForAll } from "#workers/render/pages.ts";
import { type SetCookies, writeCookies } from "./cookies.ts";
import type { Incoming } from "./incoming.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/**
 * Answers a visitor's request for a public page from the page cache (docs/architecture.md#page-cache).
 * @returns null for every other request
 */
export async function answerFromPageCache(incoming: Incoming): Promise<Response | null> {
  const { request, url, env, ctx, requestId, origin, cookies, isRead, log } = incoming;
  const { preferences, recentlyViewed } = cookies;
  const isVisitor = !cookies.session && !cookies.access;
  const path = isRead && isVisitor && !cookies.toast ? publicPath(url) : null;
  if (path === null) return null;

  const nonce = crypto.randomUUID();
  const render = () => renderForAll(path, preferences, { env, ctx, requestId, origin });
  const key = pageKey(origin, path, preferences, buildId);
  const { response, viewed } = await pageFor(key, nonce, render, runAfterAnswer(ctx, log));
  const set: SetCookies = viewed ? { recent: recentlyViewedCookie(recentlyViewed, viewed) } : {};
  const answer = request.method === "HEAD" ? new Response(null, response) : response;
  return writeCookies(withSecurityHeaders(answer, nonce, env), set, isLocal(env));
}

/** Set here because a cached page runs no loader that could set it. */
function recentlyViewedCookie(before: string[], gigId: string) {
  return { value: addViewed(before, gigId).join("."), maxAge: viewedMaxAge };
}
