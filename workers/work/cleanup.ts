import type { Work } from "#app/lib/work.ts";
import type { System } from "#workers/context.ts";
import * as prunes from "./prunes.server.ts";

/**
 * Deletes rows whose retention has ended (docs/operations.md#what-is-kept-how-long). Each table is a unit.
 */
export const cleanup: Work<Pick<System, "db" | "clock">> = {
  find: ({ db, clock }) => prunes.findDue(db, clock.now()),
  run: ({ db, clock }, name) => prunes.run(db, name, clock.now()),
};
