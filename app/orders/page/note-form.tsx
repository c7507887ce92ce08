import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { orderPath } from "#app/orders/order.ts";
import type { TransitionReply } from "#app/orders/page/order-view.ts";
import { labelsOf } from "#app/orders/page/transition-labels.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

/** The order and the version that the page shows. */
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
    <Form method="post" action={orderPath(order.id)} noValidate>
      <input type="hidden" name="version" value={order.version} />
      <Submit className={className} name="intent" value={labels.intent} pendingText="Processing...">
        {labels.label}
      </Submit>
    </Form>
  ) : null;
}

type Props = {
  order: OrderVersion;
  name: TransitionName;
  reply: TransitionReply | null;
  hint?: string;
  className?: string;
};

/** A transition with a note. */
export function NoteForm({ order, name, reply, hint, className = "btn" }: Props) {
  const labels = labelsOf(name);
  const ownReply = reply?.transition === name ? reply : null;
  const id = `${name}-note`;
  return labels?.noteLabel ? (
    <Form method="post" action={orderPath(order.id)} className="mt-4" noValidate>
      <ErrorSummary errors={{ [id]: ownReply?.errors.note }} />
      <input type="hidden" name="version" value={order.version} />
      <Field
        id={id}
        name="note"
        label={labels.noteLabel}
        hint={hint ?? "10 to 2,000 characters"}
        multiline
        rows={4}
        maxLength={2000}
        required
        defaultValue={ownReply?.typed.note ?? ""}
        error={ownReply?.errors.note ?? undefined}
      />
      <Submit className={`${className} mt-4`} name="intent" value={labels.intent} pendingText="Processing...">
        {labels.label}
      </Submit>
    </Form>
  ) : null;
}

/** A transition that asks for confirmation: it opens, says what happens to the money, and shows its form. */
export function ConfirmDetails({
  label,
  open,
  money,
  danger = false,
  children,
}: {
  label: string;
  open: boolean;
  money: string | null;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={open}>
      <summary className={danger ? "btn stop" : "btn"}>{label}</summary>
      <div className="panel mt-4">
        {money ? <p>{money}</p> : null}
        {children}
      </div>
    </details>
  );
}
