import { errorStack, loggedPath } from "#app/lib/errors.ts";
import { BodyTooLong } from "#app/lib/forms.ts";
import { checkHealth } from "#workers/endpoints/health.ts";
import { servePicture } from "#workers/endpoints/images.ts";
import { openLiveSocket } from "#workers/endpoints/live.ts";
import { mailWebhookPath, receiveMailWebhook } from "#workers/endpoints/mail-webhook.ts";
import { answerManifest } from "#workers/endpoints/manifest.ts";
import { serveCrawlerFile } from "#workers/endpoints/sitemaps.ts";
import { receiveStripeWebhook, webhookAt } from "#workers/endpoints/stripe-webhook.ts";
import { refreshTokens, servePublicKeys } from "#workers/endpoints/tokens.ts";
import { plainPage } from "#workers/render/plain-page.ts";
import { answerFromPageCache } from "#workers/request/answer-from-page-cache.ts";
import { answerPage } from "#workers/request/answer-page.ts";
import { clientInfoOf } from "#workers/request/client-info.ts";
import { writeViews } from "#workers/request/gig-views.ts";
import { type Incoming, receive, refuseMalformed } from "#workers/request/incoming.ts";
import { refusalToOrigin } from "#workers/request/same-origin.ts";
import { withSecurityHeaders, withTransportHeaders } from "#workers/request/security-headers.ts";
import { withShortBodyRead } from "#workers/request/short-body.ts";
import { type System, system } from "./context.ts";
import { cronSweep } from "./scheduled.ts";
import { consume } from "./work/queue.ts";

export { Inbox } from "#workers/platform/inbox.ts";

export default {
  /**
   * Runs the steps below in order. The first one that returns a response answers
   * (docs/architecture.md#request).
   */
  async fetch(request, env, ctx) {
    const incoming = receive(await withShortBodyRead(request), env, ctx);
    const response = await withRequestLog(incoming, async () => {
      const early =
        refuseMalformed(incoming) ??
        (await answerWithoutDatabaseSession(incoming)) ??
        (await answerFromPageCache(incoming));
      if (early) return early;

      const { requestId, readsFrom, origin } = incoming;
      const sys = await system(env, ctx, requestId, readsFrom, origin);
      return (
        (await answerMachine(incoming, sys)) ??
        refuseForeignOrigin(incoming) ??
        (await answerSessionCall(incoming, sys)) ??
        (await answerPage(incoming, sys))
      );
    });
    writeViews(incoming);
    return response;
  },

  /** Runs once a minute (wrangler.toml). */
  async scheduled(_controller, env, ctx) {
    const sys = await system(env, ctx, crypto.randomUUID());
    sys.log(
      "info",
      "sweep",
      (await cronSweep(sys, env.WORK)) ?? { skipped: "the last one is still running" },
    );
  },

  /** Runs the work that the sweep has found. */
  async queue(batch, env, ctx) {
    if (!env.WORK) throw new Error("The worker receives messages from a queue that it cannot write to");
    await consume(batch, await system(env, ctx, crypto.randomUUID()), env.WORK);
  },
} satisfies ExportedHandler<Env>;

/** The health check, public pictures and the route manifest, which need no viewer and no page. */
async function answerWithoutDatabaseSession(incoming: Incoming): Promise<Response | null> {
  const { url, env, isRead } = incoming;
  if (!isRead) return null;
  if (url.pathname === "/healthz") return await checkHealth(env.DB);
  if (url.pathname === "/__manifest") return answerManifest(incoming);
  if (url.pathname.startsWith("/images/")) return await servePicture(incoming);
  return null;
}

/**
 * The webhooks of Stripe and of the mail provider, the public keys, and the files for search engines: callers
 * that are not browsers.
 */
async function answerMachine(incoming: Incoming, sys: System): Promise<Response | null> {
  const { request, url, env, isRead } = incoming;
  const webhook = webhookAt(url.pathname);
  if (webhook) return await receiveStripeWebhook(request, webhook, env, sys);
  if (url.pathname === mailWebhookPath) {
    const { MAIL_WEBHOOK_SECRET: secret } = env;
    return secret ? await receiveMailWebhook(request, secret, sys) : await answerPage(incoming, sys);
  }
  if (!isRead) return null;
  if (url.pathname === "/.well-known/jwks.json") return await servePublicKeys(env.TOKEN_KEYS);
  return await serveCrawlerFile(request.method, url.pathname, clientInfoOf(request).address, sys);
}

/** Refuses a request that another site's page makes in a viewer's name. */
function refuseForeignOrigin({ request, url, env, requestId, log }: Incoming): Response | null {
  if (!refusalToOrigin(request, url, env.APP_ORIGIN)) return null;
  log("warn", "origin refused", { origin: request.headers.get("Origin"), path: loggedPath(url.pathname) });
  return withSecurityHeaders(plainPage(403, requestId), "", env);
}

/** The live socket and the token refresh, which our pages' scripts call. */
async function answerSessionCall(incoming: Incoming, sys: System): Promise<Response | null> {
  const { request, url, env, cookies } = incoming;
  if (url.pathname === "/live") return await openLiveSocket(request, cookies, env, sys);
  if (url.pathname === "/auth/refresh" && request.method === "POST")
    return await refreshTokens(cookies, env, sys);
  return null;
}

/** Writes one log line per request, and turns a thrown error into the error page. */
async function withRequestLog(incoming: Incoming, answer: () => Promise<Response>): Promise<Response> {
  const { request, url, env, requestId, log } = incoming;
  const started = Date.now();
  let response: Response;
  try {
    response = await answer();
  } catch (error) {
    const isTooLong = BodyTooLong.is(error);
    const path = loggedPath(url.pathname);
    if (!isTooLong)
      log("error", "request failed", { method: request.method, path, error: errorStack(error) });
    const page = isTooLong ? plainPage(413, requestId, error.message) : plainPage(500, requestId);
    response = withSecurityHeaders(page, "", env);
  }
  log("info", "request", {
    method: request.method,
    path: loggedPath(url.pathname),
    status: response.status,
    ms: Date.now() - started,
  });
  return withTransportHeaders(response, requestId);
}
