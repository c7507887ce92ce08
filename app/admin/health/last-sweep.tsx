import type { FormReply } from "#app/admin/decision.ts";
import { DecisionForm } from "#app/admin/decision-form.tsx";
import type { LastSweep as Sweep, SweepPart } from "#app/admin/health/sweep-record.server.ts";
import { humanize } from "#app/admin/humanize.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { dateTime } from "#app/lib/dates.ts";

export const repairButton = { intent: "repair", label: "Repair now" };

const columns: Column<SweepPart>[] = [
  { label: "Part", cell: ({ name }) => humanize(name) },
  { label: "Result", kind: "why", cell: resultOf },
];

/** When the scheduled work last ran and what each part did, and the button that runs it now. */
export function LastSweep({ sweep, reply }: { sweep: Sweep; reply: FormReply | null }) {
  const { begunAt, took, isRunning, parts } = sweep;
  const idle = parts.filter(isIdle);
  const others = parts.filter((part) => !isIdle(part));
  return (
    <section id="last-sweep" className="mt-6">
      <h2 className="mb-3">Scheduled work</h2>
      <p className="mb-3">
        {begunAt === null
          ? "It has not run yet."
          : `The last run began at ${dateTime(begunAt)}${isRunning ? " and is not finished yet." : took === null ? "." : ` and took ${seconds(took)}.`}`}
      </p>
      {others.length > 0 ? (
        <Table label="What each part did" columns={columns} rows={others} keyOf={({ name }) => name} />
      ) : null}
      {idle.length > 0 ? (
        <p className="small muted mt-3">{`Nothing was due: ${idle.map(({ name }) => humanize(name).toLowerCase()).join(", ")}.`}</p>
      ) : null}
      <div className="mt-5">
        <DecisionForm
          heading="Repair now"
          hint="Runs everything that is due now, for at most 30 seconds, and shows what each part did. This is always safe."
          reply={reply}
          hidden={{ again: "sweep" }}
          reasonId="repair-reason"
          buttons={[repairButton]}
        />
      </div>
    </section>
  );
}

/** True if nothing of this kind was due. */
function isIdle({ outcome, units, isQueued }: SweepPart): boolean {
  return outcome === "done" && units === 0 && !isQueued;
}

function resultOf({ outcome, units, failures, failingSince, isQueued }: SweepPart): string {
  if (isQueued) return "Still on the queue";
  if (outcome === "failed")
    return failures > 1 && failingSince !== null
      ? `Failed ${failures} times in a row, since ${dateTime(failingSince)}`
      : "Failed";
  if (outcome === "queued") return `${units} put on the queue`;
  if (outcome === "skipped") return "Left for the next run";
  return outcome === "partly" ? `${units} done; the next run does the rest` : `${units} done`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
