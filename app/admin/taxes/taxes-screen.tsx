import { QueuePage } from "#app/admin/queue-page.tsx";
import { type Column, Table } from "#app/admin/table.tsx";
import { href } from "#app/lib/href.ts";
import { Empty } from "#app/ui/empty.tsx";

const columns: Column<string>[] = [
  { label: "Year", cell: (year) => year },
  {
    label: "Download",
    isAction: true,
    cell: (year) => (
      <form method="post" action={href("/admin/payouts/taxes/:year.csv", { year })}>
        <button type="submit" className="btn">{`Download ${year} as CSV`}</button>
      </form>
    ),
  },
];

/** A download of all sellers for each year, the newest first. */
export function TaxesScreen({ years }: { years: string[] }) {
  return (
    <QueuePage
      current="taxes"
      title="Taxes"
      empty={
        years.length === 0 ? <Empty title="No sales yet" text="Each year with sales appears here." /> : null
      }
    >
      <p className="mt-5 mb-3">
        Each file lists all sellers with their sales by quarter: by the day of payment (1099-K) and by the day
        of clearing (DAC7). Each download is a row of the audit log.
      </p>
      <Table label="Years with sales" columns={columns} rows={years} keyOf={(year) => year} />
    </QueuePage>
  );
}
