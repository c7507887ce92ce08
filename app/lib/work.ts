/**
 * Scheduled work of one kind, cut into units that run on their own (docs/architecture.md#work). A unit is
 * found by its row, and its row says when it is done, so nothing is lost if a run ends in the middle.
 */
export type Work<Deps> = {
  /** Finds the units that are due: their ids, those that wait longest first. It changes nothing. */
  find(deps: Deps, limit: number): Promise<string[]>;
  /**
   * Does one unit, if it is still due. It claims the unit first, so that a second run does nothing. A failure
   * that will be tried again is logged and recorded.
   * @returns true if it did something
   * @throws Error if it could not even be tried or recorded
   */
  run(deps: Deps, id: string): Promise<boolean>;
};

/** Finds and runs the units that are due, one after the other. @returns how many did something */
export async function runDue<Deps>({ find, run }: Work<Deps>, deps: Deps, limit = 50): Promise<number> {
  let done = 0;
  for (const id of await find(deps, limit)) if (await run(deps, id)) done++;
  return done;
}
