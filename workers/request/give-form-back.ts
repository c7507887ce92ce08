import { href } from "#app/lib/href.ts";
import { isLocal, type System } from "#workers/context.ts";
import { hasHeader, renderFor } from "#workers/render/pages.ts";
import { callerUnknown, plainPage } from "#workers/render/plain-page.ts";
import { bodyLimitOf, declaresLongerBody, withBodyLimit } from "./body-limit.ts";
import { clientInfoOf } from "./client-info.ts";
import { writeCookies } from "./cookies.ts";
import type { Incoming } from "./incoming.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/** True for the address of app/layout/unsent.route.tsx. Only `giveFormBack` sends a request there. */
export function isUnsent({ pathname }: URL): boolean {
  return pathname.replace(/\.data$/, "") === href("/unsent");
}

/**
 * Answers a form while the database cannot say who sends it (docs/specification.md#request-errors): the form
 * comes back with its text, ready to be sent again. It is rendered by app/layout/unsent.route.tsx, as a page
 * or as a page's data. A script's call has no page, and gets the small error page; a function gets JSON.
 */
export async function giveFormBack(incoming: Incoming, sys: System): Promise<Response> {
  const { url, env, cookies, readsFrom, requestId } = incoming;
  if (url.pathname.startsWith("/functions/")) return withSecurityHeaders(callerUnknown(), "", env);
  const pathname = url.pathname.replace(/\.data$/, "");
  const limit = bodyLimitOf(incoming.request, url, false);
  if (!hasHeader({ pathname }) || declaresLongerBody(incoming.request, limit))
    return withSecurityHeaders(plainPage(503, requestId), "", env);

  const to = new URL(pathname === url.pathname ? href("/unsent") : `${href("/unsent")}.data`, url);
  const request = new Request(to, withBodyLimit(incoming.request, limit));
  const nonce = crypto.randomUUID();
  const { toast, recentlyViewed, draftKey, joined } = cookies;
  // Scripts would look for the page of the browser's address, and replace this one with an empty page.
  const preferences = { ...cookies.preferences, scripts: false };
  const rendered = await renderFor(
    request,
    sys,
    { database: env.DB, from: readsFrom, fresh: false },
    {
      ...{ viewer: null, pendingSecondFactor: null, accessExpiresAt: null, keys: env.TOKEN_KEYS },
      ...clientInfoOf(request),
      ...{ nonce, toast, preferences, recentlyViewed, isPrefetch: false, draftKey, joined },
    },
  );
  const answer = withSecurityHeaders(rendered.response, nonce, env);
  answer.headers.set("Cache-Control", "private, no-store");
  return writeCookies(answer, rendered.set, isLocal(env));
}
