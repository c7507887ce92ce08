import { Link } from "@remix-run/react";
import type { OrderCardView } from "#app/dashboard/order-card.tsx";
import { ordersPath } from "#app/dashboard/order-search.ts";
import { href } from "#app/lib/href.ts";
import { linksTo } from "#app/navigation.ts";
import { shortId } from "#app/orders/order.ts";
import { Empty } from "#app/ui/empty.tsx";

type Props = {
  due: OrderCardView[];
  hasMore: boolean;
  /** The seller has sold something and cannot be paid yet. */
  needsPayouts: boolean;
  /** The seller may offer services. */
  mayCreate: boolean;
};

/** Orders that need the seller, each with the next step and its deadline. */
export function DuePanel({ due, hasMore, needsPayouts, mayCreate }: Props) {
  return (
    <section>
      <h2>Needs you</h2>
      {due.length === 0 && !needsPayouts ? <NothingDue mayCreate={mayCreate} /> : null}
      <ul className="lines">
        {needsPayouts ? (
          <li>
            <h3>
              <Link to={href("/earnings")}>Set up payouts</Link>
            </h3>
            <p className="small">
              You have sold something. Your Earnings page shows what is missing before you can be paid.
            </p>
          </li>
        ) : null}
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
            <p className="small">{order.next}</p>
          </li>
        ))}
      </ul>
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

function NothingDue({ mayCreate }: { mayCreate: boolean }) {
  return (
    <div className="mt-4">
      <Empty
        title="Nothing needs you now"
        text="Orders to start or to deliver appear here, with the day they are due."
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
