import type { Store } from "../store.ts";
import { Failure } from "./failure.ts";

/** Stripe forgets a key a day after its first use. */
const day = 24 * 60 * 60;

/** An answer as it was given first, under the id of that first request. */
export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

/** What was asked under a key: method and path, then the body as it was sent. */
export interface Asked {
  key: string;
  endpoint: string;
  request: string;
}

/** The answer given before under this key, or null. Throws Stripe's refusal when the key was used for something else. */
export function find(store: Store, asked: Asked): Answer | null {
  const row = store.sql
    .exec<{ endpoint: string; request: string; status: number; body: string; request_id: string }>(
      "select endpoint, request, status, body, request_id from answers where key = ? and at > ?",
      asked.key,
      store.now() - day,
    )
    .toArray()[0];
  if (!row) return null;
  if (row.endpoint === asked.endpoint && row.request === asked.request) {
    return { status: row.status, body: row.body, requestId: row.request_id };
  }
  const what =
    row.endpoint === asked.endpoint
      ? "with the same parameters they were"
      : "for the same endpoint they were";
  throw new Failure(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used ${what} first used ${row.endpoint === asked.endpoint ? "with" : "for"}. Try using a key other than '${asked.key}' if you meant to execute a different request.`,
  });
}

/** Keeps an answer for whoever asks the same again, Stripe's own faults (5xx) among them. */
export function keep(store: Store, asked: Asked, answer: Answer): void {
  store.sql.exec(
    "insert or replace into answers (key, endpoint, request, request_id, status, body, at) values (?, ?, ?, ?, ?, ?, ?)",
    asked.key,
    asked.endpoint,
    asked.request,
    answer.requestId,
    answer.status,
    answer.body,
    store.now(),
  );
}

/** The keys of requests that are being worked on. */
export class Held {
  /** Real ms at which a request is over at the latest: one whose caller hangs up never comes to its end. */
  private readonly until = new Map<string, number>();

  /** Throws Stripe's refusal (409) while another request with this key is being worked on. */
  refuse(key: string): void {
    if ((this.until.get(key) ?? 0) <= Date.now()) return;
    throw new Failure(409, {
      type: "idempotency_error",
      code: "idempotency_key_in_use",
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    });
  }

  hold(key: string, ms: number): void {
    this.until.set(key, Date.now() + ms);
  }

  release(key: string): void {
    this.until.delete(key);
  }
}
