import * as sessions from "#app/auth/sessions.server.ts";
import { viewedFor, withViewed } from "#app/gigs/page/recent.ts";
import { errorStack } from "#app/lib/errors.ts";
import { health } from "#workers/endpoints/health.ts";
import { image } from "#workers/endpoints/images.ts";
import { live, publicKeys, refresh } from "#workers/endpoints/session-endpoints.ts";
import { forSearchEngines } from "#workers/endpoints/sitemaps.ts";
import { stripeWebhook } from "#workers/endpoints/stripe-webhook.ts";
import { dev } from "#workers/local/dev.ts";
import { pageFor, pageKey } from "#workers/render/page-cache.ts";
import { buildId, publicPath, renderFor, renderForAll } from "#workers/render/pages.ts";
import { plainPage } from "#workers/render/plain-page.ts";
import { authenticatePage, noTokens } from "#workers/request/authenticate.ts";
import { bodyLimitOf, limitedBody } from "#workers/request/body-limit.ts";
import { clientInfoOf } from "#workers/request/client-info.ts";
import { readCookies, type SetCookies, writeCookies } from "#workers/request/cookies.ts";
import { refusalToOrigin } from "#workers/request/same-origin.ts";
import { withSecurityHeaders, withTransportHeaders } from "#workers/request/security-headers.ts";
import { isLocal, laterOf, logger, type ReadsFrom, system } from "./context.ts";
import { sweep } from "./scheduled.ts";

export { Inbox } from "#workers/platform/inbox.ts";

/** The door (docs/architecture.md#request): what every request passes, in this order. */
export default {
  async fetch(request, env, ctx) {
    const started = Date.now();
    const requestId = crypto.randomUUID();
    const log = logger(requestId);
    const url = new URL(request.url);
    let response: Response;
    try {
      response = await answer(request, url, env, ctx, requestId);
    } catch (error) {
      log("error", "request failed", {
        method: request.method,
        path: url.pathname,
        error: errorStack(error),
      });
      response = withSecurityHeaders(plainPage(500, requestId), "", env);
    }
    log("info", "request", {
      method: request.method,
      path: url.pathname.slice(0, 500),
      status: response.status,
      ms: Date.now() - started,
    });
    return withTransportHeaders(response);
  },

  async scheduled(_controller, env, ctx) {
    const work = await system(env, ctx, crypto.randomUUID());
    work.log("info", "sweep", await sweep(work));
  },
} satisfies ExportedHandler<Env>;

/**
 * Path and query of an address, in characters. A search for 10,000 letters of two bytes each fits; what is sent over sign-in and back is
 * far shorter (lib/kept-text.ts). It lies below 64 KB, from where on workerd itself refuses the request (431); Cloudflare's own network
 * does so sooner, with 414.
 */
const longestAddress = 62_000;

