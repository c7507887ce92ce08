import { Chips } from "#app/admin/chips.tsx";
import {
  type FiguresSearch,
  figuresPath,
  groups,
  nameOf,
  none,
  periods,
  type Sums,
  show,
  startOf,
} from "#app/admin/figures/figure.ts";
import { FigureChart } from "#app/admin/figures/figure-chart.tsx";
import type { list } from "#app/admin/figures/figures.server.ts";
import { Folded } from "#app/admin/folded.tsx";
import { pagesOf, QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { dateTime, day } from "#app/lib/dates.ts";
import { Note } from "#app/ui/note.tsx";

type Props = Awaited<ReturnType<typeof list>> & {
  search: FiguresSearch;
  /** UTC ms. */
  at: number;
};

type Row = { start: number; sums: Sums };

/** What happened in the market by day, week or month, as bars and as tables. */
export function FiguresScreen({ search, at, starts, rows, next, since }: Props) {
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
