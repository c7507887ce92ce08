import app from "#workers/app.ts";
import { isLocal, system } from "#workers/context.ts";
import type { Platform } from "#workers/platform/platform.ts";
import { withTransportHeaders } from "#workers/request/security-headers.ts";
import { answerDevRoute } from "./dev-routes.ts";
import { localMailer, localSms } from "./mailbox.ts";
import { movedClock } from "./moved-clock.ts";

export { Inbox } from "#workers/app.ts";

const local: Platform = {
  clock: movedClock,
  mailer: (env) => localMailer(env.BUCKET),
  sms: (env) => localSms(env.BUCKET),
};

/**
 * The worker of `npm start` and of the tests: the product, with the local tools around it
 * (docs/architecture.md#local). wrangler.toml deploys workers/app.ts, so no production bundle contains this
 * folder. With a production environment this entry behaves like workers/app.ts.
 */
export default {
  async fetch(request, env, ctx) {
    if (!isLocal(env)) return app.fetch(request, env, ctx);
    const localEnv = { ...env, PLATFORM: local };
    const url = new URL(request.url);
    if (isOwnHost(url) && url.pathname.startsWith("/dev/")) {
      const sys = { ...(await system(localEnv, ctx, crypto.randomUUID())), origin: url.origin };
      const answer = await answerDevRoute(request, env, sys);
      if (answer) return withTransportHeaders(answer, sys.requestId);
    }
    return app.fetch(request, localEnv, ctx);
  },

  async scheduled(controller, env, ctx) {
    await app.scheduled(controller, isLocal(env) ? { ...env, PLATFORM: local } : env, ctx);
  },

  async queue(batch, env, ctx) {
    await app.queue(batch, isLocal(env) ? { ...env, PLATFORM: local } : env, ctx);
  },
} satisfies ExportedHandler<Env>;

/** No other host may read the mailbox, even if the local worker can be reached from outside. */
function isOwnHost({ hostname }: URL): boolean {
  return ["127.0.0.1", "localhost"].includes(hostname);
}
