import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { dateTime } from "#app/lib/dates.ts";
import { shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import { OrderActions } from "#app/orders/page/order-actions.tsx";
import { OrderAgreed } from "#app/orders/page/order-agreed.tsx";
import { OrderSummary } from "#app/orders/page/order-summary.tsx";
import { OrderTimeline } from "#app/orders/page/order-timeline.tsx";
import type { OrderView, TransitionReply } from "#app/orders/page/order-view.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Note } from "#app/ui/note.tsx";

type Props = OrderView & {
  /** The buyer may pay now. */
  payable: { gigId: string } | null;
  /** Stripe has refused the refund; an operator must look. */
  refundFailed: boolean;
  /** When it was bought, for somebody who pressed 'Order Now' of a form that has been paid for: `10:14`, or with its day; null: nobody did. */
  boughtAt: string | null;
  /** Why the last move was not made. */
  refusal: string | null;
  reply: TransitionReply | null;
  /** A slot below what happens next. */
  review?: ReactNode;
};

/** One order for one of its two parties. */
export function OrderScreen({ refusal, reply, review, boughtAt, ...view }: Props) {
  const { order, party, moves, gig } = view;
  // What was typed into a form that is not there any more is still theirs to take away.
  const orphaned = reply && !moves.some(({ name }) => name === reply.move) ? reply.kept.note : null;
  return (
    <div className="wrap page">
      <Crumbs
        items={[
          { label: "Orders", to: party === "seller" ? "/orders?tab=selling" : "/orders" },
          { label: `#${shortId(order.id)}` },
        ]}
      />
      <div className="row mt-1 mb-5">
        <h1 className="grow basis-80">{order.title}</h1>
        <OrderTags status={order.status} paymentStatus={order.paymentStatus} isLate={view.late} />
      </div>
      {refusal ? (
        <div className="mb-5">
          <Note kind="bad" icon="alert" title={refusal}>
            {orphaned ? <p className="whitespace-pre-wrap">You wrote: {orphaned}</p> : null}
          </Note>
        </div>
      ) : null}
      {boughtAt ? (
        <div className="note mb-5" data-clear-redirect>
          <p>
            You bought this {boughtAt}. <Link to={`/services/s/${gig.slug}`}>Order it again?</Link>
          </p>
        </div>
      ) : null}
      <NextStep {...view} />
      {review}
      <div className="desk mt-8">
        <div>
          <OrderActions {...view} reply={reply} />
          <OrderAgreed {...view} />
          <section>
            <h2 className="mb-5">Timeline</h2>
            <OrderTimeline
              orderId={order.id}
              events={view.events}
              status={order.status}
              stage={order.stage}
              timeZone={view.timeZone}
            />
          </section>
        </div>
        <OrderSummary {...view} />
      </div>
    </div>
  );
}

/** Who must act, and until when, in the reader's own time. */
function NextStep({
  next,
  latePayments,
  deadlines,
  refundFailed,
  timeZone,
}: OrderView & { refundFailed: boolean }) {
  return (
    <div className="next">
      <p className="serif">{next}</p>
      {latePayments.map(({ id, said }) => (
        <p key={id}>{said}</p>
      ))}
      {deadlines.map(({ before, at, after }) => (
        <p key={before}>
          {before} <b>{dateTime(at, timeZone)}</b>
          {after}
        </p>
      ))}
      {refundFailed ? (
        <p>The refund did not go through at once. We have been told and look into it.</p>
      ) : null}
    </div>
  );
}
