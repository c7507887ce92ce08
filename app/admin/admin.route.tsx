import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { type Figure, figuresPath, groups, type Sums, show } from "#app/admin/figures/figure.ts";
import * as figures from "#app/admin/figures/figures.server.ts";
import type { HealthCheck } from "#app/admin/health/health.server.ts";
import * as health from "#app/admin/health/health.server.ts";
import { age, cappedCount, countCap, waitingOf } from "#app/admin/health/health.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { mainRead, sectionRead } from "#app/lib/reads.ts";
import { Note } from "#app/ui/note.tsx";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Console");

/**
 * /admin: what is waiting for an operator, oldest first, with links to the pages that handle it, and the
 * figures of the last 7 days (docs/specification.md#operator-start).
 */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { db, clock, log } = context;
  const at = clock.now();
  const [checks, weeks] = await Promise.all([
    mainRead(() => health.runChecks(db, at), "Something went wrong", log),
    sectionRead(() => figures.listWeeks(db, at), "figures", log),
  ]);
  const waits = health.waitsOf(checks, countCap);
  return { at, waiting: waitingOf(checks), waits, weeks };
}

export const action = notFound;

export default function Admin() {
  const { at, waiting, weeks } = useLoaderData<typeof loader>();
  const columns: Column<HealthCheck>[] = [
    { label: "What is waiting", cell: ({ label, to }) => <a href={pathTo(to)}>{label}</a> },
    { label: "Number", kind: "num", cell: ({ count }) => cappedCount(count) },
    { label: "Oldest", kind: "num", cell: ({ since }) => (since === null ? "–" : age(since, at)) },
    { label: "State", cell: ({ stuck }) => (stuck > 0 ? <span className="tag bad">Stuck</span> : "–") },
  ];
  return (
    <QueuePage
      current="start"
      title="What is waiting"
      aside={
        <p className="small muted">
          {`${dateTime(at)} · `}
          <a href={href("/admin")}>Refresh</a>
        </p>
      }
    >
      {waiting.length > 0 ? (
        <Table
          label="What is waiting, oldest first"
          columns={columns}
          rows={waiting}
          keyOf={({ key }) => key}
        />
      ) : (
        <div className="mt-5">
          <Note kind="ok" title="Nothing is waiting">
            <p>There is nothing for an operator to do.</p>
          </Note>
        </div>
      )}
      <section className="mt-6">
        <div className="head">
          <h2>Figures</h2>
          <a className="more" href={figuresPath()}>
            All figures
          </a>
        </div>
        {weeks ? (
          <Table
            label="Figures of the last 7 days"
            columns={figureColumns(weeks)}
            rows={groups.flatMap((group) => group.figures)}
            keyOf={({ label }) => label}
          />
        ) : (
          <p className="muted">The figures could not be read</p>
        )}
      </section>
    </QueuePage>
  );
}

function figureColumns({ last, before }: { last: Sums; before: Sums }): Column<Figure>[] {
  return [
    { label: "Figure", cell: ({ label }) => label },
    { label: "Last 7 days", kind: "num", cell: (figure) => show(figure, last) },
    { label: "7 days before", kind: "num", cell: (figure) => show(figure, before) },
  ];
}

/** Makes an address of a check's `to`: a fragment alone is a section of Health. */
function pathTo(to: string): string {
  return to.startsWith("#") ? href("/admin/health") + to : to;
}
