import { DecisionForm } from "#app/admin/decision-form.tsx";
import { Folded } from "#app/admin/folded.tsx";
import {
  hasOwnForm,
  isOperatorAction,
  type OperatorActionReply,
  operatorActions,
} from "#app/admin/orders/operator-action.ts";
import { asksOperator, confirmPath, labelOf } from "#app/admin/orders/operator-confirmation.ts";
import type { OrderRecord } from "#app/admin/orders/order-record.server.ts";
import { maxDays } from "#app/orders/more-days.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { Field } from "#app/ui/forms/field.tsx";

/** `version`: the order's. A form that shows an older version is refused. */
export type PanelProps = { version: number; reply: OperatorActionReply | null };

export const readByParties =
  "At least 10 characters. The buyer and the seller see it, and it stays in the audit log.";

/** The transitions that an operator can make without a confirmation, with one reason field. */
export function TransitionPanel({ allowed, version, reply }: PanelProps & { allowed: TransitionName[] }) {
  const names = allowed.filter((name) => !hasOwnForm(name) && !asksOperator(name));
  if (names.length === 0) return null;
  return (
    <DecisionForm
      // The reply may be about a transition that the order no longer allows. Its reason is shown here too.
      reply={reply && isOperatorAction(reply.intent) && !hasOwnForm(reply.intent) ? reply : null}
      heading="Act for the buyer or the seller"
      hidden={{ version }}
      reasonId="move-reason"
      reasonHint={readByParties}
      buttons={names.map((name) => ({
        intent: name,
        label: operatorActions[name]?.label ?? name,
        kind: operatorActions[name]?.stops ? "stop" : undefined,
      }))}
    />
  );
}

/** Links to the pages that confirm an end, a payment or a refund of an order. */
export function EndPanel({ order, allowed }: { order: OrderRecord["order"]; allowed: TransitionName[] }) {
  const names = allowed.filter(asksOperator);
  if (names.length === 0) return null;
  return (
    <Folded heading="End or refund this order">
      <p className="muted">The next page shows the amount and asks you to confirm.</p>
      <div className="row">
        {names.map((name) => (
          <a
            key={name}
            className={operatorActions[name]?.stops ? "btn stop" : "btn"}
            href={confirmPath(order.id, name)}
          >
            {labelOf(name, order)}
          </a>
        ))}
      </div>
    </Folded>
  );
}

/** Answers the seller's questions on the buyer's behalf. */
export function AnswerPanel({ questions, version, reply }: PanelProps & { questions: string[] }) {
  const mine = reply?.intent === "answer" ? reply : null;
  return (
    <DecisionForm
      reply={mine}
      heading="Answer the questions"
      hidden={{ version }}
      errors={{ "answers-0": mine?.errors.answers }}
      reasonId="answer-reason"
      reasonHint={readByParties}
      buttons={[{ intent: "answer", label: operatorActions.answer?.label ?? "Answer" }]}
    >
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
    </DecisionForm>
  );
}

/** Asks for more time on the seller's behalf. */
export function TimePanel({ version, reply }: PanelProps) {
  const mine = reply?.intent === "ask-time" ? reply : null;
  return (
    <DecisionForm
      reply={mine}
      heading="Ask for more time"
      hidden={{ version }}
      errors={{ days: mine?.errors.days }}
      reasonId="time-reason"
      reasonHint={readByParties}
      buttons={[{ intent: "ask-time", label: operatorActions["ask-time"]?.label ?? "Ask" }]}
    >
      <Field
        name="days"
        label="How many more days?"
        hint={`1 to ${maxDays}`}
        inputMode="numeric"
        defaultValue={mine?.days ?? ""}
        error={mine?.errors.days ?? undefined}
        required
      />
    </DecisionForm>
  );
}
