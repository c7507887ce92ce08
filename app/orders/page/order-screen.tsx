import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { dateTime } from "#app/lib/dates.ts";
import { href } from "#app/lib/href.ts";
import { offerPath } from "#app/offers/offer.ts";
import { shortId } from "#app/orders/order.ts";
import { OrderTags } from "#app/orders/order-tags.tsx";
import { DeliveryPanel } from "#app/orders/page/delivery-panel.tsx";
import { ExtrasPanel } from "#app/orders/page/extras-panel.tsx";
import { LateQuestions, OrderActions, OrderProblems } from "#app/orders/page/order-actions.tsx";
import { OrderAgreed } from "#app/orders/page/order-agreed.tsx";
import { OrderSummary } from "#app/orders/page/order-summary.tsx";
import { OrderTimeline } from "#app/orders/page/order-timeline.tsx";
import type { OrderView, TransitionReply } from "#app/orders/page/order-view.ts";
import { withParked } from "#app/parked/parked.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { RefusalNote } from "#app/ui/forms/refusal-note.tsx";

type Props = OrderView & {
  /** Null unless the buyer can pay now. */
  payable: { gigId: string } | null;
  /** Stripe refused the refund, and an operator must decide. */
  hasRefundFailed: boolean;
  /** One of the parties has blocked the other: neither can write. */
  isBlocked: boolean;
  /** When it was bought, if the viewer sent the form of a paid order again; else null. */
  boughtAt: string | null;
  /** The draft of the order form that was sent again; null if it was empty. */
  draftId: string | null;
  /** What was typed into the form of an extra; null: nothing. */
  typedExtra: Record<string, string> | null;
  /** Why the last transition was refused. */
  refusal: string | null;
  reply: TransitionReply | null;
  /** Shown below the next step. */
  review?: ReactNode;
};

/** One order, for one of its parties. */
export function OrderScreen({ refusal, reply, review, boughtAt, draftId, ...view }: Props) {
  const { order, party, transitions, gig } = view;
  const gigPath = href("/services/s/:slug", { slug: gig.slug });
  // The form may no longer be shown, so what was typed into it is displayed for copying.
  const isShown = transitions.some(({ name }) => name === reply?.transition);
  const unshown = { ...(isShown ? {} : reply?.typed), ...(view.extras ? {} : view.typedExtra) };
  const lost = Object.values(unshown).filter((text) => text !== "");
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
        <OrderTags {...order} isLate={view.isLate} />
      </div>
      {refusal || lost.length > 0 ? (
        <div className="mb-5">
          <RefusalNote title={refusal ?? "This was not sent"}>
            {lost.length > 0 ? (
              <p className="whitespace-pre-wrap">{`You wrote: ${lost.join("\n")}`}</p>
            ) : null}
          </RefusalNote>
        </div>
      ) : null}
      {boughtAt ? (
        <div className="note mb-5" data-clear-redirect>
          <p>
            {`You bought this ${boughtAt}. `}
            {view.offer ? (
              <Link to={draftId ? withParked(offerPath(view.offer.id), draftId) : offerPath(view.offer.id)}>
                See the offer
              </Link>
            ) : (
              <Link to={draftId ? withParked(gigPath, draftId) : gigPath}>Order it again?</Link>
            )}
          </p>
        </div>
      ) : null}
      <NextStep {...view} />
      {review}
      <div className="two-columns mt-8">
        <div>
          <OrderActions {...view} reply={reply} />
          <ExtrasPanel {...view} typed={view.typedExtra} />
          <DeliveryPanel {...view} reply={reply} />
          <LateQuestions {...view} reply={reply} />
          <OrderAgreed {...view} />
          <section>
            <h2 className="mb-5">Timeline</h2>
            <OrderTimeline
              orderId={order.id}
              events={view.events}
              shownAbove={[view.delivery?.event.seq, view.request?.seq, view.declined?.seq]}
              status={order.status}
              stage={order.stage}
              timeZone={view.timeZone}
            />
          </section>
        </div>
        <div className="stack">
          <OrderSummary {...view} />
          <OrderProblems {...view} />
        </div>
      </div>
    </div>
  );
}

/** What happens next, and the deadlines in the viewer's time zone. */
function NextStep({
  next,
  declined,
  returnedPayments,
  deadlines,
  hasRefundFailed,
  timeZone,
}: OrderView & { hasRefundFailed: boolean }) {
  return (
    <div className="next">
      <p className="serif">{next}</p>
      {declined ? (
        <>
          <p>{`${declined.actor} declined this order:`}</p>
          <p className="whitespace-pre-wrap">{declined.note}</p>
        </>
      ) : null}
      {returnedPayments.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
      {deadlines.map(({ before, at, after }) => (
        <p key={before}>
          {`${before} `}
          <b>{dateTime(at, timeZone)}</b>
          {after}
        </p>
      ))}
      {hasRefundFailed ? (
        <p>The refund did not go through. We're looking into it, and you don't need to do anything.</p>
      ) : null}
    </div>
  );
}
