import { Link } from "@remix-run/react";
import { monthName } from "#app/ledger/earned-month.ts";
import { href } from "#app/lib/href.ts";

/** How many months are linked. A year's statement links all of its months. */
const shownMonths = 12;

/** Links to a seller's statements. @param months with entries, the newest first */
export function StatementLinks({ months }: { months: string[] }) {
  if (months.length === 0) return null;
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  return (
    <section className="mt-5" aria-labelledby="statements">
      <h2 id="statements">Statements</h2>
      <p className="small muted">What we owed you at the start and the end, and every change in between.</p>
      <nav className="row mt-3" aria-label="Statements">
        {[...years, ...months.slice(0, shownMonths)].map((period) => (
          <Link key={period} className="btn plain small" to={href("/earnings/:period", { period })}>
            {period.length === 4 ? period : monthName(period)}
          </Link>
        ))}
      </nav>
    </section>
  );
}
