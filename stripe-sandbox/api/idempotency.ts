import type { Store } from "../store.ts";
import { Failure } from "./failure.ts";

const day = 24 * 60 * 60;

/** How long a key is remembered after its first use, in seconds: a day, and thirty days in API v2. */
const lifetimeOf = (endpoint: string): number => (endpoint.includes(" /v2/") ? 30 * day : day);

/** The first response to a key, with the id of the request that got it. */
export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

/**
 * A request with an idempotency key. `endpoint` is its method and path, `request` its body as it was sent.
 */
export interface KeyedRequest {
  key: string;
  endpoint: string;
  request: string;
}

/**
 * Finds the stored response to a key; null if the key is new or forgotten.
 * @throws Failure if the key was first used with another endpoint or body
 */
export function find(store: Store, keyed: KeyedRequest): Answer | null {
  const row = store.sql
    .exec<{ endpoint: string; request: string; status: number; body: string; request_id: string }>(
      "select endpoint, request, status, body, request_id from answers where key = ? and at > ?",
      keyed.key,
      store.now() - lifetimeOf(keyed.endpoint),
    )
    .toArray()[0];
  if (!row) return null;
  if (row.endpoint === keyed.endpoint && row.request === keyed.request) {
    return { status: row.status, body: row.body, requestId: row.request_id };
  }
  const reuse =
    row.endpoint === keyed.endpoint
      ? "with the same parameters they were"
      : "for the same endpoint they were";
  throw new Failure(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used ${reuse} first used ${row.endpoint === keyed.endpoint ? "with" : "for"}. Try using a key other than '${keyed.key}' if you meant to execute a different request.`,
  });
}

/** Stores a response under its key. Stripe stores 5xx errors, too. */
export function save(store: Store, keyed: KeyedRequest, answer: Answer): void {
  store.sql.exec(
    "insert or replace into answers (key, endpoint, request, request_id, status, body, at) values (?, ?, ?, ?, ?, ?, ?)",
    keyed.key,
    keyed.endpoint,
    keyed.request,
    answer.requestId,
    answer.status,
    answer.body,
    store.now(),
  );
}

/** The idempotency keys of requests that are in progress. */
export class KeysInUse {
  /**
   * When each key is free at the latest, in real ms: a request whose client disconnects may never remove its
   * key.
   */
  private readonly until = new Map<string, number>();

  /** @throws Failure (409) if another request with this key is in progress */
  requireFree(key: string): void {
    if ((this.until.get(key) ?? 0) <= Date.now()) return;
    throw new Failure(409, {
      type: "idempotency_error",
      code: "idempotency_key_in_use",
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    });
  }

  add(key: string, ms: number): void {
    this.until.set(key, Date.now() + ms);
  }

  remove(key: string): void {
    this.until.delete(key);
  }
}
