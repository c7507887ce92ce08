import { barsOf, chart } from "#app/dashboard/month-bars.ts";
import { type EarnedMonth, monthName } from "#app/ledger/earned-month.ts";
import { signedDollars } from "#app/lib/money.ts";

/**
 * Earnings of each of the last twelve months: bars and a table of the figures. Renders nothing if there were
 * none.
 */
export function MonthsChart({ months }: { months: EarnedMonth[] }) {
  if (months.every(({ cents }) => cents === 0)) return null;
  const { bars, base } = barsOf(months);
  return (
    <div className="months mt-5">
      {/* The table contains the same figures, so screen readers skip the picture. */}
      <div aria-hidden="true">
        <svg viewBox={`0 0 ${chart.width} ${chart.height + 1}`} aria-hidden="true">
          {bars.map(({ month, isLoss, ...bar }) => (
            <rect key={month} className={isLoss ? "loss" : undefined} {...bar} />
          ))}
          <path d={`M0 ${base}H${chart.width}`} />
        </svg>
        <p className="row small muted">
          {[months[0], months.at(-1)].map((end) =>
            end ? <span key={end.month}>{monthName(end.month)}</span> : null,
          )}
        </p>
      </div>
      <table className="small">
        <caption>Earned by month from completed orders, after fees and refunds (months in UTC)</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Earned</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, cents }) => (
            <tr key={month}>
              <th scope="row">{monthName(month)}</th>
              <td className="num">{signedDollars(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {months.some(({ cents }) => cents < 0) ? (
        <p className="small muted">
          A month is negative if refunds of earlier sales were more than you earned in it.
        </p>
      ) : null}
    </div>
  );
}
