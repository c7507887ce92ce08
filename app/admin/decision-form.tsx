import type { ReactNode } from "react";
import type { FormReply } from "#app/admin/decision.ts";
import { Folded } from "#app/admin/folded.tsx";
import { RuleField } from "#app/admin/rule-field.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";
import { Submit } from "#app/ui/forms/submit.tsx";

/**
 * `kind`: `stop` ends or stops something, `go` reverses it. `isDownload`: the page stays, so the button
 * keeps its text while the form is sent.
 */
export type DecisionButton = {
  intent: string;
  label: string;
  kind?: "stop" | "go";
  isDownload?: boolean;
};

type Props = {
  /** The reply to show after a refusal; null if another form was refused. */
  reply: FormReply | null;
  buttons: DecisionButton[];
  /** The id of the reason field, unique on the page. */
  reasonId: string;
  reasonHint?: string;
  /** Asks for the rule that a decision against a user rests on. */
  asksRule?: boolean;
  /** The height of the reason field, in lines; a stylesheet may set a minimum. */
  rows?: number;
  className?: string;
  /** Makes the form its own panel, folded until it is refused. */
  heading?: string;
  /** Default: true after a refusal. */
  isOpen?: boolean;
  hint?: string;
  /** Default: the page's address. */
  action?: string;
  /** Fields that are sent with it, by name. */
  hidden?: Record<string, string | number>;
  /** Content or fields before the reason. */
  children?: ReactNode;
  /** Content after the buttons. Enter in a field presses the first button of the form. */
  after?: ReactNode;
  /** The errors of the fields before the reason, by the id of the field. */
  errors?: FormErrors;
};

/** An operator's decision form: its subject, a reason, and a button for each possible decision. */
export function DecisionForm({ heading, isOpen, ...form }: Props) {
  if (heading === undefined) return <Form {...form} />;
  return (
    <Folded heading={heading} isOpen={isOpen ?? form.reply !== null}>
      <Form label={heading} {...form} />
    </Folded>
  );
}

/** @param label tells screen readers which of a page's forms has this ‘Reason’ */
function Form(props: Omit<Props, "heading" | "isOpen"> & { label?: string }) {
  const { label, reply, buttons, reasonId, reasonHint, hint, action, hidden, children, errors } = props;
  const ruleId = `${reasonId}-rule`;
  return (
    <form method="post" action={action} aria-label={label} className={props.className ?? "stack"} noValidate>
      <ErrorSummary
        errors={{ ...errors, [ruleId]: reply?.errors.rule, [reasonId]: reply?.errors.reason }}
        form={reply?.formError ? [reply.formError] : []}
      />
      {hint === undefined ? null : <p className="muted">{hint}</p>}
      {Object.entries(hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="stack decide">
        {props.asksRule ? (
          <RuleField id={ruleId} value={reply?.rule ?? ""} error={reply?.errors.rule} />
        ) : null}
        <Field
          id={reasonId}
          name="reason"
          label="Reason"
          hint={reasonHint ?? "At least 10 characters, for the audit log."}
          multiline
          rows={props.rows ?? 3}
          required
          defaultValue={reply?.reason ?? ""}
          error={reply?.errors.reason ?? undefined}
        />
        <div className="row">
          {buttons.map(({ intent, label, kind, isDownload }) => (
            <Submit
              key={intent}
              className={kind ? `btn ${kind}` : "btn"}
              name="intent"
              value={intent}
              pendingText={isDownload ? undefined : "Processing..."}
            >
              {label}
            </Submit>
          ))}
        </div>
      </div>
      {props.after}
    </form>
  );
}
