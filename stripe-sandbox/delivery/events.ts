import type Stripe from "stripe";
import { newId } from "../ids.ts";
import type { Kinds, Store } from "../store.ts";

/** The API version of all objects: that of the `stripe` library which the product uses. */
export const apiVersion = "2026-10-28.endive";

export type EventType =
  | "account.external_account.created"
  | "account.external_account.deleted"
  | "account.external_account.updated"
  | "balance.available"
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
  | "payout.created"
  | "payout.failed"
  | "payout.paid"
  | "payout.updated"
  | "refund.created"
  | "refund.failed"
  | "refund.updated"
  | "transfer.created"
  | "transfer.reversed";

/** The thin events of connected accounts. */
export type ThinEventType = Extract<Stripe.V2.Core.Event["type"], `v2.core.account${string}`>;

/**
 * The product's endpoints: for events of the platform, thin events of accounts, and snapshot events of
 * connected accounts.
 */
export type EndpointName = "platform" | "accounts" | "connect";

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
  endpoint: EndpointName;
  /** The connected account of a snapshot event; null for the platform's. */
  account: string | null;
  /** The data of a thin event, which its delivery leaves out, as JSON; null if it has none. */
  data: string | null;
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

/**
 * Records an event with the object's current state, and schedules its delivery.
 * @param account the connected account of the object; null for the platform's
 */
export function record(
  store: Store,
  type: EventType,
  object: Kinds[keyof Kinds] | Stripe.Balance,
  cause: Cause,
  account: string | null = null,
): void {
  const id = newId("evt_1");
  const created = store.now();
  const body = {
    id,
    object: "event",
    ...(account === null ? {} : { account }),
    api_version: apiVersion,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: cause ?? { id: null, idempotency_key: null },
    type,
  };
  insert(store, { ...body, endpoint: account === null ? "platform" : "connect", account, data: null }, body);
}

/**
 * Records a thin event about an account, and schedules its delivery. What is delivered names the account, but
 * holds none of its state.
 * @param data what `GET /v2/core/events/:id` adds to the delivered event
 */
export function recordThin(
  store: Store,
  type: ThinEventType,
  account: string,
  cause: Cause,
  data: object | null = null,
): void {
  const id = newId("evt_test_", 40);
  const created = store.now();
  const body = {
    id,
    object: "v2.core.event",
    type,
    livemode: false,
    created: isoTime(created),
    context: null,
    reason: cause ? { type: "request", request: cause } : null,
    related_object: { id: account, type: "v2.core.account", url: `/v2/core/accounts/${account}` },
  };
  const row = {
    id,
    type,
    created,
    endpoint: "accounts" as const,
    account,
    data: data && JSON.stringify(data),
  };
  insert(store, row, body);
}

function insert(
  store: Store,
  {
    id,
    type,
    created,
    endpoint,
    account,
    data,
  }: Pick<EventRow, "id" | "type" | "created" | "endpoint" | "account" | "data">,
  body: object,
): void {
  store.sql.exec(
    "insert into events (id, type, created, body, queued_at, next_at, endpoint, account, data) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    id,
    type,
    created,
    // Stripe indents the bodies of its webhooks; the signature covers the text as it is sent.
    JSON.stringify(body, null, 2),
    Date.now(),
    firstAttemptAt(delivery(store)),
    endpoint,
    account,
    data,
  );
}

/** A time of API v2, from unix seconds. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

export function find(store: Store, id: string): EventRow | null {
  return store.sql.exec<EventRow>("select * from events where id = ?", id).toArray()[0] ?? null;
}

/**
 * A page of the platform's events: newest first, or oldest first after the event `before`. `since` and
 * `created` are unix seconds, `after` and `before` are `seq`; no types means all.
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
  const conditions = ["endpoint = 'platform'", "created >= ?"];
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
