import { apiVersion, type Cause } from "../delivery/events.ts";
import { newId } from "../ids.ts";
import * as refunds from "../objects/refunds.ts";
import * as sessions from "../objects/sessions.ts";
import type { Kind, Kinds, Store } from "../store.ts";
import { expand } from "./expand.ts";
import { Failure, noSuch } from "./failure.ts";
import * as faults from "./faults.ts";
import * as idempotency from "./idempotency.ts";
import { list } from "./listing.ts";
import { Params } from "./params.ts";

interface Call {
  store: Store;
  params: Params;
  /** The id in the path; empty when there is none. */
  id: string;
  cause: Cause;
}

const sessionsUrl = "/v1/checkout/sessions";

/** Every address of the API that the product uses; `:id` stands for one path segment. */
const routes: Record<string, (call: Call) => object> = {
  [`POST ${sessionsUrl}`]: ({ store, params }) => sessions.create(store, params),
  [`GET ${sessionsUrl}`]: ({ store, params }) => list(store, "checkout.session", sessionsUrl, params),
  [`GET ${sessionsUrl}/:id`]: ({ store, params, id }) => {
    params.only();
    return sessions.require(store, id);
  },
  [`POST ${sessionsUrl}/:id/expire`]: ({ store, params, id, cause }) => {
    params.only();
    return sessions.expire(store, id, cause);
  },
  "GET /v1/payment_intents/:id": (call) => one(call, "payment_intent", "intent"),
  "GET /v1/charges/:id": (call) => one(call, "charge", "id"),
  "POST /v1/refunds": ({ store, params, cause }) => refunds.create(store, params, cause),
  "GET /v1/refunds": ({ store, params }) => list(store, "refund", "/v1/refunds", params),
  "GET /v1/refunds/:id": (call) => one(call, "refund", "id"),
  "GET /v1/disputes": ({ store, params }) => list(store, "dispute", "/v1/disputes", params),
  "GET /v1/disputes/:id": (call) => one(call, "dispute", "dispute"),
};

/**
 * Answers one API request as Stripe does. Synchronous but for a planned `slow`, so a key that comes twice at once still does its
 * work once; while one waits, `held` refuses the other.
 */
export function answer(
  store: Store,
  held: idempotency.Held,
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
  const asked = key ? { key, endpoint: `${request.method} ${url.pathname}`, request: body } : null;
  const cause = { id: requestId, idempotency_key: key };

  const work = (fault?: Result): Response => {
    const before = asked && idempotency.find(store, asked);
    if (before) {
      headers.set("Idempotent-Replayed", "true");
      headers.set("Original-Request", before.requestId);
      return new Response(before.body, { status: before.status, headers });
    }
    const result = fault ?? run(store, request.method, url, body, cause);
    if (asked && result.begun) idempotency.keep(store, asked, { ...result, requestId });
    return new Response(result.body, { status: result.status, headers });
  };

  try {
    authenticate(request);
    if (asked) held.refuse(asked.key);
    const replayed = asked !== null && idempotency.find(store, asked) !== null;
    const fault = faults.take(store, request.method, url.pathname, replayed);
    if (!fault) return work();
    if (fault.status === "slow") return slow(fault, held, key, work);
    if (fault.status === "cut") {
      if (fault.after) work();
      // The line breaks in the middle of the answer: the library can read neither a yes nor a no from it.
      return new Response('{\n  "id": "', { headers });
    }
    if (fault.after) run(store, request.method, url, body, cause);
    return work({ status: fault.status, body: faults.apiError, begun: true });
  } catch (error) {
    const failed = failure(error);
    return new Response(failed.body, { status: failed.status, headers });
  }
}

async function slow(
  { seconds, after }: faults.Fault,
  held: idempotency.Held,
  key: string | null,
  work: () => Response,
): Promise<Response> {
  const done = after ? work() : null;
  if (key) held.hold(key, seconds * 1000);
  await scheduler.wait(seconds * 1000);
  if (key) held.release(key);
  return done ?? work();
}

interface Result {
  status: number;
  body: string;
  /** Whether the work was begun, so that the answer is kept. */
  begun: boolean;
}

function run(store: Store, method: string, url: URL, body: string, cause: Cause): Result {
  try {
    const { route, id } = routeOf(method, url.pathname);
    const params = Params.of(method === "POST" ? body : url.search);
    const result = store.together(() => {
      const object = route({ store, params, id, cause });
      expand(store, object, params.texts("expand"));
      return object;
    });
    return { status: 200, body: JSON.stringify(result, null, 2), begun: true };
  } catch (error) {
    return failure(error);
  }
}

function routeOf(method: string, path: string): { route: (call: Call) => object; id: string } {
  for (const [address, route] of Object.entries(routes)) {
    const [verb, pattern = ""] = address.split(" ");
    const match = verb === method && new RegExp(`^${pattern.replace(":id", "([^/]+)")}$`).exec(path);
    if (match) return { route, id: decodeURIComponent(match[1] ?? "") };
  }
  throw new Failure(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

function one<K extends Kind>({ store, params, id }: Call, kind: K, param: string): Kinds[K] {
  params.only();
  const object = store.find(kind, id);
  if (!object) throw noSuch(kind, id, param);
  return object;
}

function authenticate(request: Request): void {
  const key = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (key?.startsWith("sk_test_")) return;
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
  throw new Failure(401, { type: "invalid_request_error", message });
}

function failure(error: unknown): Result {
  if (error instanceof Failure) {
    return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2), begun: error.begun };
  }
  console.error(error);
  const body = { type: "api_error", message: "The Stripe stand-in failed; its log says why." };
  return { status: 500, body: JSON.stringify({ error: body }, null, 2), begun: true };
}
