import { exactDollars } from "#app/lib/money.ts";
import type { Earnings } from "#app/payments/earnings.server.ts";

/** A seller's earnings (docs/specification.md#selling). @param earnings null: they could not be read */
export function EarningsPanel({ earnings }: { earnings: Earnings | null }) {
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
        <p>Your earnings could not be loaded. Nothing is lost.</p>
      )}
    </section>
  );
}
