import { drizzle } from "drizzle-orm/d1";
import type { Capabilities, Db, Log } from "#app/context.ts";
import * as mails from "#app/emails/send-emails.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { stripeClient } from "#app/payments/stripe.server.ts";
import { modeOf } from "#app/payments/stripe-dashboard.ts";
import { files } from "#workers/platform/files.ts";
import { inboxes } from "#workers/platform/inboxes.ts";
import { pictures } from "#workers/platform/pictures.ts";
import { placeholders } from "#workers/platform/placeholders.ts";
import { production } from "#workers/platform/platform.ts";
import { rates } from "#workers/platform/rates.ts";
import { mailHtml } from "#workers/render/mail-html.ts";

/** The capabilities of every kind of work: a page, a webhook, the sweep. */
export type System = Pick<
  Capabilities,
  | "requestId"
  | "origin"
  | "operator"
  | "db"
  | "clock"
  | "rate"
  | "stripe"
  | "platformCountry"
  | "stripeDashboard"
  | "inboxes"
  | "mailer"
  | "mailHtml"
  | "sms"
  | "placeholders"
  | "pictures"
  | "files"
  | "secret"
  | "log"
  | "later"
  | "sendMails"
> & {
  /**
   * The state of the database after this work: reads from this bookmark see its writes. Null if it ran no
   * query.
   */
  bookmark(): string | null;
  /** How many statements this work has run so far. D1 allows 1,000 in one invocation of the worker. */
  queries(): number;
};

/**
 * Which instance of the database answers first (docs/architecture.md#scale). `first-primary`: the one that
 * takes the writes. `first-unconstrained`: the nearest replica, however old. A bookmark: the nearest replica
 * that has the writes before it.
 */
export type ReadsFrom = "first-primary" | "first-unconstrained" | (string & {});

/** True if the Stripe stand-in and plain http are allowed. wrangler.toml says "production". */
export function isLocal(env: Pick<Env, "ENVIRONMENT">): boolean {
  return env.ENVIRONMENT === "local";
}

/**
 * Turns the worker's bindings into capabilities.
 * @throws Error if a secret is missing, or if production uses a Stripe stand-in
 */
export async function system(
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  requestId: string,
  readsFrom: ReadsFrom = "first-primary",
  origin = env.APP_ORIGIN,
): Promise<System> {
  refuseBadSetUp(env);
  const log = logger(requestId);
  const session = env.DB.withSession(readsFrom);
  let queries = 0;
  const db = databaseOf(session, () => {
    queries++;
    if (queries === manyQueries) log("warn", "many queries", { queries });
  });
  const platform = env.PLATFORM ?? production;
  const sys = {
    requestId,
    origin,
    operator: { name: env.OPERATOR_NAME, address: env.OPERATOR_ADDRESS, email: env.OPERATOR_EMAIL },
    db,
    clock: await platform.clock(db),
    rate: rates(env, log),
    stripe: stripe(env),
    stripeDashboard: env.STRIPE_API === stripeApi ? modeOf(env.STRIPE_SECRET_KEY) : null,
    platformCountry: env.PLATFORM_COUNTRY ?? "US",
    inboxes: inboxes(env, log),
    mailer: platform.mailer(env),
    mailHtml,
    sms: platform.sms(env),
    placeholders: placeholders(env, log),
    pictures: pictures(env, log),
    files: files(env.BUCKET),
    secret: env.APP_SECRET,
    log,
    bookmark: () => session.getBookmark(),
    queries: () => queries,
    later: runAfterAnswer(ctx, log),
  };
  return {
    ...sys,
    sendMails: (to = "users") =>
      sys.later(to === "users" ? mails.sendWaiting(sys) : mails.sendWaitingToVisitors(sys)),
  };
}

/**
 * Half of the queries that D1 allows in one invocation. Work that reaches it is logged, and the sweep stops
 * before it.
 */
export const manyQueries = 500;

/**
 * Drizzle needs only `prepare` and `batch` of a database, and a session has both.
 * @param count called for each statement; Drizzle prepares a statement each time it runs it
 */
export function databaseOf(session: D1DatabaseSession, count: () => void = () => {}): Db {
  const counted = {
    prepare(sql: string) {
      count();
      return session.prepare(sql);
    },
    batch: (statements: D1PreparedStatement[]) => session.batch(statements),
  };
  return drizzle(counted as unknown as D1Database);
}

/** Lets work continue after the response is sent. A failure is logged. */
export function runAfterAnswer(ctx: Pick<ExecutionContext, "waitUntil">, log: Log): Capabilities["later"] {
  return (work) =>
    ctx.waitUntil(work.catch((error: unknown) => log("error", "later failed", { error: errorStack(error) })));
}

/**
 * Created once per isolate: it holds no request state, and creating it takes longer than reading a page's
 * rows.
 */
let client: { api: string; key: string; stripe: Capabilities["stripe"] } | null = null;

function stripe({ STRIPE_API: api, STRIPE_SECRET_KEY: key }: Env): Capabilities["stripe"] {
  if (client?.api !== api || client.key !== key) client = { api, key, stripe: stripeClient(api, key) };
  return client.stripe;
}

/** Stripe itself. A local worker may use a stand-in. */
const stripeApi = "https://api.stripe.com";

function refuseBadSetUp(env: Env): void {
  const secrets = ["APP_SECRET", "TOKEN_KEYS", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const;
  const ofConnect = ["STRIPE_ACCOUNTS_WEBHOOK_SECRET", "STRIPE_CONNECT_WEBHOOK_SECRET"] as const;
  for (const name of [...secrets, ...ofConnect]) {
    if (!env[name]) throw new Error(`The secret ${name} is not set`);
  }
  if (isLocal(env)) return;
  if (env.STRIPE_API !== stripeApi) throw new Error("Production must use Stripe itself, not a stand-in");
}

/** Writes one JSON line per event. The error level goes to console.error, which fails a test. */
export function logger(requestId: string): Log {
  return (level, event, fields = {}) => {
    const line = JSON.stringify({ level, event, requestId, ...fields });
    if (level === "error") console.error(line);
    else console.log(line);
  };
}
