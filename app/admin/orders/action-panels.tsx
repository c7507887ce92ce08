import {
  isOperatorAction,
  type OperatorActionReply,
  operatorActions,
} from "#app/admin/orders/operator-action.ts";
import { FormReason, type PanelProps, pendingText, VersionField } from "#app/admin/orders/panel-fields.tsx";
import type { TransitionName } from "#app/orders/transitions.ts";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

const hint = "At least 10 characters. Both parties read it, and it stays in the audit log.";

/** The transitions that an operator can make now, under one reason. */
export function TransitionPanel({ allowed, version, reply }: PanelProps & { allowed: TransitionName[] }) {
  const names = allowed.filter((name) => name !== "answer");
  if (names.length === 0) return null;
  // The reply may be about a transition that the order no longer allows: its reason is shown here too.
  const mine = reply && isOperatorAction(reply.intent) && reply.intent !== "answer" ? reply : null;
  return (
    <form method="post" className="panel stack" noValidate>
      <h2>Move this order</h2>
      <VersionField version={version} />
      <FormReason id="move" reply={mine} hint={hint} />
      {names.map((name) => (
        <Submit
          key={name}
          className={`btn ${operatorActions[name]?.stops ? "stop" : ""}`}
          name="intent"
          value={name}
          pendingText={pendingText}
        >
          {operatorActions[name]?.label}
        </Submit>
      ))}
    </form>
  );
}

/** Answers the seller's questions for the buyer. */
export function AnswerPanel({ questions, version, reply }: PanelProps & { questions: string[] }) {
  const mine = reply?.intent === "answer" ? reply : null;
  return (
    <form method="post" className="panel stack" noValidate>
      <h2>Answer the questions</h2>
      <VersionField version={version} />
      {questions.map((question, index) => (
        <Field
          key={question}
          id={`answers-${index}`}
          name={`answers[${index}]`}
          label={question}
          defaultValue={mine?.answers[index] ?? ""}
          error={mine?.errors.answers ?? undefined}
          multiline
          rows={2}
          required
        />
      ))}
      <FormReason id="answer" reply={mine} hint={hint} />
      <Submit className="btn" name="intent" value="answer" pendingText={pendingText}>
        {operatorActions.answer?.label}
      </Submit>
    </form>
  );
}

/** Shows what was typed into a form that is no longer on the page. */
export function LostInput({ reply }: { reply: OperatorActionReply }) {
  const texts = [...reply.answers, reply.reason].filter((text) => text !== "");
  if (texts.length === 0) return null;
  return (
    <div className="panel stack">
      <p className="small muted">What you have typed:</p>
      {texts.map((text) => (
        <p key={text} className="whitespace-pre-wrap">
          {text}
        </p>
      ))}
    </div>
  );
}
