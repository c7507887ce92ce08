import { newId } from "../ids.ts";
import type { Kinds, Store } from "../store.ts";

/** The API version of all objects: that of the `stripe` library which the product uses. */
export const apiVersion = "2026-10-28.endive";

export type EventType =
  | "charge.dispute.closed"
  | "charge.dispute.created"
  | "charge.dispute.funds_reinstated"
  | "charge.dispute.funds_withdrawn"
  | "charge.failed"
  | "charge.pending"
  | "charge.refunded"
  | "charge.succeeded"
  | "checkout.session.async_payment_failed"
  | "checkout.session.async_payment_succeeded"
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "payment_intent.payment_failed"
  | "payment_intent.processing"
  | "payment_intent.succeeded"
  | "refund.created"
  | "refund.failed"
  | "refund.updated";

/** The API request that caused an event; null if the card page, a control request or the clock caused it. */
export type Cause = { id: string; idempotency_key: string | null } | null;

/** How events are delivered; `seconds` is the wait of `delay`. */
export interface Delivery {
  mode: "normal" | "off" | "duplicate" | "reorder" | "delay";
  seconds: number;
}

/**
 * A row of an event. `queued_at` and `next_at` are in real ms; `next_at` is null if no attempt is scheduled.
 */
export interface EventRow {
  [column: string]: SqlStorageValue;
  seq: number;
  id: string;
  type: string;
  created: number;
  body: string;
  queued_at: number;
  next_at: number | null;
  attempts: number;
  delivered: number;
  last_status: number | null;
}

/** How long `reorder` holds an event back, in ms. */
const reorderWait = 1000;

export function delivery(store: Store): Delivery {
  const stored = store.setting("delivery");
  return stored ? (JSON.parse(stored) as Delivery) : { mode: "normal", seconds: 0 };
}

/**
 * Changes how events are delivered. Pending events that are not in flight are rescheduled for the new mode.
 */
export function setDelivery(store: Store, next: Delivery, inFlight: ReadonlySet<string>): void {
  store.set("delivery", JSON.stringify(next));
  for (const event of pending(store)) {
    if (!inFlight.has(event.id)) schedule(store, event.id, firstAttemptAt(next));
  }
}

/** Records an event with the object's current state, and schedules its delivery. */
export function record(store: Store, type: EventType, object: Kinds[keyof Kinds], cause: Cause): void {
  const id = newId("evt_1");
  const created = store.now();
  const body = {
    id,
    object: "event",
    api_version: apiVersion,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: cause ?? { id: null, idempotency_key: null },
    type,
  };
  store.sql.exec(
    "insert into events (id, type, created, body, queued_at, next_at) values (?, ?, ?, ?, ?, ?)",
    id,
    type,
    created,
    // Stripe indents the bodies of its webhooks; the signature covers the text as it is sent.
    JSON.stringify(body, null, 2),
    Date.now(),
    firstAttemptAt(delivery(store)),
  );
}

export function find(store: Store, id: string): EventRow | null {
  return store.sql.exec<EventRow>("select * from events where id = ?", id).toArray()[0] ?? null;
}

/**
 * A page of events: newest first, or oldest first after the event `before`. `since` and `created` are unix
 * seconds, `after` and `before` are `seq`; no types means all.
 */
export function page(
  store: Store,
  ask: {
    since: number;
    after: number | null;
    before: number | null;
    types: string[];
    created: { sign: string; value: number }[];
    limit: number;
  },
): EventRow[] {
  const conditions = ["created >= ?"];
  const values: (string | number)[] = [ask.since];
  const where = (condition: string, value: string | number | null) => {
    if (value === null) return;
    conditions.push(condition);
    values.push(value);
  };
  where("seq < ?", ask.after);
  where("seq > ?", ask.before);
  if (ask.types.length > 0) where("type in (select value from json_each(?))", JSON.stringify(ask.types));
  for (const { sign, value } of ask.created) where(`created ${sign} ?`, value);
  return store.sql
    .exec<EventRow>(
      `select * from events where ${conditions.join(" and ")} order by seq ${ask.before === null ? "desc" : "asc"} limit ?`,
      ...values,
      ask.limit,
    )
    .toArray();
}

/** Lists all events, newest first. */
export function list(store: Store): EventRow[] {
  return store.sql.exec<EventRow>("select * from events order by seq desc").toArray();
}

/** Lists the events after this one, oldest first. */
export function listAfter(store: Store, event: EventRow): EventRow[] {
  return store.sql.exec<EventRow>("select * from events where seq > ? order by seq", event.seq).toArray();
}

/** Lists the events that have a scheduled attempt, oldest first. */
export function pending(store: Store): EventRow[] {
  return store.sql.exec<EventRow>("select * from events where next_at is not null order by seq").toArray();
}

/** Lists the events whose next attempt is due at `now` (real ms), oldest first. */
export function due(store: Store, now: number, limit: number): EventRow[] {
  return store.sql
    .exec<EventRow>("select * from events where next_at <= ? order by seq limit ?", now, limit)
    .toArray();
}

/** The time of the next attempt, in real ms; null if none is scheduled. */
export function nextAttemptAt(store: Store): number | null {
  return store.sql
    .exec<{ at: number | null }>("select min(next_at) as at from events where next_at is not null")
    .one().at;
}

/** Schedules the next attempt at a time in real ms; null schedules none. */
export function schedule(store: Store, id: string, at: number | null): void {
  store.sql.exec("update events set next_at = ? where id = ?", at, id);
}

/**
 * Records attempts and the receiver's last status (0 if it did not answer). A delivered event stays
 * delivered.
 */
export function recordAttempt(
  store: Store,
  id: string,
  copies: number,
  status: number,
  delivered: boolean,
): void {
  store.sql.exec(
    "update events set attempts = attempts + ?, last_status = ?, delivered = max(delivered, ?) where id = ?",
    copies,
    status,
    delivered ? 1 : 0,
    id,
  );
}

function firstAttemptAt({ mode, seconds }: Delivery): number {
  if (mode === "delay") return Date.now() + seconds * 1000;
  return mode === "reorder" ? Date.now() + reorderWait : Date.now();
}
