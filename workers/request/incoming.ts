import type { Log } from "#app/context.ts";
import { isLocal, logger, type ReadsFrom } from "#workers/context.ts";
import { plainPage } from "#workers/render/plain-page.ts";
import { bodyLimitOf, declaresLongerBody, withBodyLimit } from "./body-limit.ts";
import { type Cookies, readCookies } from "./cookies.ts";
import { readsFromOf } from "./reads-from.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/** A request, and what the steps of request handling need to know of it. */
export type Incoming = {
  /** Its body can never be longer than the limit of its address. */
  request: Request;
  url: URL;
  /** True for GET and HEAD. */
  isRead: boolean;
  cookies: Cookies;
  /** Which copy of the database its reads start from. */
  readsFrom: ReadsFrom;
  /** The start of every link, without a slash at the end. */
  origin: string;
  requestId: string;
  log: Log;
  env: Env;
  ctx: ExecutionContext;
};

/** Reads a request once, for all steps. */
export function receive(sent: Request, env: Env, ctx: ExecutionContext): Incoming {
  const url = new URL(sent.url);
  const requestId = crypto.randomUUID();
  const cookies = readCookies(sent, isLocal(env));
  // Local links must lead to the host that the cookies belong to: 127.0.0.1 or localhost.
  const isLocalHost = isLocal(env) && ["127.0.0.1", "localhost"].includes(url.hostname);
  return {
    request: withBodyLimit(sent, bodyLimitOf(url)),
    url,
    isRead: ["GET", "HEAD"].includes(sent.method),
    cookies,
    readsFrom: readsFromOf(sent, url, cookies),
    origin: isLocalHost ? url.origin : env.APP_ORIGIN,
    requestId,
    log: logger(requestId),
    env,
    ctx,
  };
}

/**
 * The longest path and query, in characters. A search for 10,000 letters of two bytes each fits. The limit is
 * below 64 KB, where workerd itself answers 431. Cloudflare's network answers 414 sooner.
 */
const longestAddress = 62_000;

/**
 * Answers 414 to an address that is too long, 413 to a body that is too long, 400 to broken percent-encoding.
 */
export function refuseMalformed({ request, url, requestId, env }: Incoming): Response | null {
  const refuse = (status: 400 | 413 | 414, limit?: string) =>
    withSecurityHeaders(plainPage(status, requestId, limit), "", env);
  if (url.pathname.length + url.search.length > longestAddress) return refuse(414);
  const megabytes = bodyLimitOf(url);
  if (declaresLongerBody(request, megabytes))
    return refuse(413, `A form may bring at most ${megabytes} MB here.`);
  return isDecodable(url.pathname) ? null : refuse(400);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
