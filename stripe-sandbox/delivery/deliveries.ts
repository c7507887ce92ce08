import type { Store } from "../store.ts";
import * as events from "./events.ts";
import { post } from "./webhook.ts";

/** Seconds to wait after the first, second, … failed attempt; the last value repeats. */
const backOff = [1, 2, 5, 10, 30, 60];
const giveUpAfter = 3 * 24 * 60 * 60 * 1000;
/**
 * Longer than a delivery can take, in ms. If the process dies during a delivery, the event becomes due again
 * after this time.
 */
const lease = 15_000;
/** A worker may have six open connections. A seventh would wait, and its timeout would already run. */
const connections = 6;
/** `reorder` stops waiting once it has held back this many new events. */
const reorderLimit = 5;

const ok = (status: number): boolean => status >= 200 && status < 300;

/** An endpoint of the product and its secret. */
export interface Endpoint {
  url: string;
  secret: string;
}

/**
 * Sends each event to the product until it answers with a 2xx status, in the mode set by `POST
 * /control/delivery`.
 */
export class Deliveries {
  /**
   * Ids of the events that this process is sending now, so that no second delivery starts at the same time.
   */
  readonly inFlight = new Set<string>();
  private readonly ctx: DurableObjectState;
  private readonly store: Store;
  private readonly endpoints: Record<events.EndpointName, Endpoint>;

  constructor(ctx: DurableObjectState, store: Store, endpoints: Record<events.EndpointName, Endpoint>) {
    this.ctx = ctx;
    this.store = store;
    this.endpoints = endpoints;
  }

  /** Starts the deliveries that are due, as long as connections are free. Does not wait for them. */
  sendDue(): void {
    const { mode } = events.delivery(this.store);
    if (mode === "off") return;
    if (mode === "reorder") this.sendNewestFirst();
    else this.sendOldestFirst(mode === "duplicate" ? 2 : 1);
  }

  /** Sets the alarm for the next due time of a delivery, a session's expiry or a refund's outcome. */
  setAlarm(): void {
    const due = this.store.nextDue();
    const attempt = events.delivery(this.store).mode === "off" ? null : events.nextAttemptAt(this.store);
    const times = [attempt, due === null ? null : (due - this.store.offset()) * 1000].filter(
      (at) => at !== null,
    );
    if (times.length === 0) return;
    // The deliveries in flight start the overdue ones when they end. An alarm now would fire again and again.
    const earliest = Date.now() + (this.inFlight.size > 0 ? 1000 : 0);
    void this.ctx.storage.setAlarm(Math.max(earliest, Math.min(...times)));
  }

  /**
   * Sends one event once, now, regardless of its state and the mode.
   * @returns the status of the receiver's response; 0 if there was none
   */
  async redeliver(event: events.EventRow): Promise<number> {
    const status = await this.post(event);
    events.recordAttempt(this.store, event.id, 1, status, ok(status));
    if (ok(status) && !this.inFlight.has(event.id)) events.schedule(this.store, event.id, null);
    return status;
  }

  private sendOldestFirst(copies: number): void {
    const free = connections / copies - this.inFlight.size;
    if (free <= 0) return;
    const due = events
      .due(this.store, Date.now(), free + this.inFlight.size)
      .filter(({ id }) => !this.inFlight.has(id));
    for (const event of due.slice(0, free)) this.sendBatch([event], copies);
  }

  private sendNewestFirst(): void {
    if (this.inFlight.size > 0) return;
    const pending = events.pending(this.store);
    const untried = pending.filter(({ attempts }) => attempts === 0);
    const due = pending.filter(({ next_at }) => next_at !== null && next_at <= Date.now());
    if (due.length === 0 && untried.length < reorderLimit) return;
    const batch = new Set([...untried, ...due]);
    this.sendBatch(
      [...batch].sort((a, b) => b.seq - a.seq),
      1,
    );
  }

  /** Sends the events one after another. The copies of an event are sent at the same time. */
  private sendBatch(batch: events.EventRow[], copies: number): void {
    for (const { id } of batch) {
      this.inFlight.add(id);
      events.schedule(this.store, id, Date.now() + lease);
    }
    const run = async () => {
      for (const event of batch) {
        try {
          if (events.delivery(this.store).mode !== "off") await this.send(event, copies);
        } finally {
          this.inFlight.delete(event.id);
        }
      }
      this.sendDue();
      this.setAlarm();
    };
    this.ctx.waitUntil(run());
  }

  private post(event: events.EventRow): Promise<number> {
    const { url, secret } = this.endpoints[event.endpoint];
    return post(event.body, url, secret);
  }

  private async send(event: events.EventRow, copies: number): Promise<void> {
    const posts = Array.from({ length: copies }, () => this.post(event));
    const statuses = await Promise.all(posts);
    const status = statuses.find((each) => !ok(each)) ?? statuses[0] ?? 0;
    events.recordAttempt(this.store, event.id, copies, status, ok(status));
    // A manual redelivery may have succeeded in the meantime. Then no further attempt is needed.
    const isDelivered = events.find(this.store, event.id)?.delivered === 1;
    const wait = (backOff[Math.min(event.attempts, backOff.length - 1)] ?? 60) * 1000;
    const isTooOld = Date.now() - event.queued_at > giveUpAfter;
    events.schedule(this.store, event.id, isDelivered || isTooOld ? null : Date.now() + wait);
  }
}
