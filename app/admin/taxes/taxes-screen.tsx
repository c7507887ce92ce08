import type { Waits } from "#app/admin/console-menu.ts";
import { QueuePage } from "#app/admin/queue-page.tsx";
import { href } from "#app/lib/href.ts";
import { Empty } from "#app/ui/empty.tsx";

/** A download of all sellers for each year, the newest first. */
export function TaxesScreen({ years, waits }: { years: string[]; waits: Waits | null }) {
  return (
    <QueuePage
      current="taxes"
      waits={waits}
      title="Taxes"
      empty={
        years.length === 0 ? <Empty title="No sales yet" text="Each year with sales appears here." /> : null
      }
    >
      <p className="mt-5 mb-3">
        Each file lists all sellers with their sales by quarter: by the day of payment (1099-K) and by the day
        of clearing (DAC7). Each download is a row of the audit log.
      </p>
      <ul className="log-list">
        {years.map((year) => (
          <li key={year}>
            <form method="post" action={href("/admin/payouts/taxes/:year.csv", { year })}>
              <button type="submit" className="btn">{`Download ${year} as CSV`}</button>
            </form>
          </li>
        ))}
      </ul>
    </QueuePage>
  );
}
