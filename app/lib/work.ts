/**
 * Scheduled work of one kind, cut into units that run on their own (docs/architecture.md#work). A unit is
 * found by its row, which also records when it is done, so an interrupted run loses nothing.
 */
export type Work<Deps> = {
  /** Finds the ids of the units that are due, oldest first. It changes nothing. */
  find(deps: Deps, limit: number): Promise<string[]>;
  /**
   * Does one unit, if it is still due. It claims the unit first, so that a second run does nothing. A failure
   * that will be retried is logged and recorded.
   * @returns true if it did something
   * @throws Error if it could not be tried or recorded at all
   */
  run(deps: Deps, id: string): Promise<boolean>;
};

/** Finds and runs the units that are due, one after another. @returns how many did something */
export async function runDue<Deps>({ find, run }: Work<Deps>, deps: Deps, limit = 50): Promise<number> {
  let done = 0;
  for (const id of await find(deps, limit)) if (await run(deps, id)) done++;
  return done;
}
