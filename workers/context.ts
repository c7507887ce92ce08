import { drizzle } from "drizzle-orm/d1";
import { brand } from "#app/brand.ts";
import type { Capabilities, Db, Inboxes, Log, Mailer } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { stripeClient } from "#app/payments/stripe.server.ts";
import { localMailer, localSms } from "#workers/local/mailbox.ts";
import { movedClock, realClock } from "#workers/platform/clock.ts";
import { files } from "#workers/platform/files.ts";
import { pictures } from "#workers/platform/pictures.ts";
import { placeholders } from "#workers/platform/placeholders.ts";
import { smsSender } from "#workers/platform/sms.ts";

/** What any work of the product can do, whoever asked for it: a page, a webhook, the sweep. */
export type System = Pick<
  Capabilities,
  | "requestId"
  | "origin"
  | "db"
  | "clock"
  | "stripe"
  | "inboxes"
  | "mailer"
  | "sms"
  | "placeholders"
  | "pictures"
  | "files"
  | "secret"
  | "log"
  | "later"
> & {
  /** How far the database had got for this work: whoever reads from there on sees what it wrote. Null: it was not asked. */
  bookmark(): string | null;
};

/**
 * Which copy of the database answers first (docs/architecture.md#scale): the one that takes the writes, the nearest whatever it knows
 * yet, or, a bookmark, the nearest that knows what was written before it.
 */
export type ReadsFrom = "first-primary" | "first-unconstrained" | (string & {});

/** True where the stand-ins and /dev may be used. Production is the default of wrangler.toml. */
export function isLocal(env: Env): boolean {
  return env.ENVIRONMENT === "local";
}

/**
 * Makes capabilities out of bindings.
 * @throws Error when a production deployment is pointed at anything but Stripe itself, or lacks a secret
 */
export async function system(
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  requestId: string,
  from: ReadsFrom = "first-primary",
): Promise<System> {
  refuseBadSetUp(env);
  const log = logger(requestId);
  const session = env.DB.withSession(from);
  const db = databaseOf(session);
  return {
    requestId,
    origin: env.APP_ORIGIN,
    db,
    clock: isLocal(env) ? await movedClock(db) : realClock,
    stripe: stripe(env),
    inboxes: inboxes(env, log),
    mailer: isLocal(env) ? localMailer(env.BUCKET) : cloudflareMailer(env),
    sms: isLocal(env) ? localSms(env.BUCKET) : smsSender(env),
    placeholders: placeholders(env, log),
    pictures: pictures(env, log),
    files: files(env.BUCKET),
    secret: env.APP_SECRET,
    log,
    bookmark: () => session.getBookmark(),
    later: laterOf(ctx, log),
  };
}

/** A session has what drizzle uses of a database: prepare and batch. */
export function databaseOf(session: D1DatabaseSession): Db {
  return drizzle(session as unknown as D1Database);
}

/** Lets work go on after the answer is sent; a failure is logged. */
export function laterOf(ctx: Pick<ExecutionContext, "waitUntil">, log: Log): Capabilities["later"] {
  return (work) =>
    ctx.waitUntil(work.catch((error: unknown) => log("error", "later failed", { error: errorStack(error) })));
}

/** Made once per isolate: it holds nothing of a request, and making it takes longer than reading a page's rows. */
let client: { api: string; key: string; stripe: Capabilities["stripe"] } | null = null;

function stripe({ STRIPE_API: api, STRIPE_SECRET_KEY: key }: Env): Capabilities["stripe"] {
  if (client?.api !== api || client.key !== key) client = { api, key, stripe: stripeClient(api, key) };
  return client.stripe;
}

function refuseBadSetUp(env: Env): void {
  for (const name of ["APP_SECRET", "TOKEN_KEYS", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const) {
    if (!env[name]) throw new Error(`The secret ${name} is not set`);
  }
  if (isLocal(env)) return;
  if (env.STRIPE_API !== "https://api.stripe.com")
    throw new Error("Production speaks to Stripe itself, not to a stand-in");
}

/** One JSON line per fact; the error level goes to console.error, which the tests refuse. */
export function logger(requestId: string): Log {
  return (level, event, fields = {}) => {
    const line = JSON.stringify({ level, event, requestId, ...fields });
    if (level === "error") console.error(line);
    else console.log(line);
  };
}

function inboxes(env: Env, log: Log): Inboxes {
  const inboxOf = (userId: string) => env.INBOX.get(env.INBOX.idFromName(userId));
  return {
    async push(userIds, event) {
      const pushes = userIds.map((id) => inboxOf(id).push(event));
      for (const push of await Promise.allSettled(pushes)) {
        if (push.status === "rejected") log("warn", "push failed", { error: errorStack(push.reason) });
      }
    },
    async endSession(userId, sessionId) {
      await inboxOf(userId).end(sessionId);
    },
  };
}

function cloudflareMailer(env: Env): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await env.EMAIL.send({ from: { email: env.MAIL_FROM, name: brand }, to, subject, text, html });
    },
  };
}
