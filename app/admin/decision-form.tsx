import type { DecisionReply } from "#app/admin/decision.ts";
import { ReasonField } from "#app/admin/reason-field.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

type Button = {
  intent: string;
  label: string;
  /** It ends or stops something. */
  stops?: boolean;
};

type Props = {
  /** The subject's id, which the form sends. */
  id: string;
  /** The id of the reason field, unique on the page. */
  fieldId: string;
  /** The reply to the last form of the page; it is shown here if it is about this subject. */
  reply: DecisionReply | null;
  buttons: Button[];
  /** Shows an error summary above the form. */
  hasSummary?: boolean;
  /** Shown on the pressed button while the form is sent. */
  pendingText?: string;
};

/** A form of a queue: one reason, and a button for each decision. */
export function DecisionForm({ id, fieldId, reply, buttons, hasSummary, pendingText }: Props) {
  const mine = reply?.id === id ? reply : null;
  return (
    <form method="post" className="stack" noValidate>
      {hasSummary ? <ErrorSummary errors={mine?.fieldError ? { [fieldId]: [mine.fieldError] } : {}} /> : null}
      <input type="hidden" name="id" value={id} />
      <ReasonField
        id={fieldId}
        hint="At least 10 characters, for the audit log."
        rows={2}
        value={mine?.reason}
        error={mine?.fieldError}
      />
      <div className="row">
        {buttons.map(({ intent, label, stops }) => (
          <Submit
            key={intent}
            className={stops ? "btn stop" : "btn"}
            name="intent"
            value={intent}
            pendingText={pendingText}
          >
            {label}
          </Submit>
        ))}
      </div>
    </form>
  );
}
