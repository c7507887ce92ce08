import { Form } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { maxDays } from "#app/orders/more-days.ts";
import type { OfferedTransition, TransitionReply } from "#app/orders/page/order-view.ts";
import { labelsOf } from "#app/orders/page/transition-labels.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

/** The order, with the version that the page shows. */
export type OrderVersion = { id: string; version: number };

/** A transition that needs no input: one button. */
export function TransitionButton({
  order,
  name,
  className = "btn go",
}: {
  order: OrderVersion;
  name: TransitionName;
  className?: string;
}) {
  const labels = labelsOf(name);
  return labels ? (
    <Form method="post" action={href("/orders/:id", { id: order.id })} noValidate>
      <input type="hidden" name="version" value={order.version} />
      <Submit className={className} name="intent" value={labels.intent} pendingText="Processing...">
        {labels.submit ?? labels.label}
      </Submit>
    </Form>
  ) : null;
}

type Props = {
  order: OrderVersion;
  name: TransitionName;
  reply: TransitionReply | null;
  className?: string;
};

/** A transition with a note; a request for more time also has a number of days. */
export function NoteForm({ order, name, reply, className = "btn" }: Props) {
  const labels = labelsOf(name);
  const ownReply = reply?.transition === name ? reply : null;
  const id = `${name}-note`;
  return labels?.noteLabel ? (
    <Form method="post" action={href("/orders/:id", { id: order.id })} className="mt-4" noValidate>
      <ErrorSummary errors={{ days: ownReply?.errors.days, [id]: ownReply?.errors.note }} />
      <input type="hidden" name="version" value={order.version} />
      {name === "ask-time" ? (
        <Field
          name="days"
          label="How many more days?"
          hint={`1 to ${maxDays}`}
          inputMode="numeric"
          maxLength={3}
          required
          defaultValue={ownReply?.typed.days ?? ""}
          error={ownReply?.errors.days ?? undefined}
        />
      ) : null}
      <Field
        id={id}
        name="note"
        label={labels.noteLabel}
        hint="10 to 2,000 characters"
        multiline
        rows={4}
        required
        defaultValue={ownReply?.typed.note ?? ""}
        error={ownReply?.errors.note ?? undefined}
      />
      <Submit className={`${className} mt-4`} name="intent" value={labels.intent} pendingText="Processing...">
        {labels.submit ?? labels.label}
      </Submit>
    </Form>
  ) : null;
}

/** A transition with a note that changes no money, collapsed until it is opened. */
export function NoteDetails({
  order,
  offered: { name, consequence },
  reply,
  left = "",
}: {
  order: OrderVersion;
  offered: OfferedTransition;
  reply: TransitionReply | null;
  /** Shown after the label. */
  left?: string;
}) {
  return (
    <details open={reply?.transition === name}>
      <summary className="btn">{`${labelsOf(name)?.label}${left}`}</summary>
      <div className="panel mt-4">
        {consequence ? <p>{consequence}</p> : null}
        <NoteForm order={order} name={name} reply={reply} />
      </div>
    </details>
  );
}

/**
 * Links to the page that asks for confirmation (docs/specification.md#order-confirmation). The address
 * contains the version shown, so that the page can say what has changed since.
 */
export function ConfirmButton({
  order,
  name,
  className = "btn",
}: {
  order: OrderVersion;
  name: TransitionName;
  className?: string;
}) {
  const labels = labelsOf(name);
  return labels ? (
    <Form method="get" action={href("/orders/:id", { id: order.id })}>
      <button type="submit" className={className} name="confirm" value={labels.intent}>
        {labels.label}
      </button>
      <input type="hidden" name="version" value={order.version} />
    </Form>
  ) : null;
}
