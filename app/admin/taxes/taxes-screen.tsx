import { QueuePage } from "#app/admin/queue-page.tsx";
import { href } from "#app/lib/href.ts";
import { Empty } from "#app/ui/empty.tsx";

/** A download of all sellers for each year, the newest first. */
export function TaxesScreen({ years, stuck }: { years: string[]; stuck: number | null }) {
  return (
    <QueuePage
      current="taxes"
      stuck={stuck}
      title="Taxes"
      empty={
        years.length === 0 ? <Empty title="No sales yet" text="Each year with sales appears here." /> : null
      }
    >
      <p>
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
