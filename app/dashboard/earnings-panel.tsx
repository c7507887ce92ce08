import { MonthsChart } from "#app/dashboard/months-chart.tsx";
import type { EarnedMonth } from "#app/ledger/earned-month.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { Earnings } from "#app/payments/earnings.server.ts";

type Props = { earnings: Earnings | null; months: EarnedMonth[] | null };

/** A seller's earnings by state and by month (docs/specification.md#selling). Null: could not be read. */
export function EarningsPanel({ earnings, months }: Props) {
  return (
    <section className="panel mt-6" aria-labelledby="earnings">
      <h2 id="earnings">Earnings</h2>
      {earnings ? (
        <>
          <dl className="kv">
            <dt>Pending: paid, not completed</dt>
            <dd className="num">{exactDollars(earnings.pendingCents)}</dd>
            <dt>Clearing: completed less than 14 days ago</dt>
            <dd className="num">{exactDollars(earnings.clearingCents)}</dd>
            <dt className="sum">Available</dt>
            <dd className="sum num">{exactDollars(earnings.availableCents)}</dd>
          </dl>
          <p className="small muted">Payouts are not set up yet</p>
        </>
      ) : (
        <p>We couldn't load your earnings. Nothing is lost.</p>
      )}
      {months ? <MonthsChart months={months} /> : null}
    </section>
  );
}
