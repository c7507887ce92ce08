import { Form } from "@remix-run/react";
import { maxAway } from "#app/sellers/away/away.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";
import { Note } from "#app/ui/note.tsx";

/**
 * `away`: the day of the return, as text; null: not away. `typed`: the day in the field, such as 2026-12-03,
 * or what was typed. `refusal`: why it was refused; null: it was not.
 */
type Props = { away: string | null; typed: string; refusal: string | null };

const fieldId = "awayUntil";

/** The form that pauses all services until a day, or ends the absence (docs/specification.md#away). */
export function AwayPanel({ away, typed, refusal }: Props) {
  return (
    <section className="mt-6" id="away">
      <h2>Going away?</h2>
      {away ? (
        <div className="mt-4">
          <Note kind="amber" icon="clock" title={`You are away until ${away}`}>
            <p>Your services are paused until then. Open orders continue.</p>
          </Note>
        </div>
      ) : null}
      <Form method="post" action="/profile/selling" className="panel mt-4" noValidate>
        <ErrorSummary errors={{ [fieldId]: refusal ? [refusal] : null }} />
        <Field
          // A new key after a change, so that the field shows the stored day.
          key={typed}
          id={fieldId}
          name="awayUntil"
          label="Back on"
          type="date"
          hint={`All your active services are paused until this day, at most ${maxAway} days. Open orders continue.`}
          defaultValue={typed}
          error={refusal ?? undefined}
        />
        <div className="row mt-4">
          <Submit className="btn" name="intent" value="away" pendingText="Processing...">
            {away ? "Change the day" : "Pause all services"}
          </Submit>
          {away ? (
            <Submit className="btn go" name="intent" value="back" pendingText="Processing...">
              I'm back now
            </Submit>
          ) : null}
        </div>
      </Form>
    </section>
  );
}
