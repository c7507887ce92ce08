import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { orderPath } from "#app/orders/order.ts";
import type { TransitionReply } from "#app/orders/page/order-view.ts";
import { wordsOf } from "#app/orders/page/transition-words.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Submit } from "#app/ui/forms/submit.tsx";

/** Of which order, and as it was when the page was made. */
export type TransitionProps = { id: string; version: number };

/** A move that one press makes. */
export function TransitionButton({
  order,
  name,
  className = "btn go",
}: {
  order: TransitionProps;
  name: TransitionName;
  className?: string;
}) {
  const words = wordsOf(name);
  return words ? (
    <Form method="post" action={orderPath(order.id)} noValidate>
      <input type="hidden" name="version" value={order.version} />
      <Submit className={className} name="intent" value={words.intent} pendingText="Processing...">
        {words.label}
      </Submit>
    </Form>
  ) : null;
}

type Props = {
  order: TransitionProps;
  name: TransitionName;
  reply: TransitionReply | null;
  hint?: string;
  className?: string;
};

/** A move that comes with words. */
export function NoteForm({ order, name, reply, hint, className = "btn" }: Props) {
  const words = wordsOf(name);
  const mine = reply?.move === name ? reply : null;
  const id = `${name}-note`;
  return words?.ask ? (
    <Form method="post" action={orderPath(order.id)} className="mt-4" noValidate>
      <ErrorSummary errors={{ [id]: mine?.errors.note }} />
      <input type="hidden" name="version" value={order.version} />
      <Field
        id={id}
        name="note"
        label={words.ask}
        hint={hint ?? "10 to 2,000 characters"}
        multiline
        rows={4}
        maxLength={2000}
        required
        defaultValue={mine?.kept.note ?? ""}
        error={mine?.errors.note ?? undefined}
      />
      <Submit className={`${className} mt-4`} name="intent" value={words.intent} pendingText="Processing...">
        {words.label}
      </Submit>
    </Form>
  ) : null;
}

/** A move that is thought over first: it opens, says what it does, and only then can be pressed. */
export function Considered({
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
