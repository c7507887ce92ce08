import { Link } from "@remix-run/react";
import { href } from "#app/lib/href.ts";
import { shortId } from "#app/orders/order.ts";
import { NoteForm, TransitionButton } from "#app/orders/page/note-form.tsx";
import type { OfferedTransition, OrderView, TransitionReply } from "#app/orders/page/order-view.ts";
import { labelsOf } from "#app/orders/page/transition-labels.ts";
import type { TransitionName } from "#app/orders/transitions.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

/**
 * The address of the page that asks for confirmation of a transition
 * (docs/specification.md#order-confirmation).
 */
export function confirmPath(order: { id: string; version: number }, name: TransitionName): string {
  return `${href("/orders/:id", { id: order.id })}?confirm=${labelsOf(name)?.intent}&version=${order.version}`;
}

type Props = {
  order: OrderView["order"];
  offered: OfferedTransition;
  /** Why the last attempt was refused, or what has changed since the order's page was shown. */
  refusal: string | null;
  reply: TransitionReply | null;
};

/**
 * Asks for confirmation before an order ends, pays or is refunded: a plain form that states the consequence.
 */
export function ConfirmScreen({ order, offered: { name, consequence }, refusal, reply }: Props) {
  const labels = labelsOf(name);
  const className = name === "complete" ? "btn go" : "btn stop";
  return (
    <div className="wrap page">
      <Crumbs
        items={[
          { label: "Orders", to: "/orders" },
          { label: `#${shortId(order.id)}`, to: href("/orders/:id", { id: order.id }) },
          { label: labels?.label ?? "" },
        ]}
      />
      <div className="mid stack mt-5">
        {refusal ? <RefusalNote title={refusal} /> : null}
        <h1>{labels?.question}</h1>
        <p className="muted">{order.title}</p>
        <div className="panel stack">
          {consequence ? <p>{consequence}</p> : null}
          {labels?.noteLabel ? (
            <NoteForm order={order} name={name} reply={reply} className={className} />
          ) : null}
          <div className="row">
            {labels?.noteLabel ? null : <TransitionButton order={order} name={name} className={className} />}
            <Link className="btn" to={href("/orders/:id", { id: order.id })}>
              {labels?.back}
            </Link>
          </div>
        </div>
      </div>
    </div>
  );
}
