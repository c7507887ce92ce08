import { newId } from "../ids.ts";
import type { Kinds, Store } from "../store.ts";

/** The version in which objects are shown: that of the `stripe` library the product uses. */
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

/** The API request that led to an event; null when a person or the clock did. */
export type Cause = { id: string; idempotency_key: string | null } | null;

/** How events are delivered at present; `seconds` is the wait of `delay`. */
export interface Delivery {
  mode: "normal" | "off" | "duplicate" | "reorder" | "delay";
  seconds: number;
}

/** An event as it is kept; times of delivery in real milliseconds, `next_at` null when nothing more is planned. */
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
const held = 1000;

export function delivery(store: Store): Delivery {
  const kept = store.setting("delivery");
  return kept ? (JSON.parse(kept) as Delivery) : { mode: "normal", seconds: 0 };
}

/** Changes how events are delivered; what is pending and not `flying` is planned anew under the new mode. */
export function setDelivery(store: Store, next: Delivery, flying: ReadonlySet<string>): void {
  store.set("delivery", JSON.stringify(next));
  for (const event of pending(store)) {
    if (!flying.has(event.id)) plan(store, event.id, firstAt(next));
  }
}

/** Writes down that something happened to the object, as it is now, to be delivered. */
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
    firstAt(delivery(store)),
  );
}

export function find(store: Store, id: string): EventRow | null {
  return store.sql.exec<EventRow>("select * from events where id = ?", id).toArray()[0] ?? null;
}

/** Newest first. */
export function list(store: Store): EventRow[] {
  return store.sql.exec<EventRow>("select * from events order by seq desc").toArray();
}

/** What came after this event, oldest first. */
export function listAfter(store: Store, event: EventRow): EventRow[] {
  return store.sql.exec<EventRow>("select * from events where seq > ? order by seq", event.seq).toArray();
}

/** Events that are still to be delivered, oldest first. */
export function pending(store: Store): EventRow[] {
  return store.sql.exec<EventRow>("select * from events where next_at is not null order by seq").toArray();
}

/** Pending events whose time (real ms) has come, oldest first; at most `limit`. */
export function due(store: Store, now: number, limit: number): EventRow[] {
  return store.sql
    .exec<EventRow>("select * from events where next_at <= ? order by seq limit ?", now, limit)
    .toArray();
}

/** Real ms of the next planned attempt, or null. */
export function nextAt(store: Store): number | null {
  return store.sql
    .exec<{ at: number | null }>("select min(next_at) as at from events where next_at is not null")
    .one().at;
}

/** Plans the next attempt (real ms); null plans none. */
export function plan(store: Store, id: string, at: number | null): void {
  store.sql.exec("update events set next_at = ? where id = ?", at, id);
}

/** Counts attempts and keeps the receiver's last status (0: no answer); delivered stays delivered. */
export function tried(store: Store, id: string, copies: number, status: number, delivered: boolean): void {
  store.sql.exec(
    "update events set attempts = attempts + ?, last_status = ?, delivered = max(delivered, ?) where id = ?",
    copies,
    status,
    delivered ? 1 : 0,
    id,
  );
}

function firstAt({ mode, seconds }: Delivery): number {
  if (mode === "delay") return Date.now() + seconds * 1000;
  return mode === "reorder" ? Date.now() + held : Date.now();
}
