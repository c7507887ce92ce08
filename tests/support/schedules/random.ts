/** A random number generator (mulberry32) that gives the same numbers for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the items, all equally likely. @throws Error if the list is empty */
  pick<T>(from: readonly T[]): T {
    const one = from[this.whole(0, from.length - 1)];
    if (one === undefined) throw new Error("There is nothing to choose from");
    return one;
  }

  /** One of the items, each as likely as its weight. @throws Error if the list is empty */
  weighted<T>(from: readonly (readonly [number, T])[]): T {
    let left = this.next() * from.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, one] of from) {
      left -= weight;
      if (left < 0) return one;
    }
    throw new Error("There is nothing to choose from");
  }

  /** A new generator. Its numbers do not depend on how often this one is used later. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
