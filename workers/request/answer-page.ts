import * as sessions from "#app/auth/sessions.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { unsentPath } from "#app/parked/unsaved-form.ts";
import { isLocal, type System } from "#workers/context.ts";
import { hasHeader, renderFor, routeOf } from "#workers/render/pages.ts";
import { callerUnknown, plainPage } from "#workers/render/plain-page.ts";
import { authenticatePage, noTokens, signedOut } from "./authenticate.ts";
import { bodyLimitOf, declaresLongerBody, withBodyLimit } from "./body-limit.ts";
import { clientInfoOf } from "./client-info.ts";
import { type SetCookies, writeCookies } from "./cookies.ts";
import { countView } from "./gig-views.ts";
import type { Incoming } from "./incoming.ts";
import { withSecurityHeaders } from "./security-headers.ts";
import { withSpeculationRules } from "./speculation-rules.ts";

/**
 * Authenticates the viewer, renders the page or runs the action, and puts headers and cookies on the answer.
 */
export async function answerPage(incoming: Incoming, sys: System): Promise<Response> {
  const { env, cookies, isRead, isPrefetch, readsFrom, requestId } = incoming;
  // Only this function sends a request there.
  const pathname = incoming.url.pathname.replace(/\.data$/, "");
  if (pathname === unsentPath) return withSecurityHeaders(plainPage(404, requestId), "", env);
  const found = await authenticatePage(incoming.request, cookies, env.TOKEN_KEYS, sys);
  const isUnknown = !found && !routeOf(incoming.url).handle.formsOfVisitors;
  if (isUnknown && incoming.url.pathname.startsWith("/functions/"))
    return withSecurityHeaders(callerUnknown(), "", env);
  // A script's call, or a form without a page of its own.
  if (isUnknown && !hasHeader({ pathname })) return withSecurityHeaders(plainPage(503, requestId), "", env);
  // No one knows who sends this form. Another action answers it: with the form, ready to be sent again.
  const url = isUnknown ? unsentUrl(incoming.url) : incoming.url;
  const authentication = found ?? signedOut;

  // Only now it is known who sends this form.
  const limit = bodyLimitOf(incoming.request, url, authentication.viewer !== null);
  if (!isRead && declaresLongerBody(incoming.request, limit)) {
    const page = isUnknown ? plainPage(503, requestId) : plainPage(413, requestId, limit.sentence);
    return withSecurityHeaders(page, "", env);
  }
  const bounded = isRead ? incoming.request : withBodyLimit(incoming.request, limit);
  const request = isUnknown ? new Request(url, bounded) : bounded;

  const nonce = crypto.randomUUID();
  const { viewer, pendingSecondFactor, expiresAt: accessExpiresAt } = authentication;
  const { address, clientInfo } = clientInfoOf(request);
  const { toast, preferences, recentlyViewed, draftKey } = cookies;
  const asker = { viewer, pendingSecondFactor, accessExpiresAt, address, clientInfo, keys: env.TOKEN_KEYS };
  // The page that was requested in advance may never be shown, so its notice waits.
  const shown = {
    nonce,
    toast: isPrefetch ? null : toast,
    // The scripts of a page with another address than its route's would look for that route, and find no
    // page.
    preferences: isUnknown ? { ...preferences, scripts: false } : preferences,
    recentlyViewed,
    isPrefetch,
    draftKey,
  };
  const sharing = { database: env.DB, from: readsFrom, fresh: false };

  const render = (who: typeof asker) => renderFor(request, sys, sharing, { ...who, ...shown });
  const visitor = { ...asker, viewer: null, pendingSecondFactor: null, accessExpiresAt: null };
  const holder = viewer ?? pendingSecondFactor;
  const ask = async () => (holder && isRead ? await stateOf(holder.sessionId, sys) : "alive");
  // Who asks the row of the viewer's session? A page's own header (root.tsx). Page data has no header, so the
  // row is read beside the rendering. A file has none either, nor has a sign-in that owes a factor: the row
  // is read first. And a redirect of a page has lost its header.
  const isData = url.pathname.endsWith(".data");
  const isPage = !isData && viewer !== null && hasHeader(url);
  const beside = isData ? ask() : null;
  let state = isPage || isData ? "alive" : await ask();
  let rendered = await render(state === "alive" ? asker : visitor);
  if (beside) state = await beside;
  else if (isPage && isRead && rendered.sessionUnknown) state = "unknown";
  else if (isPage && isRedirect(rendered.response)) state = await ask();
  if (state !== "alive" && (isData || isPage)) rendered = await render(visitor);
  // Without the row no private page is shown, and no one is sent to sign in who may be signed in.
  if (state === "unknown" && (!isPage || isRedirect(rendered.response)))
    return withSecurityHeaders(plainPage(503, requestId), "", env);
  const hasEnded = state === "ended";
  if (rendered.viewed) countView(rendered.viewed, incoming);

  if (isBareError(rendered.response)) return withSecurityHeaders(plainPage(500, requestId), "", env);

  const set: SetCookies = { ...authentication.set, ...(hasEnded ? noTokens : {}), ...rendered.set };
  // The bookmark makes the next pages show what this request wrote, from whichever copy they read.
  if (set.session?.value === null && (cookies.bookmark || viewer)) set.bookmark = { value: null };
  else if (readsFrom === "first-primary" && (viewer || set.session?.value))
    set.bookmark = { value: sys.bookmark() };
  const secured = withSecurityHeaders(rendered.response, nonce, env);
  if (isUnknown) secured.headers.set("Cache-Control", "private, no-store");
  const answer = viewer ? secured : withSpeculationRules(secured, preferences);
  return writeCookies(answer, set, isLocal(env));
}

/** The address of app/layout/unsent.route.tsx, as a page or as a page's data. */
function unsentUrl(url: URL): URL {
  return new URL(url.pathname.endsWith(".data") ? `${unsentPath}.data` : unsentPath, url);
}

/** An address without a page of its own, as a download, has failed: Remix answers it with a line of text. */
function isBareError({ status, headers }: Response): boolean {
  return status >= 500 && headers.get("Content-Type")?.startsWith("text/plain") === true;
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400;
}

/** Asks the row of a session, which an access token can outlive. "unknown": the database did not answer. */
async function stateOf(
  sessionId: string,
  { db, clock, log }: System,
): Promise<"alive" | "ended" | "unknown"> {
  try {
    return (await sessions.isAlive(db, sessionId, clock.now())) ? "alive" : "ended";
  } catch (error) {
    log("error", "session not read", { error: errorStack(error) });
    return "unknown";
  }
}
