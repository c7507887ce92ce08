import type { Log } from "#app/context.ts";
import { isLocal, logger, type ReadsFrom } from "#workers/context.ts";
import { plainPage } from "#workers/render/plain-page.ts";
import { refusalToAddress, withoutRemixInput } from "./addresses.ts";
import { bodyLimitOf, declaresLongerBody, withBodyLimit } from "./body-limit.ts";
import { type Cookies, readCookies } from "./cookies.ts";
import { methodsOf } from "./methods.ts";
import { readsFromOf } from "./reads-from.ts";
import { withSecurityHeaders } from "./security-headers.ts";

/** A request, with what the steps of request handling need to know about it. */
export type Incoming = {
  /** Its body cannot exceed the limit of its address. */
  request: Request;
  url: URL;
  /** True for GET and HEAD. */
  isRead: boolean;
  /** True for a prefetch. */
  isPrefetch: boolean;
  cookies: Cookies;
  /** The replica from which its reads start. */
  readsFrom: ReadsFrom;
  /** The prefix of every link, without a trailing slash. */
  origin: string;
  requestId: string;
  log: Log;
  env: Env;
  ctx: ExecutionContext;
};

/** Parses a request once, for all steps. A GET must not have a body. */
export function receive(original: Request, env: Env, ctx: ExecutionContext): Incoming {
  const sent = withoutRemixInput(original);
  const url = new URL(sent.url);
  const requestId = crypto.randomUUID();
  const cookies = readCookies(sent, isLocal(env));
  const isRead = ["GET", "HEAD"].includes(sent.method);
  // Local links must point to the host of the cookies: 127.0.0.1 or localhost.
  const isLocalHost = isLocal(env) && ["127.0.0.1", "localhost"].includes(url.hostname);
  return {
    request: isRead ? sent : withBodyLimit(sent, bodyLimitOf(sent, url, hasSession(cookies))),
    url,
    isRead,
    isPrefetch: isPrefetch(sent.headers),
    cookies,
    readsFrom: readsFromOf(sent, url, cookies),
    origin: isLocalHost ? url.origin : env.APP_ORIGIN,
    requestId,
    log: logger(requestId),
    env,
    ctx,
  };
}

/** `Purpose` is the header that WebKit still sends. */
function isPrefetch(headers: Headers): boolean {
  return ["Sec-Purpose", "Purpose"].some((name) => headers.get(name)?.includes("prefetch"));
}

/**
 * Refuses an address that is too long, too deep or not readable (414, 404, 400), a method that the address
 * does not support (405), and a body that is too long (413).
 */
export function refuseMalformed({
  request,
  url,
  isRead,
  cookies,
  requestId,
  env,
}: Incoming): Response | null {
  const refuse = (status: 400 | 404 | 405 | 413 | 414, text?: string) =>
    withSecurityHeaders(plainPage(status, requestId, text), "", env);
  const refusal = refusalToAddress(url);
  if (refusal) return request.method === "HEAD" ? new Response(null, refuse(refusal)) : refuse(refusal);
  if (isRead) return null;
  const methods = methodsOf(url);
  if (!methods.includes(request.method)) {
    const refused = refuse(405);
    refused.headers.set("Allow", methods.join(", "));
    return refused;
  }
  const limit = bodyLimitOf(request, url, hasSession(cookies));
  return declaresLongerBody(request, limit) ? refuse(413, limit.sentence) : null;
}

/** True if the browser claims it; only the worker's authentication can tell. */
function hasSession({ session, access }: Cookies): boolean {
  return session !== null || access !== null;
}
