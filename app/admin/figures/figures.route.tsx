import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Chips } from "#app/admin/chips.tsx";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import {
  type Figure,
  figuresPath,
  groups,
  nameOf,
  none,
  parseFiguresSearch,
  periods,
  type Sums,
  show,
  startOf,
  total,
} from "#app/admin/figures/figure.ts";
import * as figures from "#app/admin/figures/figures.server.ts";
import { Folded } from "#app/admin/folded.tsx";
import { loadPage } from "#app/admin/load-page.server.ts";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { barsOf } from "#app/lib/bars.ts";
import { dateTime, day } from "#app/lib/dates.ts";
import { Note } from "#app/ui/note.tsx";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Figures");

/** /admin/figures?by=&after={day}: what happened in the market (docs/specification.md#operator-figures). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const search = parseFiguresSearch(new URL(request.url).searchParams);
  const at = context.clock.now();
  const { page, waits } = await loadPage(context, () => figures.list(context.db, search, at));
  return { ...page, search, at, waits };
}

export const action = notFound;

type Row = { start: number; sums: Sums };

/** What happened in the market by day, week or month, as bars and as tables. */
export default function Figures() {
  const { search, at, starts, rows, next, since } = useLoaderData<typeof loader>();
  const { by } = search;
  const { one } = periods.find(({ key }) => key === by) ?? periods[0];
  const current = startOf(by, Math.floor(at / day));
  const found = new Map(rows.map((row) => [row.start, row]));
  const all: Row[] = starts.map((start) => ({ start, sums: found.get(start) ?? none }));
  const bars = all.map(({ sums }) => sums).reverse();
  const name = {
    label: `By ${one}`,
    cell: ({ start }: Row) => `${nameOf(by, start)}${start === current ? ", so far" : ""}`,
  };
  return (
    <QueuePage
      current="figures"
      title="Figures"
      aside={<p className="small muted">Days, weeks and months in UTC</p>}
      filters={
        <Chips label="Figures by" choices={periods} current={by} to={(key) => figuresPath({ by: key })} />
      }
      pages={pagesOf(figuresPath, search, next)}
    >
      {since === null ? null : (
        <div className="mt-5">
          <Note kind="amber" title="Figures are still being counted">
            <p>{`Some events since ${dateTime(since)} are missing. Reload this page later.`}</p>
          </Note>
        </div>
      )}
      <div className="mt-5">
        <Folded heading="What these mean">
          {groups.flatMap(({ figures }) =>
            figures.map(({ label, means }) => (
              <p key={label}>
                <b>{label}</b>
                {`: ${means}`}
              </p>
            )),
          )}
        </Folded>
      </div>
      {groups.map(({ label, figures }) => {
        const columns: Column<Row>[] = [
          name,
          ...figures.map((figure) => ({
            label: figure.label,
            kind: "num" as const,
            cell: ({ sums }: Row) => show(figure, sums),
          })),
        ];
        return (
          <section className="mt-6" key={label}>
            <h2 className="mb-3">{label}</h2>
            <div className="charts mb-3">
              {figures.map((figure) => (
                <FigureChart key={figure.label} figure={figure} one={one} rows={bars} />
              ))}
            </div>
            <Table label={`${label} by ${one}`} columns={columns} rows={all} keyOf={({ start }) => start} />
          </section>
        );
      })}
    </QueuePage>
  );
}

const sizes = { step: 4, width: 3, height: 40 };

type Props = {
  figure: Figure;
  /** The period of each bar: `day`. */
  one: string;
  /** Oldest first. */
  rows: Sums[];
};

/** A figure as bars, below its value for all of them together. The table shows the value of each bar. */
function FigureChart({ figure, one, rows }: Props) {
  const { bars, base } = barsOf(
    rows.map((row) => figure.of(row) ?? 0),
    sizes,
  );
  const width = rows.length * sizes.step;
  const outline = bars.map(({ x, y, width, height }) =>
    height === 0 ? "" : `M${x} ${y}h${width}v${height}h-${width}z`,
  );
  return (
    <figure>
      <figcaption className="small">
        {`${figure.label} `}
        <b className="num">{show(figure, total(rows))}</b>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${sizes.height + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${figure.label} by ${one}`}
      >
        <path d={outline.join("")} />
        <path className="base" d={`M0 ${base}h${width}`} />
      </svg>
    </figure>
  );
}
