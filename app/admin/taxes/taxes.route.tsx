import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { consoleHandle, consoleLinks, consoleMeta } from "#app/admin/console-page.ts";
import { loadPage } from "#app/admin/load-page.server.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { notFound, requireOperator } from "#app/admin/require-operator.server.ts";
import { type Column, Table } from "#app/admin/table.tsx";
import { href } from "#app/lib/href.ts";
import * as taxes from "#app/payouts/taxes/taxes.server.ts";
import { Empty } from "#app/ui/empty.tsx";

export const handle = consoleHandle;
export const links = consoleLinks;
export const meta = () => consoleMeta("Taxes");

/** /admin/payouts/taxes: the years whose sales can be downloaded (docs/specification.md#taxes). */
export async function loader({ context }: LoaderFunctionArgs) {
  await requireOperator(context);
  const { page, waits } = await loadPage(context, () => taxes.listYears(context.db, context.clock.now()));
  return { years: page, waits };
}

export const action = notFound;

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

/** A download of all sellers' sales for each year, newest first. */
export default function Taxes() {
  const { years } = useLoaderData<typeof loader>();
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
        of clearing (DAC7). Each download is recorded in the audit log.
      </p>
      <Table label="Years with sales" columns={columns} rows={years} keyOf={(year) => year} />
    </QueuePage>
  );
}
