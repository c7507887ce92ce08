import { MonthsChart } from "#app/dashboard/months-chart.tsx";
import type { EarnedMonth } from "#app/ledger/earned-month.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { Earnings } from "#app/payments/earnings.server.ts";

/** A seller's earnings by state and by month (docs/specification.md#selling). Null: could not be read. */
export function EarningsPanel({
  earnings,
  months,
}: {
  earnings: Earnings | null;
  months: EarnedMonth[] | null;
}) {
  return (
    <section className="panel mt-5" aria-label="Earnings">
      <EarningsSums earnings={earnings} />
      {months ? <MonthsChart months={months} /> : null}
    </section>
  );
}

/** The three sums of a seller's earnings. Null: could not be read. */
export function EarningsSums({ earnings }: { earnings: Earnings | null }) {
  if (!earnings) return <p>We couldn't load your earnings. Nothing is lost.</p>;
  return (
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
  );
}
