import { audited, type Decision, runAudited, type WriteResult } from "#app/admin/audit.server.ts";
import * as sweepRecord from "#app/admin/health/sweep-record.server.ts";
import type { Capabilities } from "#app/context.ts";

type Deps = Pick<Capabilities, "db" | "clock" | "repair">;

/**
 * Runs the scheduled work at once (docs/specification.md#repair-now).
 * @returns `changed`: a run has not ended, so nothing was begun; `pending`: this one takes longer than 30 s
 */
export async function run({ db, clock, repair }: Deps, decision: Decision): Promise<WriteResult | "pending"> {
  const begun = await runAudited(() =>
    db.batch([...audited(db, "repair", sweepRecord.free(), decision, clock.now()), sweepRecord.begun(db)]),
  );
  if (begun !== "done") return begun;
  return (await repair()) ? "done" : "pending";
}
