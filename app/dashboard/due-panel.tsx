import { Link } from "@remix-run/react";
import type { OrderCardView } from "#app/dashboard/order-card.tsx";
import { ordersPath } from "#app/dashboard/order-search.ts";
import { href } from "#app/lib/href.ts";
import { shortId } from "#app/orders/order.ts";

/** Orders that wait for the seller, each with the next step and its deadline. */
export function DuePanel({ due, hasMore }: { due: OrderCardView[]; hasMore: boolean }) {
  return (
    <section className="mt-6">
      <h2>Needs you</h2>
      <ul className="lines">
        {due.map((order) => (
          <li key={order.id}>
            <h3>
              <Link to={href("/orders/:id", { id: order.id })}>{order.title}</Link>
            </h3>
            <p className="row small">
              {order.isLate ? <span className="tag bad">Late</span> : null}
              <span className="muted">
                <span className="num">{`#${shortId(order.id)}`}</span>
                {` · ${order.date}`}
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
