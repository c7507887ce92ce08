/** Chance that comes the same way again for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
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

  chance(of: number): boolean {
    return this.next() < of;
  }

  /** One of them. @throws Error when there is none */
  pick<T>(from: readonly T[]): T {
    const one = from[this.whole(0, from.length - 1)];
    if (one === undefined) throw new Error("There is nothing to choose from");
    return one;
  }

  /** One of them, each as often as its number says. */
  weighted<T>(from: readonly (readonly [number, T])[]): T {
    let left = this.next() * from.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, one] of from) {
      left -= weight;
      if (left < 0) return one;
    }
    throw new Error("There is nothing to choose from");
  }

  /** Another chance, which does not depend on how often this one is asked later. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
