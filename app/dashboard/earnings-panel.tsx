import { exactDollars } from "#app/lib/money.ts";
import type { Earnings as Amounts } from "#app/payments/earnings.server.ts";

/** What a seller has earned (docs/specification.md#seller-desk); null: it could not be read. */
export function Earnings({ amounts }: { amounts: Amounts | null }) {
  return (
    <section className="panel mt-6" aria-labelledby="earnings">
      <h2 id="earnings">Earnings</h2>
      {amounts ? (
        <>
          <dl className="kv">
            <dt>Pending: paid, not completed</dt>
            <dd className="num">{exactDollars(amounts.pendingCents)}</dd>
            <dt>Clearing: completed less than 14 days ago</dt>
            <dd className="num">{exactDollars(amounts.clearingCents)}</dd>
            <dt className="sum">Available</dt>
            <dd className="sum num">{exactDollars(amounts.availableCents)}</dd>
          </dl>
          <p className="small muted">Payouts are not set up yet</p>
        </>
      ) : (
        <p>Your earnings could not be loaded. Nothing is lost.</p>
      )}
    </section>
  );
}
