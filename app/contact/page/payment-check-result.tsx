import { Link } from "@remix-run/react";
import { checkBounds, checkTexts, type PaymentCheck } from "#app/contact/payment-check.ts";
import { dateTime } from "#app/lib/dates.ts";
import { exactDollars } from "#app/lib/money.ts";
import { Note } from "#app/ui/note.tsx";

type Props = { check: PaymentCheck; timeZone: string | null };

/** The results of a check of the viewer's payments, one by one (docs/specification.md#charged). */
export function PaymentCheckResult({ check: { at, results }, timeZone }: Props) {
  if (results.length === 0)
    return (
      <Note kind="plain" title="We found no payments from you">
        <p>
          {`This account has no payments from the last ${checkBounds.days} days. If you paid with another account, sign in there and check again. Otherwise write to us below.`}
        </p>
      </Note>
    );
  return (
    <section className="panel" aria-labelledby="checked">
      <h2 id="checked">Your payments</h2>
      <p className="small muted">{`Checked ${dateTime(at, timeZone)}`}</p>
      <ul className="lines">
        {results.map(({ label, cents, to, at: begunAt, state }) => {
          const { title, text, tag } = checkTexts[state];
          return (
            <li key={`${to} ${begunAt}`} className="stack">
              <div className="row between">
                <h3>{label}</h3>
                <span className={`tag ${tag}`.trim()}>{title}</span>
              </div>
              <p>{text}</p>
              <p className="small muted">
                {`${exactDollars(cents)}, started ${dateTime(begunAt, timeZone)}. `}
                <Link to={to}>{to === "/services/sell" ? "See your registration" : "See the order"}</Link>
              </p>
            </li>
          );
        })}
      </ul>
      <p className="mt-5">
        If this answers your question, you don't need to write to us. Otherwise send the form: it includes
        this result.
      </p>
    </section>
  );
}
