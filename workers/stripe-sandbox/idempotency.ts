import { Failure } from "./failure.ts";
import type { Store } from "./store.ts";

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

/** Keeps an answer for whoever asks the same again. A fault of ours (5xx) is not kept: asking again must do the work. */
export function keep(store: Store, asked: Asked, answer: Answer): void {
  if (answer.status >= 500) return;
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
