import type { ReactNode } from "react";
import { AdminFrame, type FrameProps } from "#app/admin/admin-frame.tsx";
import { onlyProposed, proposingLabel } from "#app/admin/approvals/proposal.ts";
import { WaitingNote } from "#app/admin/approvals/waiting-note.tsx";
import type { FormReply } from "#app/admin/decision.ts";
import { type DecisionButton, DecisionForm } from "#app/admin/decision-form.tsx";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Props = FrameProps & {
  /** The question. */
  title: string;
  /** What it is about. */
  subject: string;
  /** The consequences of the decision, with their sums, one paragraph each. */
  consequences: string[];
  /** The button that decides. Its label shows the amount, if there is one. Null: it is not possible now. */
  button: DecisionButton | null;
  /** True if another operator must confirm it. */
  isProposed?: boolean;
  /** What is waiting for a second operator about the same subject; null or absent: nothing. */
  proposal?: { action: string; cents: number } | null;
  /** Why it is not possible; null or absent: it is. */
  refusal?: string | null;
  /** What the form shows after a refusal; null before the first try. */
  reply: FormReply | null;
  /** Fields that are sent with the decision: the subject, and the version that this page shows. */
  hidden: Record<string, string | number>;
  reasonHint?: string;
  /** Asks for the rule that a decision against a user rests on. */
  asksRule?: boolean;
  /** The page to return to. */
  back: string;
  /** Fields before the reason, and their errors by the id of the field. */
  children?: ReactNode;
  errors?: FormErrors;
  /** What was typed, for when the decision is no longer possible. */
  lost?: ReactNode;
};

/**
 * Asks an operator to confirm a refund, or the end of something
 * (docs/specification.md#operator-confirmation): a separate page with the consequences, the reason, and one
 * button.
 */
export function ConfirmDecision(props: Props) {
  const { current, title, subject, consequences, button, refusal, reply, hidden, reasonHint } = props;
  return (
    <AdminFrame current={current}>
      <div className="mid stack mt-5">
        {reply?.formError ? <RefusalNote title={reply.formError} /> : null}
        <WaitingNote proposal={props.proposal ?? null} />
        <h1>{title}</h1>
        <p className="muted">{subject}</p>
        <div className="panel stack">
          {consequences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {button && props.isProposed ? <p>{onlyProposed}</p> : null}
          {refusal ? <p>{`${refusal}.`}</p> : null}
          {button ? (
            <DecisionForm
              reply={reply && { ...reply, formError: null }}
              hidden={hidden}
              errors={props.errors}
              reasonId="reason"
              reasonHint={reasonHint}
              asksRule={props.asksRule}
              buttons={[props.isProposed ? { ...button, label: proposingLabel(button.label) } : button]}
            >
              {props.children}
            </DecisionForm>
          ) : (
            props.lost
          )}
          <p>
            <a className="btn" href={props.back}>
              Not now
            </a>
          </p>
        </div>
      </div>
    </AdminFrame>
  );
}
