/**
 * How long to wait before failed work runs again, in ms: 1 s, 2 s, 4 s and so on, at most 30 s. The outbox,
 * the autosave and the uploads all use it.
 * @param failures how often it has failed in a row, from 1
 */
export function retryPause(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), 30_000);
}

/** Runs failed work again, with growing pauses. */
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

  /** Work has succeeded, so the next pause is the shortest again. Failed work still waits for its retry. */
  reset(): void {
    this.#failures = 0;
  }

  /** Cancels the retry. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
