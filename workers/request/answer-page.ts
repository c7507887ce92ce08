import * as sessions from "#app/auth/sessions.server.ts";
import { hasOperatorClaim } from "#app/auth/viewer.ts";
import { errorStack } from "#app/lib/errors.ts";
import { isLocal, type System } from "#workers/context.ts";
import { hasHeader, isConsole, renderFor, routeOf } from "#workers/render/pages.ts";
import { plainPage } from "#workers/render/plain-page.ts";
import { authenticatePage, noTokens, signedOut } from "./authenticate.ts";
import { bodyLimitOf, declaresLongerBody, withBodyLimit } from "./body-limit.ts";
import { clientInfoOf } from "./client-info.ts";
import { asksForConsole, signInToConsole } from "./console-sign-in.ts";
import { type SetCookies, writeCookies } from "./cookies.ts";
import { countView } from "./gig-views.ts";
import { giveFormBack, isUnsent } from "./give-form-back.ts";
import type { Incoming } from "./incoming.ts";
import { withSecurityHeaders } from "./security-headers.ts";
import { withSpeculationRules } from "./speculation-rules.ts";
import { asUnknown } from "./unknown-address.ts";

/**
 * Authenticates the viewer, renders the page or runs the action, and puts headers and cookies on the answer.
 */
export async function answerPage(incoming: Incoming, sys: System): Promise<Response> {
  const { url, env, cookies, isRead, isPrefetch, readsFrom, requestId } = incoming;
  if (isUnsent(url)) return withSecurityHeaders(plainPage(404, requestId), "", env);
  const found = await authenticatePage(incoming.request, cookies, env.TOKEN_KEYS, sys);
  const authentication = found ?? (routeOf(url).handle.formsOfVisitors ? signedOut : null);
  if (!authentication) return await giveFormBack(incoming, sys);

  // Only now is it known who sent this form.
  const limit = bodyLimitOf(incoming.request, url, authentication.viewer !== null);
  if (!isRead && declaresLongerBody(incoming.request, limit))
    return withSecurityHeaders(plainPage(413, requestId, limit.sentence), "", env);
  const request = isRead ? incoming.request : withBodyLimit(incoming.request, limit);

  const nonce = crypto.randomUUID();
  const { viewer, pendingSecondFactor, expiresAt: accessExpiresAt } = authentication;
  const { address, clientInfo } = clientInfoOf(request);
  const { toast, preferences, recentlyViewed, draftKey, joined } = cookies;
  const asker = { viewer, pendingSecondFactor, accessExpiresAt, address, clientInfo, keys: env.TOKEN_KEYS };
  // A prefetched page may never be shown, so its notice waits.
  const shown = {
    nonce,
    toast: isPrefetch ? null : toast,
    preferences,
    recentlyViewed,
    isPrefetch,
    draftKey,
    joined,
  };
  const sharing = { database: env.DB, from: readsFrom, fresh: false };

  if (asksForConsole(incoming, authentication))
    return await signInToConsole({ ...incoming, request }, authentication.set, sys);
  const isHidden = isConsole(url) && !hasOperatorClaim(viewer);
  const render = async (who: typeof asker) => {
    const ask = (asked: Request) => renderFor(asked, sys, sharing, { ...who, ...shown });
    if (!isConsole(url)) return await ask(request);
    const own = hasOperatorClaim(who.viewer) ? await ask(request) : null;
    // Only an operator's request sets the cookie (app/admin/require-operator.server.ts).
    if (own?.set.operator) own.response.headers.set("Cache-Control", "private, no-store");
    if (own && (own.set.operator || own.response.status !== 404)) return own;
    return await asUnknown(request, url, ask);
  };
  const visitor = { ...asker, viewer: null, pendingSecondFactor: null, accessExpiresAt: null };
  const holder = viewer ?? pendingSecondFactor;
  const ask = async () => (holder && isRead ? await stateOf(holder.sessionId, sys) : "alive");
  // Where is the row of the viewer's session read? For a page, in its header (root.tsx). Page data has no
  // header, so the row is read while the data renders. A file has no header either, nor does a sign-in that
  // still needs a factor: there the row is read first. A page that redirects has lost its header, so the row
  // is read afterwards.
  const isData = url.pathname.endsWith(".data");
  const isPage = !isData && viewer !== null && (isHidden || hasHeader(url));
  const beside = isData ? ask() : null;
  let state = isPage || isData ? "alive" : await ask();
  let rendered = await render(state === "alive" ? asker : visitor);
  if (beside) state = await beside;
  else if (isPage && isRead && rendered.sessionUnknown) state = "unknown";
  else if (isPage && isRedirect(rendered.response)) state = await ask();
  if (state === "ended" && asksForConsole(incoming, { ...signedOut, set: noTokens }))
    return await signInToConsole(incoming, noTokens, sys);
  if (state !== "alive" && (isData || isPage)) rendered = await render(visitor);
  // Without the row, no private page is shown, and no one who may be signed in is sent to sign in.
  if (state === "unknown" && (!isPage || isRedirect(rendered.response)))
    return withSecurityHeaders(plainPage(503, requestId), "", env);
  const hasEnded = state === "ended";
  if (rendered.viewed) countView(rendered.viewed, incoming);

  if (isBareError(rendered.response)) {
    const isReadFailed = rendered.response.status === 503;
    const page = isReadFailed ? plainPage(503, requestId, readFailed) : plainPage(500, requestId);
    return withSecurityHeaders(page, "", env);
  }

  const set: SetCookies = { ...authentication.set, ...(hasEnded ? noTokens : {}), ...rendered.set };
  // The user who is signed in now is not an operator, or has no second factor.
  if (cookies.hasBeenOperator && viewer && !hasOperatorClaim(viewer)) set.operator = { value: null };
  // With the bookmark, the next pages show what this request wrote, whichever replica they read.
  if (set.session?.value === null && (cookies.bookmark || viewer)) set.bookmark = { value: null };
  else if (readsFrom === "first-primary" && (viewer || set.session?.value))
    set.bookmark = { value: sys.bookmark() };
  const secured = withSecurityHeaders(rendered.response, nonce, env);
  const answer = viewer ? secured : withSpeculationRules(secured, preferences);
  return writeCookies(answer, set, isLocal(env));
}

const readFailed = "We couldn't read this just now. Go back and try again.";

/** An address without its own page, such as a download, has failed: Remix answers it with a line of text. */
function isBareError({ status, headers }: Response): boolean {
  return status >= 500 && headers.get("Content-Type")?.startsWith("text/plain") === true;
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400;
}

/** Reads the row of a session, which an access token can outlive. "unknown": the database did not answer. */
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
