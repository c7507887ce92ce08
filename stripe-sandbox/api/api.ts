import { apiVersion, type Cause } from "../delivery/events.ts";
import { newId } from "../ids.ts";
import { requireOpen } from "../objects/connected-account.ts";
import * as refunds from "../objects/refund-lifecycle.ts";
import * as sessions from "../objects/session-lifecycle.ts";
import type { Store } from "../store.ts";
import { accountRoutes } from "./account-routes.ts";
import { ofAnyAccount, transferRoutes } from "./balance-routes.ts";
import { type Route, retrieve } from "./call.ts";
import { listEvents } from "./event-listing.ts";
import { expand } from "./expand.ts";
import { Failure, invalid } from "./failure.ts";
import * as faults from "./faults.ts";
import * as idempotency from "./idempotency.ts";
import { list } from "./listing.ts";
import { Params } from "./params.ts";
import * as v2 from "./v2.ts";

const sessionsUrl = "/v1/checkout/sessions";

/** The endpoints, by method and path; `:id` matches one path segment. */
const routes: Record<string, Route> = {
  [`POST ${sessionsUrl}`]: ({ store, params }) => sessions.create(store, params),
  [`GET ${sessionsUrl}`]: ({ store, params }) => list(store, "checkout.session", sessionsUrl, params),
  [`GET ${sessionsUrl}/:id`]: ({ store, params, id }) => {
    params.allowOnly();
    return sessions.require(store, id);
  },
  [`POST ${sessionsUrl}/:id/expire`]: ({ store, params, id, cause }) => {
    params.allowOnly();
    return sessions.expire(store, id, cause);
  },
  "GET /v1/payment_intents/:id": (call) => retrieve(call, "payment_intent", "intent"),
  "GET /v1/charges/:id": (call) => retrieve(call, "charge", "id"),
  "POST /v1/refunds": ({ store, params, cause }) => refunds.create(store, params, cause),
  "GET /v1/refunds": ({ store, params }) => list(store, "refund", "/v1/refunds", params),
  "GET /v1/refunds/:id": (call) => retrieve(call, "refund", "id"),
  "GET /v1/disputes": ({ store, params }) => list(store, "dispute", "/v1/disputes", params),
  "GET /v1/events": ({ store, params }) => listEvents(store, params),
  "GET /v1/disputes/:id": (call) => retrieve(call, "dispute", "dispute"),
  ...accountRoutes,
  ...transferRoutes,
  ...ofAnyAccount,
};

/**
 * Answers one API request as Stripe does. Only a planned `slow` fault makes it wait. Everything else is
 * synchronous, so two simultaneous requests with one idempotency key execute once. While a slow request
 * waits, `keysInUse` refuses other requests with its key.
 */
export function answer(
  store: Store,
  keysInUse: idempotency.KeysInUse,
  request: Request,
  url: URL,
  body: string,
): Response | Promise<Response> {
  const requestId = newId("req_", 14);
  const headers = new Headers({
    "Content-Type": "application/json",
    "Request-Id": requestId,
    "Stripe-Version": request.headers.get("Stripe-Version") ?? apiVersion,
  });
  const key = request.method === "POST" ? request.headers.get("Idempotency-Key") : null;
  if (key) headers.set("Idempotency-Key", key);
  const account = request.headers.get("Stripe-Account");
  // At Stripe, too, each account has its own keys.
  const scope = account === null ? "" : ` ${account}`;
  const keyed = key ? { key, endpoint: `${request.method} ${url.pathname}${scope}`, request: body } : null;
  const cause = { id: requestId, idempotency_key: key };

  const isV2 = url.pathname.startsWith("/v2/");
  const execute = (): Result =>
    isV2
      ? runV2(store, { method: request.method, url, body, headers: request.headers, cause })
      : run(store, request.method, url, body, cause, account);
  const respond = (fault?: Result): Response => {
    const stored = keyed && idempotency.find(store, keyed);
    if (stored) {
      headers.set("Idempotent-Replayed", "true");
      headers.set("Original-Request", stored.requestId);
      const answered = isV2 ? v2.repeated(store, stored.body, body) : stored.body;
      return new Response(answered, { status: stored.status, headers });
    }
    const result = fault ?? execute();
    // API v2 runs a failed request again when its key is repeated.
    if (keyed && result.executed && (!isV2 || result.status < 400))
      idempotency.save(store, keyed, { ...result, requestId });
    return new Response(result.body, { status: result.status, headers });
  };

  try {
    authenticate(request);
    if (keyed) keysInUse.requireFree(keyed.key);
    const replayed = keyed !== null && idempotency.find(store, keyed) !== null;
    const fault = faults.take(store, request.method, url.pathname, replayed);
    if (!fault) return respond();
    if (fault.status === "slow") return respondSlowly(fault, keysInUse, key, respond);
    if (fault.status === "cut") {
      if (fault.after) respond();
      // The body ends early, so the library cannot tell whether the call succeeded.
      return new Response('{\n  "id": "', { headers });
    }
    const failure = { status: fault.status, body: faults.apiError, executed: true };
    if (isV2) {
      if (fault.after) respond();
      return new Response(failure.body, { status: failure.status, headers });
    }
    if (fault.after) execute();
    return respond(failure);
  } catch (error) {
    const failed = resultOf(error);
    return new Response(failed.body, { status: failed.status, headers });
  }
}

