import { createRequestHandler } from "@remix-run/cloudflare";
import { findViewer } from "#app/auth/sessions.server.ts";
import type { Capabilities, Preferences, Toast } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { viewedFor, withViewed } from "#app/service/recent.ts";
import * as build from "#build/server/index.js";
import { isLocal, logger, type ReadsFrom, type System, system } from "./context.ts";
import { readCookies, type SetCookies, writeCookies } from "./cookies.ts";
import { dev } from "./dev.ts";
import { health } from "./health.ts";
import { image } from "./images.ts";
import { refusalOfOrigin } from "./origin.ts";
import { pageFor, pageKey, publicPath, type Rendered } from "./page-cache.ts";
import { plainPage } from "./plain-page.ts";
import { sweep } from "./scheduled.ts";
import { scriptsOnIntent } from "./scripts-on-intent.ts";
import { withSecurityHeaders, withTransportHeaders } from "./security-headers.ts";
import { stripeWebhook } from "./stripe-webhook.ts";

export { Inbox } from "./inbox.ts";

const render = createRequestHandler(build, "production");

/** New with every build (entry.server.tsx). */
const { buildId } = build.entry.module as typeof import("#app/entry.server.tsx");

/** The door (design.md section 4): what every request passes, in this order. */
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
  request: Request,
  url: URL,
  env: Env,
  ctx: ExecutionContext,
  requestId: string,
): Promise<Response> {
  if (url.pathname.length + url.search.length > longestAddress)
    return withSecurityHeaders(plainPage(414, requestId), "", env);
  if (!readable(url.pathname)) return withSecurityHeaders(plainPage(400, requestId), "", env);

  // Routes that need no viewer.
  const reads = ["GET", "HEAD"].includes(request.method);
  if (url.pathname === "/healthz" && reads) return health(env.DB);
  if (url.pathname.startsWith("/images/") && reads) return image(request, env.BUCKET, logger(requestId));
  const cookies = readCookies(request, isLocal(env));
  const from = readsFrom(request, url, cookies);
  const sys = await system(env, ctx, requestId, from);
  if (url.pathname === "/webhooks/stripe") return stripeWebhook(request, env.STRIPE_WEBHOOK_SECRET, sys);
  const local = isLocal(env) && ["127.0.0.1", "localhost"].includes(url.hostname);
  if (local && url.pathname.startsWith("/dev/")) {
    const page = await dev(request, env, sys);
    if (page) return page;
  }

  // Strangers' pages may not act in a viewer's name.
  const refusal = refusalOfOrigin(request, url, env.APP_ORIGIN);
  if (refusal) {
    sys.log("warn", "origin refused", { origin: request.headers.get("Origin"), path: url.pathname });
    return withSecurityHeaders(plainPage(403, requestId), "", env);
  }

  const viewer = cookies.session ? await findViewer(sys.db, cookies.session, sys.clock.now()) : null;
  if (url.pathname === "/live") {
    if (request.headers.get("Upgrade") !== "websocket")
      return new Response("A socket is expected here", { status: 426 });
    if (!viewer) return new Response("Sign in first", { status: 401 });
    const socket = new Request(request);
    socket.headers.set("x-session-id", viewer.sessionId);
    return env.INBOX.get(env.INBOX.idFromName(viewer.id)).fetch(socket);
  }

  const nonce = crypto.randomUUID();
  // Locally the product answers at 127.0.0.1 and localhost; links must lead back to where the cookies are.
  const here = { ...sys, origin: local ? url.origin : env.APP_ORIGIN };
  const path = request.method === "GET" && !cookies.session && !cookies.toast ? publicPath(url) : null;
  if (path !== null) {
    const { preferences } = cookies;
    const key = pageKey(here.origin, path, preferences, buildId);
    const page = await pageFor(key, nonce, () => renderForAll(here, path, preferences), sys.later);
    const set: SetCookies = page.viewed ? { recent: viewedCookie(cookies.recentlyViewed, page.viewed) } : {};
    return writeCookies(withSecurityHeaders(page.response, nonce, env), set, isLocal(env));
  }

  const { toast, preferences, recentlyViewed } = cookies;
  const who = { viewer, nonce, toast, preferences, recentlyViewed };
  const { response, set } = await renderFor(request, here, who);
  // Who has written is shown what they wrote on the pages that follow, whichever copy answers them.
  if (set.session?.value === null) set.bookmark = { value: null };
  else if (from === "first-primary" && (viewer || set.session)) set.bookmark = { value: sys.bookmark() };
  return writeCookies(withSecurityHeaders(response, nonce, env), set, isLocal(env));
}

/**
 * Where the reads of a request begin (design.md section 5): actions, the webhook and the page after a payment at the copy that takes
 * the writes; a viewer's pages no earlier than what they wrote last; visitors wherever it is nearest.
 */
function readsFrom(request: Request, url: URL, cookies: ReturnType<typeof readCookies>): ReadsFrom {
  const isRead = ["GET", "HEAD"].includes(request.method);
  if (!isRead || url.pathname === "/payment-success") return "first-primary";
  return cookies.session ? (cookies.bookmark ?? "first-primary") : "first-unconstrained";
}

type Who = Pick<Capabilities, "viewer" | "preferences" | "recentlyViewed" | "nonce"> & {
  toast: Toast | null;
};

/** A page for one browser. `keep`: how long everybody may see it, as its routes say, in ms; 0 when something went wrong in it. */
async function renderFor(request: Request, sys: System, { toast, ...who }: Who) {
  const set: SetCookies = {};
  let troubled = false;
  const context: Capabilities = {
    ...sys,
    ...who,
    log(level, event, fields) {
      if (level !== "info") troubled = true;
      sys.log(level, event, fields);
    },
    takeToast() {
      if (toast && !set.toast) set.toast = { value: null };
      return toast;
    },
    cookies: {
      set(name, value, maxAge) {
        set[name] = { value, maxAge };
      },
    },
  };
  const rendered = await render(request, context);
  const keep = Number(rendered.headers.get("x-keep") ?? 0);
  const response = scriptsOnIntent(rendered);
  return { response, set, keep: () => (troubled ? 0 : keep) };
}

/** A page as everybody may see it: from a request that carries nothing of anybody (design.md section 4, the page cache). */
async function renderForAll(sys: System, path: string, preferences: Preferences): Promise<Rendered> {
  const nonce = `nonce-${crypto.randomUUID()}`;
  const who = { viewer: null, preferences, recentlyViewed: [], nonce, toast: null };
  const { response, set, keep } = await renderFor(new Request(sys.origin + path), sys, who);
  const { status, headers } = response;
  // The body first: what goes wrong in it decides whether the page is kept.
  const body = await response.text();
  return { status, headers, body, nonce, keep: keep(), viewed: set.recent?.value ?? null };
}

/** Who gets a gig's page has looked at it, wherever the page came from. */
function viewedCookie(before: string[], id: string) {
  return { value: withViewed(before, id).join("."), maxAge: viewedFor };
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
