import { createRequestHandler } from "@remix-run/cloudflare";
import { findViewer } from "#app/auth/sessions.server.ts";
import type { Capabilities } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import * as build from "#build/server/index.js";
import { isLocal, logger, system } from "./context.ts";
import { readCookies, type SetCookies, writeCookies } from "./cookies.ts";
import { dev } from "./dev.ts";
import { health } from "./health.ts";
import { image } from "./images.ts";
import { refusalOfOrigin } from "./origin.ts";
import { plainPage } from "./plain-page.ts";
import { sweep } from "./scheduled.ts";
import { scriptsOnIntent } from "./scripts-on-intent.ts";
import { withSecurityHeaders, withTransportHeaders } from "./security-headers.ts";
import { stripeWebhook } from "./stripe-webhook.ts";

export { Inbox } from "./inbox.ts";

const render = createRequestHandler(build, "production");

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
      path: url.pathname,
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

async function answer(
  request: Request,
  url: URL,
  env: Env,
  ctx: ExecutionContext,
  requestId: string,
): Promise<Response> {
  if (!readable(url.pathname)) return withSecurityHeaders(plainPage(400, requestId), "", env);

  // Routes that need no viewer.
  const reads = ["GET", "HEAD"].includes(request.method);
  if (url.pathname === "/healthz" && reads) return health(env.DB);
  if (url.pathname.startsWith("/images/") && reads) return image(request, env.BUCKET, logger(requestId));
  const sys = await system(env, ctx, requestId);
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

  const cookies = readCookies(request, isLocal(env));
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
  const set: SetCookies = {};
  const context: Capabilities = {
    ...sys,
    // Locally the product answers at 127.0.0.1 and localhost; links must lead back to where the cookies are.
    origin: local ? url.origin : env.APP_ORIGIN,
    nonce,
    viewer,
    preferences: cookies.preferences,
    recentlyViewed: cookies.recentlyViewed,
    takeToast() {
      if (cookies.toast && !set.toast) set.toast = { value: null };
      return cookies.toast;
    },
    cookies: {
      set(name, value, maxAge) {
        set[name] = { value, maxAge };
      },
    },
  };
  const rendered = await render(request, context);
  const secured = withSecurityHeaders(scriptsOnIntent(rendered), nonce, env);
  return writeCookies(secured, set, isLocal(env));
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
