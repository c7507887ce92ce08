import { MonthsChart } from "#app/dashboard/months-chart.tsx";
import type { EarnedMonth } from "#app/ledger/earned-month.ts";
import { exactDollars } from "#app/lib/money.ts";
import { type Earnings, nextToClear } from "#app/payouts/earnings.ts";

/** A seller's earnings by state and by month (docs/specification.md#selling). Null: could not be read. */
export function EarningsPanel({
  earnings,
  months,
  timeZone,
}: {
  earnings: Earnings | null;
  months: EarnedMonth[] | null;
  timeZone: string | null;
}) {
  return (
    <section className="panel mt-5" aria-label="Earnings">
      <EarningsSums earnings={earnings} timeZone={timeZone} />
      {months ? <MonthsChart months={months} /> : null}
    </section>
  );
}

/** The sums of a seller's earnings. Null: could not be read. @param timeZone the viewer's; null: UTC */
export function EarningsSums({ earnings, timeZone }: { earnings: Earnings | null; timeZone: string | null }) {
  if (!earnings) return <p>We couldn't load your earnings. Nothing is lost.</p>;
  const next = nextToClear(earnings, timeZone);
  return (
    <dl className="kv">
      <dt>Pending: paid, not completed</dt>
      <dd className="num">{exactDollars(earnings.pendingCents)}</dd>
      <dt>{next ? `Clearing: ${next}` : "Clearing"}</dt>
      <dd className="num">{exactDollars(earnings.clearingCents)}</dd>
      <dt>Waiting to be sent</dt>
      <dd className="num">{exactDollars(earnings.waitingCents)}</dd>
      <dt>In your Stripe account, or on its way to your bank</dt>
      <dd className="num">{exactDollars(earnings.underWayCents)}</dd>
      <dt>Paid out to your bank</dt>
      <dd className="num">{exactDollars(earnings.paidCents)}</dd>
      {earnings.owedCents > 0 ? (
        <>
          <dt>Owed back: taken from your next earnings</dt>
          <dd className="num">{`−${exactDollars(earnings.owedCents)}`}</dd>
        </>
      ) : null}
    </dl>
  );
}
