/**
 * How long until work that failed runs again, in ms: 1 s, 2 s, 4 s and so on, at most 30 s. Every script of a
 * page waits like this: the outbox, the autosave and the uploads.
 * @param failures how often it has failed in a row, from 1
 */
export function retryPause(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), 30_000);
}

/** Runs work again that failed, after longer and longer pauses. */
export class RetryTimer {
  readonly #run: () => void;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** The work has failed: it runs again later. */
  failed(): void {
    this.#failures++;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#run, retryPause(this.#failures));
  }

  /**
   * Work has succeeded: the next pause is the shortest again. Work that has failed still waits for its turn.
   */
  reset(): void {
    this.#failures = 0;
  }

  /** Runs nothing again. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
