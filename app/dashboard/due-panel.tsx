import { Link } from "@remix-run/react";
import { conversationPath } from "#app/conversations/conversation.ts";
import { newOfferPath } from "#app/conversations/thread/offer-facts.ts";
import type { PayoutNeed } from "#app/dashboard/dashboard-seller.server.ts";
import type { OpenRequests } from "#app/dashboard/open-requests.server.ts";
import type { OrderCardView } from "#app/dashboard/order-card.tsx";
import { ordersPath } from "#app/dashboard/order-search.ts";
import { href } from "#app/lib/href.ts";
import { linksTo } from "#app/navigation.ts";
import { shortId } from "#app/orders/order.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = {
  due: OrderCardView[];
  hasMore: boolean;
  requests: OpenRequests;
  /** What keeps the seller from being paid; null: nothing. */
  payoutNeed: PayoutNeed | null;
  /** The seller may offer services. */
  mayCreate: boolean;
};

/** Orders that need the seller, each with the next step and its deadline, and requests for an offer. */
export function DuePanel({ due, hasMore, requests, payoutNeed, mayCreate }: Props) {
  const isEmpty = due.length === 0 && payoutNeed === null && requests.first.length === 0;
  return (
    <section>
      <h2>Needs you</h2>
      {isEmpty ? <NothingDue mayCreate={mayCreate} /> : null}
      <ul className="lines">
        {payoutNeed === null ? null : (
          <li>
            <h3>
              <Link to={href("/earnings")}>{payoutNeeds[payoutNeed].title}</Link>
            </h3>
            <p className="small">{payoutNeeds[payoutNeed].text}</p>
          </li>
        )}
        {due.map((order) => (
          <li key={order.id}>
            <h3>
              <Link to={href("/orders/:id", { id: order.id })}>{order.title}</Link>
            </h3>
            <p className="row small">
              {order.isLate ? <span className="tag bad">Late</span> : null}
              <span className="muted">
                <span className="num">{`#${shortId(order.id)}`}</span>
                {` · Buyer: ${order.otherParty} · ${order.date}`}
              </span>
            </p>
            {order.ordered === null ? null : <p className="small muted">{order.ordered}</p>}
            <p className="small">{order.next}</p>
          </li>
        ))}
        {requests.first.map((request) => (
          <RequestLine key={request.id} {...request} />
        ))}
      </ul>
      {requests.further > 0 ? <p className="small muted">{furtherText(requests)}</p> : null}
      {hasMore ? (
        <p>
          <Link className="more" to={ordersPath({ party: "seller", filter: "needs-you" })}>
            Show all orders that need you
          </Link>
        </p>
      ) : null}
    </section>
  );
}

function RequestLine({ conversation, gigId, from, words, waits }: OpenRequests["first"][number]) {
  return (
    <li>
      <h3>
        <Link to={conversationPath(conversation)} prefetch="none">{`${from} asks for an offer`}</Link>
      </h3>
      <p className="small muted">{`Waiting for ${waits}`}</p>
      <p className="small" dir="auto">
        {words}
      </p>
      <p>
        <Link className="more" to={newOfferPath({ conversation, gig: gigId ?? undefined })}>
          Send an offer<span className="vh">{` to ${from}`}</span>
        </Link>
      </p>
    </li>
  );
}

/** `And 3 more requests for an offer, in your messages`. */
function furtherText({ further, isCapped }: OpenRequests): string {
  const requests = further === 1 ? "request" : "requests";
  return `And ${further}${isCapped ? "+" : ""} more ${requests} for an offer, in your messages`;
}

const payoutNeeds: Record<PayoutNeed, { title: string; text: string }> = {
  "set up": {
    title: "Set up payouts",
    text: "You have sold something. Your Earnings page shows what is missing before you can be paid.",
  },
  failed: {
    title: "A payout to your bank failed",
    text: "Your Earnings page says why, and what to do.",
  },
};

function NothingDue({ mayCreate }: { mayCreate: boolean }) {
  return (
    <div className="mt-4">
      <Empty
        title="Nothing needs your attention now"
        text="Orders to start or deliver appear here with their due dates, and so do requests for an offer."
      >
        {mayCreate
          ? linksTo("/dashboard/create-gig").map(({ to, label }) => (
              <Link key={to} className="btn" to={to}>
                {label}
              </Link>
            ))
          : null}
      </Empty>
    </div>
  );
}
