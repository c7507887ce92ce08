import type { Waits } from "#app/admin/console-menu.ts";
import type { HealthCheck } from "#app/admin/health/health.server.ts";
import { age, cappedCount } from "#app/admin/health/health.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { Note } from "#app/ui/note.tsx";

type Props = {
  /** UTC ms. */
  at: number;
  /** The oldest first. */
  waiting: HealthCheck[];
  waits: Waits;
};

/** The console's first page: what waits for an operator, the oldest first, each with the page to do it on. */
export function StartScreen({ at, waiting, waits }: Props) {
  const columns: Column<HealthCheck>[] = [
    { label: "What waits", cell: ({ label, to }) => <a href={pathTo(to)}>{label}</a> },
    { label: "Number", kind: "num", cell: ({ count }) => cappedCount(count) },
    { label: "Oldest", kind: "num", cell: ({ since }) => (since === null ? "–" : age(since, at)) },
    { label: "State", cell: ({ stuck }) => (stuck > 0 ? <span className="tag bad">Stuck</span> : "–") },
  ];
  return (
    <QueuePage
      current="start"
      waits={waits}
      title="What waits"
      aside={
        <p className="small muted">
          {`${dateTime(at)} · `}
          <a href={href("/admin")}>Refresh</a>
        </p>
      }
      empty={
        waiting.length > 0 ? null : (
          <div className="mt-5">
            <Note kind="ok" title="Nothing waits">
              <p>There is nothing for an operator to do.</p>
            </Note>
          </div>
        )
      }
    >
      <Table label="What waits, oldest first" columns={columns} rows={waiting} keyOf={({ key }) => key} />
    </QueuePage>
  );
}

/** Health lists some of them itself. */
function pathTo(to: string): string {
  return to.startsWith("#") ? href("/admin/health") + to : to;
}
