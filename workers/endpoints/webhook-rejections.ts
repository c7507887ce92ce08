import { second } from "#app/lib/dates.ts";
import type * as webhookEvents from "#app/payments/webhook-events.server.ts";

type Counts = Map<webhookEvents.Rejection, number>;

/** How often counts are written, in ms. Anyone may post without a signature, and all counts share a row. */
const pause = 10 * second;

/** If a writer has not finished after this time, in ms, it was stopped with its request. */
const patience = 5 * second;

/**
 * Counts rejected deliveries in the memory of this isolate. They are written immediately after a quiet
 * period, and then every 10 s. If the isolate ends, the counts of at most 10 s are lost.
 */
export class RejectionCounts {
  #waiting: Counts = new Map();
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** Until then a writer is active. */
  #writerUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param write stores counts
   * @param later continues work after the response is sent
   * @param now the real time, UTC ms
   * @param wait resolves after that many ms
   */
  count(
    reason: webhookEvents.Rejection,
    write: (counts: Counts) => Promise<void>,
    later: (work: Promise<unknown>) => void,
    now: () => number = Date.now,
    wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ): void {
    this.#waiting.set(reason, (this.#waiting.get(reason) ?? 0) + 1);
    if (now() < this.#writerUntil) return;
    const delay = Math.max(0, this.#writtenAt + pause - now());
    this.#writerUntil = now() + delay + patience;
    later(this.#writeAfter(delay > 0 ? wait(delay) : Promise.resolve(), write, now));
  }

  async #writeAfter(time: Promise<void>, write: (counts: Counts) => Promise<void>, now: () => number) {
    await time;
    const counts = this.#waiting;
    this.#waiting = new Map();
    this.#writtenAt = now();
    this.#writerUntil = Number.NEGATIVE_INFINITY;
    await write(counts);
  }
}
