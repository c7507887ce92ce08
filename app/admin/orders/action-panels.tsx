import { isOperatorAction, operatorActions, type RefundPreview } from "#app/admin/orders/operator-action.ts";
import { adminOrderPath } from "#app/admin/orders/order-search.ts";
import { exactDollars } from "#app/lib/money.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import type { FormErrors } from "#app/ui/forms/form-errors.ts";
import { Submit } from "#app/ui/forms/submit.tsx";

/** What came of a form that was sent: its sentences, and what was typed. */
export type OperatorActionReply = {
  intent: string;
  reason: string;
  amount: string;
  call: string;
  answers: string[];
  errors: FormErrors;
  formError: string | null;
};

/** `version`: the order's, so that a form of another state of it does nothing. */
type FormProps = { version: number; reply: OperatorActionReply | null };

const hint = "At least 10 characters. Both parties read it, and it stays in the audit log.";
const pending = "Processing...";

/** The moves that an operator can make now, in the place of whoever they belong to, under one reason. */
export function TransitionPanel({ allowed, version, reply }: FormProps & { allowed: TransitionName[] }) {
  const names = allowed.filter((name) => name !== "answer");
  if (names.length === 0) return null;
  // Also the reason for a move that the order does not allow any more.
  const mine = reply && isOperatorAction(reply.intent) && reply.intent !== "answer" ? reply : null;
  return (
    <form method="post" className="panel stack" noValidate>
      <h2>Move this order</h2>
      <Version version={version} />
      <Reason id="move" reply={mine} hint={hint} />
      {names.map((name) => (
        <Submit
          key={name}
          className={`btn ${operatorActions[name]?.stops ? "stop" : ""}`}
          name="intent"
          value={name}
          pendingText={pending}
        >
          {operatorActions[name]?.label}
        </Submit>
      ))}
    </form>
  );
}

/** Answers the seller's questions in the buyer's place. */
export function AnswerPanel({ questions, version, reply }: FormProps & { questions: string[] }) {
  const mine = reply?.intent === "answer" ? reply : null;
  return (
    <form method="post" className="panel stack" noValidate>
      <h2>Answer the questions</h2>
      <Version version={version} />
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
      <Reason id="answer" reply={mine} hint={hint} />
      <Submit className="btn" name="intent" value="answer" pendingText={pending}>
        {operatorActions.answer?.label}
      </Submit>
    </form>
  );
}

type RefundProps = FormProps & { orderId: string; leftCents: number; shown: RefundPreview | null };

/** Two steps: how an amount would be divided, and then giving it back. Both are plain forms. */
export function RefundPanel({ orderId, leftCents, shown, version, reply }: RefundProps) {
  const mine = reply?.intent === "refund" ? reply : null;
  const refusal = shown && "refusal" in shown ? shown.refusal : undefined;
  const amount = mine?.amount ?? shown?.amount ?? (leftCents / 100).toFixed(2);
  return (
    <section className="panel stack" id="refund">
      <h2>Refund an amount</h2>
      <form className="stack" action={`${adminOrderPath(orderId)}#refund`} noValidate>
        <Field
          name="refund"
          label="Amount in dollars"
          hint={`At most ${exactDollars(leftCents)}: to the card first, up to what it paid, the rest as credit.`}
          inputMode="decimal"
          defaultValue={amount}
          error={mine?.errors.amount ?? refusal}
          required
        />
        <Submit className="btn">Show how it is divided</Submit>
      </form>
      {shown && "back" in shown ? (
        <form
          method="post"
          action={`${adminOrderPath(orderId)}?refund=${encodeURIComponent(shown.amount)}`}
          className="stack"
          noValidate
        >
          <input type="hidden" name="amount" value={shown.amount} />
          <Version version={version} />
          <p>
            {exactDollars(shown.back.cashCents)} to the card, {exactDollars(shown.back.creditCents)} as credit
          </p>
          <p className="small muted">
            {exactDollars(shown.back.netCents)} from the seller, {exactDollars(shown.back.feeCents)} from the
            platform's fee
          </p>
          <Reason id="refund" reply={mine} hint={hint} />
          <Submit className="btn stop" name="intent" value="refund" pendingText={pending}>
            Refund {exactDollars(shown.back.cashCents + shown.back.creditCents)}
          </Submit>
        </form>
      ) : null}
      {mine && !(shown && "back" in shown) ? (
        <ErrorSummary
          errors={{ refund: mine.errors.amount, reason: mine.errors.reason }}
          form={mine.formError ? [mine.formError] : []}
        />
      ) : null}
    </section>
  );
}

/** Sends a refund again that failed at Stripe. */
export function RefundAgainPanel({
  call,
  version,
  reply,
}: FormProps & { call: { id: string; amountCents: number | null } }) {
  const mine = reply?.intent === "refund-again" && reply.call === call.id ? reply : null;
  return (
    <form method="post" className="panel stack" noValidate>
      <h2>Send the refund again</h2>
      <p>Stripe had taken a refund of {exactDollars(call.amountCents ?? 0)}, and it failed after all.</p>
      <input type="hidden" name="call" value={call.id} />
      <Version version={version} />
      <Reason id={`again-${call.id}`} reply={mine} hint="At least 10 characters, for the audit log." />
      <Submit className="btn" name="intent" value="refund-again" pendingText={pending}>
        Send the refund again
      </Submit>
    </form>
  );
}

function Version({ version }: { version: number }) {
  return <input type="hidden" name="version" value={version} />;
}

/** What was typed into a form that the order has no use for any more. */
export function Typed({ reply }: { reply: OperatorActionReply }) {
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

/** A reason, and what was wrong with the form around it. */
export function Reason({
  id,
  reply,
  hint,
}: {
  id: string;
  reply: Pick<OperatorActionReply, "reason" | "errors" | "formError"> | null;
  hint: string;
}) {
  const field = `${id}-reason`;
  return (
    <>
      <ErrorSummary
        errors={{
          [field]: reply?.errors.reason,
          ...(reply?.errors.answers ? { "answers-0": reply.errors.answers } : {}),
        }}
        form={reply?.formError ? [reply.formError] : []}
      />
      <Field
        id={field}
        name="reason"
        label="Reason"
        hint={hint}
        multiline
        rows={3}
        required
        defaultValue={reply?.reason ?? ""}
        error={reply?.errors.reason ?? undefined}
      />
    </>
  );
}
