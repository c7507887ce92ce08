import { Link } from "@remix-run/react";
import { date } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { Earning } from "#app/payouts/order-earnings.server.ts";
import { stateText } from "#app/payouts/order-earnings.ts";
import { useTimeZone } from "#app/ui/use-time-zone.ts";

type Props = {
  earnings: Earning[];
  /** The `before` of the next page; null on the last page. */
  next: string | null;
  /** The page starts after this order; null: the first page. */
  before: string | null;
};

/** What each completed order earns, and what became of it (docs/specification.md#selling-earnings). */
export function EarningList({ earnings, next, before }: Props) {
  if (earnings.length === 0 && before === null) return null;
  return (
    <section className="mt-5" aria-labelledby="by-order">
      <h2 id="by-order">By order</h2>
      <ul className="lines">
        {earnings.map((earning) => (
          <EarningLine key={earning.orderId} {...earning} />
        ))}
      </ul>
      {next === null && before === null ? null : (
        <nav className="pages" aria-label="Pages">
          {before === null ? null : <Link to={href("/earnings")}>Newest</Link>}
          {next === null ? null : (
            <Link to={`${href("/earnings")}?before=${next}`} rel="next">
              Older
            </Link>
          )}
        </nav>
      )}
    </section>
  );
}

function EarningLine({ orderId, title, completedAt, netCents, leftCents, state, ...amounts }: Earning) {
  const timeZone = useTimeZone();
  const { priceCents, feeCents, refundedCents, goodwillCents } = amounts;
  const parts = [
    `Completed on ${date(completedAt, timeZone)}`,
    `Price ${exactDollars(priceCents)}`,
    ...(refundedCents > 0 ? [`Refunded ${exactDollars(refundedCents)}`] : []),
    ...(goodwillCents > 0 ? [`We paid ${exactDollars(goodwillCents)} of it`] : []),
    ...(feeCents > 0 ? [`Fee ${exactDollars(feeCents)}`] : []),
  ];
  return (
    <li>
      <h3>
        <Link to={href("/orders/:id", { id: orderId })}>{title}</Link>
      </h3>
      <p className="small muted">{parts.join(" · ")}</p>
      <p className="small">
        <b>{`You earn ${exactDollars(netCents)}. `}</b>
        {state.kind === "waits" && leftCents > 0 && leftCents < netCents
          ? `${exactDollars(leftCents)} of it is left to send. `
          : null}
        {stateText(state, timeZone)}
      </p>
    </li>
  );
}
