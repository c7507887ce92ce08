import { Fragment } from "react";
import { type DueDay, dueText } from "#app/dashboard/due-days.ts";

/**
 * How many orders are due on each of the next days. Renders nothing if there are none.
 * @param hasMore more orders are due on the last day or later
 */
export function DueDaysPanel({ days, hasMore }: { days: DueDay[]; hasMore: boolean }) {
  if (days.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="due-days">
      <h2 id="due-days" className="mb-3">
        Due by day
      </h2>
      <dl className="kv">
        {days.map((day) => (
          <Fragment key={day.label}>
            <dt>{day.label}</dt>
            <dd>{dueText(day)}</dd>
          </Fragment>
        ))}
      </dl>
      {hasMore ? <p className="small muted mt-3">More orders are due later.</p> : null}
    </section>
  );
}