async function answer(
  sent: Request,
  url: URL,
  env: Env,
  ctx: ExecutionContext,
  requestId: string,
): Promise<Response> {
  if (url.pathname.length + url.search.length > longestAddress)
    return withSecurityHeaders(plainPage(414, requestId), "", env);
  const megabytes = bodyLimitOf(url);
  const request = limitedBody(sent, megabytes);
  if (!request) {
    const limit = `A form may bring at most ${megabytes} MB here.`;
    return withSecurityHeaders(plainPage(413, requestId, limit), "", env);
  }
  if (!readable(url.pathname)) return withSecurityHeaders(plainPage(400, requestId), "", env);

  // Routes that need no viewer.
  const reads = ["GET", "HEAD"].includes(request.method);
  if (url.pathname === "/healthz" && reads) return health(env.DB);
  if (url.pathname.startsWith("/images/") && reads) return image(request, env.BUCKET, logger(requestId));
  const cookies = readCookies(request, isLocal(env));
  const local = isLocal(env) && ["127.0.0.1", "localhost"].includes(url.hostname);
  // Locally the product answers at 127.0.0.1 and localhost; links must lead back to where the cookies are.
  const origin = local ? url.origin : env.APP_ORIGIN;
  const nonce = crypto.randomUUID();

  // A page that is kept for everybody needs nothing of what follows.
  const isStranger = !cookies.session && !cookies.access;
  const path = reads && isStranger && !cookies.toast ? publicPath(url) : null;
  if (path !== null) {
    const { preferences, recentlyViewed } = cookies;
    const render = () => renderForAll(path, preferences, { env, ctx, requestId, origin });
    const key = pageKey(origin, path, preferences, buildId);
    const page = await pageFor(key, nonce, render, laterOf(ctx, logger(requestId)));
    const set: SetCookies = page.viewed ? { recent: viewedCookie(recentlyViewed, page.viewed) } : {};
    const answered = request.method === "HEAD" ? new Response(null, page.response) : page.response;
    return writeCookies(withSecurityHeaders(answered, nonce, env), set, isLocal(env));
  }

  const from = readsFrom(request, url, cookies);
  const sys = { ...(await system(env, ctx, requestId, from)), origin };
  if (url.pathname === "/webhooks/stripe") return stripeWebhook(request, env.STRIPE_WEBHOOK_SECRET, sys);
  if (local && url.pathname.startsWith("/dev/")) {
    const page = await dev(request, env, sys);
    if (page) return page;
  }

  if (url.pathname === "/.well-known/jwks.json" && reads) return publicKeys(env.TOKEN_KEYS);
  const forRobots = reads ? await forSearchEngines(request.method, url.pathname, sys) : null;
  if (forRobots) return forRobots;

  // Strangers' pages may not act in a viewer's name.
  const refusal = refusalToOrigin(request, url, env.APP_ORIGIN);
  if (refusal) {
    sys.log("warn", "origin refused", { origin: request.headers.get("Origin"), path: url.pathname });
    return withSecurityHeaders(plainPage(403, requestId), "", env);
  }

  if (url.pathname === "/live") return live(request, cookies, env, sys);
  if (url.pathname === "/auth/refresh" && request.method === "POST") return refresh(cookies, env, sys);
  const who = await authenticatePage(request, cookies, env.TOKEN_KEYS, sys);
  if (!who) return withSecurityHeaders(plainPage(503, requestId), "", env);

  const { toast, preferences, recentlyViewed } = cookies;
  const sharing = { database: env.DB, from, fresh: false };
  const { viewer, pendingSecondFactor, expiresAt: accessExpiresAt } = who;
  const { address, clientInfo } = clientInfoOf(request);
  const by = { viewer, pendingSecondFactor, accessExpiresAt, address, clientInfo, keys: env.TOKEN_KEYS };
  const shown = { nonce, toast, preferences, recentlyViewed };
  const still =
    viewer && isData(url) && reads ? sessions.lives(sys.db, viewer.sessionId, sys.clock.now()) : true;
  let rendered = await renderFor(request, sys, sharing, { ...by, ...shown });
  // A page as data brings no header, which would know (root.tsx): whoever's session has ended gets what a visitor gets.
  const isOver = !(await still);
  if (isOver) rendered = await renderFor(request, sys, sharing, { ...by, viewer: null, ...shown });
  const { response } = rendered;
  const set: SetCookies = { ...who.set, ...(isOver ? noTokens : {}), ...rendered.set };
  // Who has written is shown what they wrote on the pages that follow, whichever copy answers them.
  if (set.session?.value === null && (cookies.bookmark || viewer)) set.bookmark = { value: null };
  else if (from === "first-primary" && (viewer || set.session?.value))
    set.bookmark = { value: sys.bookmark() };
  return writeCookies(withSecurityHeaders(response, nonce, env), set, isLocal(env));
}

/**
 * Pages that write when they are looked at: what was paid, who is talked to and what was read, that an address is somebody's. And one whose
 * link may be seconds old.
 */
const writing = ["/payment-success", "/messages", "/verify", "/reset-password"];

/**
 * Where the reads of a request begin (docs/architecture.md#scale): actions, the webhook and pages that write at the copy that takes
 * the writes; a viewer's pages no earlier than what they wrote last; visitors wherever it is nearest, but for a page with a notice of
 * what was just done or refused.
 */
function readsFrom(request: Request, url: URL, cookies: ReturnType<typeof readCookies>): ReadsFrom {
  const isRead = ["GET", "HEAD"].includes(request.method);
  const page = url.pathname.replace(/\.data$/, "");
  if (!isRead || writing.includes(page)) return "first-primary";
  if (cookies.session || cookies.access) return cookies.bookmark ?? "first-primary";
  return cookies.toast ? "first-primary" : "first-unconstrained";
}

/** Who gets a gig's page has looked at it, wherever the page came from. */
function viewedCookie(before: string[], id: string) {
  return { value: withViewed(before, id).join("."), maxAge: viewedFor };
}

/** What Remix asks for when somebody moves within the page. */
function isData(url: URL): boolean {
  return url.pathname.endsWith(".data");
}

/** False for broken percent-encoding. */
function readable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
