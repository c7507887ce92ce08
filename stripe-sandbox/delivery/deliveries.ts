import type { Store } from "../store.ts";
import * as events from "./events.ts";
import { post } from "./webhook.ts";

/** Seconds to wait after the first, second, … attempt; the last one repeats. */
const backOff = [1, 2, 5, 10, 30, 60];
const giveUpAfter = 3 * 24 * 60 * 60 * 1000;
/** Longer than a delivery can take: a row whose delivery died with its process comes due again after it. */
const lease = 15_000;
/** A worker may hold six connections at a time; a seventh would wait inside its own time-out. */
const connections = 6;
/** `reorder` sends at once when so many new events have piled up. */
const pile = 5;

const ok = (status: number): boolean => status >= 200 && status < 300;

/** Sends events to the product until it says 2xx, in the way `POST /control/delivery` asks for. */
export class Deliveries {
  /** Ids that are being sent by this process: never sent twice at a time, whatever wakes us. */
  readonly flying = new Set<string>();
  private readonly ctx: DurableObjectState;
  private readonly store: Store;
  private readonly url: string;
  private readonly secret: string;

  constructor(ctx: DurableObjectState, store: Store, url: string, secret: string) {
    this.ctx = ctx;
    this.store = store;
    this.url = url;
    this.secret = secret;
  }

  /** Starts whatever is due and there is room for; waits for nothing. */
  pump(): void {
    const { mode } = events.delivery(this.store);
    if (mode === "off") return;
    if (mode === "reorder") this.pumpNewestFirst();
    else this.pumpOldestFirst(mode === "duplicate" ? 2 : 1);
  }

  /** Sets the alarm to the next thing that is due: an attempt, the end of a session, the outcome of a refund. */
  arm(): void {
    const due = this.store.nextDue();
    const attempt = events.delivery(this.store).mode === "off" ? null : events.nextAt(this.store);
    const times = [attempt, due === null ? null : (due - this.store.offset()) * 1000].filter(
      (at) => at !== null,
    );
    if (times.length === 0) return;
    // What is overdue while others fly is started as they land; an alarm now would only fire in circles.
    const earliest = Date.now() + (this.flying.size > 0 ? 1000 : 0);
    void this.ctx.storage.setAlarm(Math.max(earliest, Math.min(...times)));
  }

  /** Sends one event now, once, whatever its state and the mode; answers the receiver's status (0: none). */
  async redeliver(event: events.EventRow): Promise<number> {
    const status = await post(event.body, this.url, this.secret);
    events.tried(this.store, event.id, 1, status, ok(status));
    if (ok(status) && !this.flying.has(event.id)) events.plan(this.store, event.id, null);
    return status;
  }

  private pumpOldestFirst(copies: number): void {
    const room = connections / copies - this.flying.size;
    if (room <= 0) return;
    const due = events
      .due(this.store, Date.now(), room + this.flying.size)
      .filter(({ id }) => !this.flying.has(id));
    for (const event of due.slice(0, room)) this.start([event], copies);
  }

  private pumpNewestFirst(): void {
    if (this.flying.size > 0) return;
    const waiting = events.pending(this.store);
    const fresh = waiting.filter(({ attempts }) => attempts === 0);
    const due = waiting.filter(({ next_at }) => next_at !== null && next_at <= Date.now());
    if (due.length === 0 && fresh.length < pile) return;
    const batch = new Set([...fresh, ...due]);
    this.start(
      [...batch].sort((a, b) => b.seq - a.seq),
      1,
    );
  }

  /** Sends the events one after the other, each in so many copies at once. */
  private start(batch: events.EventRow[], copies: number): void {
    for (const { id } of batch) {
      this.flying.add(id);
      events.plan(this.store, id, Date.now() + lease);
    }
    const run = async () => {
      for (const event of batch) {
        try {
          if (events.delivery(this.store).mode !== "off") await this.send(event, copies);
        } finally {
          this.flying.delete(event.id);
        }
      }
      this.pump();
      this.arm();
    };
    this.ctx.waitUntil(run());
  }

  private async send(event: events.EventRow, copies: number): Promise<void> {
    const posts = Array.from({ length: copies }, () => post(event.body, this.url, this.secret));
    const statuses = await Promise.all(posts);
    const status = statuses.find((each) => !ok(each)) ?? statuses[0] ?? 0;
    events.tried(this.store, event.id, copies, status, ok(status));
    // Meanwhile somebody may have redelivered it by hand: then it is done, however this attempt went.
    const done = events.find(this.store, event.id)?.delivered === 1;
    const wait = (backOff[Math.min(event.attempts, backOff.length - 1)] ?? 60) * 1000;
    const tooOld = Date.now() - event.queued_at > giveUpAfter;
    events.plan(this.store, event.id, done || tooOld ? null : Date.now() + wait);
  }
}
