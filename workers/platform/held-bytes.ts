import { second } from "#app/lib/dates.ts";

/** How often waiting work checks whether it may start, in ms. */
const pause = 20;

/**
 * Limits the work that holds files in this isolate's 128 MB of memory. Further work waits for its turn.
 *
 * A request that ends early may stop its work, so a place is freed after `longest`. Each waiting task polls,
 * because one request cannot wake another.
 */
export class HeldBytes {
  readonly #held = new Set<{ bytes: number; until: number }>();
  readonly #most: { works: number; bytes: number };
  readonly #longest: number;

  /**
   * @param most how many tasks may run at once, and how many bytes they may hold together @param longest how
   *   long a task holds its place at most, in ms
   */
  constructor(most: { works: number; bytes: number }, longest = 30 * second) {
    this.#most = most;
    this.#longest = longest;
  }

  /**
   * Runs a task when there is room for its bytes. A task that needs more than the total runs alone.
   * @throws Error if there is no room for as long as a task may take
   */
  async hold<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    const began = Date.now();
    while (!this.#hasRoom(bytes)) {
      if (Date.now() - began > this.#longest) throw new Error(`No room for ${bytes} bytes`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    const place = { bytes, until: Date.now() + this.#longest };
    this.#held.add(place);
    try {
      return await work();
    } finally {
      this.#held.delete(place);
    }
  }

  #hasRoom(bytes: number): boolean {
    for (const place of this.#held) if (place.until < Date.now()) this.#held.delete(place);
    if (this.#held.size === 0) return true;
    const held = [...this.#held].reduce((sum, place) => sum + place.bytes, 0);
    return this.#held.size < this.#most.works && held + bytes <= this.#most.bytes;
  }
}
