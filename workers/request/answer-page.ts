import * as sessions from "#app/auth/sessions.server.ts";
import { isLocal, type System } from "#workers/context.ts";
import { renderFor } from "#workers/render/pages.ts";
import { plainPage } from "#workers/render/plain-page.ts";
import { authenticatePage, noTokens } from "./authenticate.ts";
import { bodyLimitOf, declaresLongerBody, withBodyLimit } from "./body-limit.ts";
import { clientInfoOf } from "./client-info.ts";
import { type SetCookies, writeCookies } from "./cookies.ts";
import type { Incoming } from "./incoming.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/**
 * Authenticates the viewer, renders the page or runs the action, and puts headers and cookies on the answer.
 */
export async function answerPage(incoming: Incoming, sys: System): Promise<Response> {
  const { url, env, cookies, isRead, readsFrom, requestId } = incoming;
  const authentication = await authenticatePage(incoming.request, cookies, env.TOKEN_KEYS, sys);
  if (!authentication) return withSecurityHeaders(plainPage(503, requestId), "", env);

  // Only now it is known who sends this form.
  const limit = bodyLimitOf(incoming.request, url, authentication.viewer !== null);
  if (!isRead && declaresLongerBody(incoming.request, limit))
    return withSecurityHeaders(plainPage(413, requestId, limit.sentence), "", env);
  const request = isRead ? incoming.request : withBodyLimit(incoming.request, limit);

  const nonce = crypto.randomUUID();
  const { viewer, pendingSecondFactor, expiresAt: accessExpiresAt } = authentication;
  const { address, clientInfo } = clientInfoOf(request);
  const { toast, preferences, recentlyViewed, draftKey } = cookies;
  const asker = { viewer, pendingSecondFactor, accessExpiresAt, address, clientInfo, keys: env.TOKEN_KEYS };
  const shown = { nonce, toast, preferences, recentlyViewed, draftKey };
  const sharing = { database: env.DB, from: readsFrom, fresh: false };

  // A document's header reads the session row (root.tsx). Page data has no header, so the row is read beside
  // the rendering; if the session has ended, the page is rendered again as a visitor sees it.
  const isData = url.pathname.endsWith(".data");
  const sessionLives =
    viewer && isData && isRead ? sessions.isAlive(sys.db, viewer.sessionId, sys.clock.now()) : true;
  let rendered = await renderFor(request, sys, sharing, { ...asker, ...shown });
  const hasEnded = !(await sessionLives);
  if (hasEnded) rendered = await renderFor(request, sys, sharing, { ...asker, viewer: null, ...shown });

  const set: SetCookies = { ...authentication.set, ...(hasEnded ? noTokens : {}), ...rendered.set };
  // The bookmark makes the next pages show what this request wrote, from whichever copy they read.
  if (set.session?.value === null && (cookies.bookmark || viewer)) set.bookmark = { value: null };
  else if (readsFrom === "first-primary" && (viewer || set.session?.value))
    set.bookmark = { value: sys.bookmark() };
  return writeCookies(withSecurityHeaders(rendered.response, nonce, env), set, isLocal(env));
}