async function respondSlowly(
  { seconds, after }: faults.Fault,
  held: idempotency.KeysInUse,
  key: string | null,
  respond: () => Response,
): Promise<Response> {
  const response = after ? respond() : null;
  if (key) held.add(key, seconds * 1000);
  await scheduler.wait(seconds * 1000);
  if (key) held.remove(key);
  return response ?? respond();
}

interface Result {
  status: number;
  body: string;
  /** True if the endpoint was executed, so that the result is stored under the idempotency key. */
  executed: boolean;
}

function run(
  store: Store,
  method: string,
  url: URL,
  body: string,
  cause: Cause,
  account: string | null,
): Result {
  try {
    const { address, route, ids } = routeOf(method, url.pathname);
    if (account !== null) requireAccount(store, account, address);
    const params = Params.of(method === "POST" ? body : url.search);
    const result = store.transaction(() => {
      const object = route({ store, params, id: ids[0] ?? "", innerId: ids[1] ?? "", account, cause });
      expand(store, object, params.texts("expand"));
      return object;
    });
    return { status: 200, body: JSON.stringify(result, null, 2), executed: true };
  } catch (error) {
    return resultOf(error);
  }
}

function runV2(store: Store, request: Parameters<typeof v2.run>[1]): Result {
  try {
    return { status: 200, body: JSON.stringify(v2.run(store, request), null, 2), executed: true };
  } catch (error) {
    return resultOf(error);
  }
}

function routeOf(method: string, path: string): { address: string; route: Route; ids: string[] } {
  for (const [address, route] of Object.entries(routes)) {
    const [verb, pattern = ""] = address.split(" ");
    const match = verb === method && new RegExp(`^${pattern.replaceAll(":id", "([^/]+)")}$`).exec(path);
    if (match) return { address, route, ids: match.slice(1).map(decodeURIComponent) };
  }
  throw new Failure(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

/** @throws Failure if an endpoint does not answer for a connected account, or not for this one */
function requireAccount(store: Store, account: string, address: string): void {
  if (!Object.hasOwn(ofAnyAccount, address))
    throw invalid(`The stand-in does not support the header Stripe-Account at ${address}.`);
  requireOpen(store, account);
}

function authenticate(request: Request): void {
  const key = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (key?.startsWith("sk_test_")) return;
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
  throw new Failure(401, { type: "invalid_request_error", message });
}

function resultOf(error: unknown): Result {
  if (error instanceof Failure) {
    return {
      status: error.status,
      body: JSON.stringify({ error: error.body }, null, 2),
      executed: error.executed,
    };
  }
  console.error(error);
  const body = { type: "api_error", message: "The Stripe stand-in failed; its log says why." };
  return { status: 500, body: JSON.stringify({ error: body }, null, 2), executed: true };
}
