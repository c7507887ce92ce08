import { Link } from "@remix-run/react";
import { ordersPath } from "#app/dashboard/order-search.ts";
import type { Party } from "#app/orders/order.ts";

/** The two lists of orders (docs/specification.md#orders-dashboard). */
export const orderTabs: { party: Party; label: string }[] = [
  { party: "buyer", label: "Orders You've Purchased" },
  { party: "seller", label: "Orders You're Selling" },
];

export function OrderTabs({ current }: { current: Party }) {
  return (
    <nav className="tabs fit" aria-label="Orders">
      {orderTabs.map(({ party, label }) => (
        <Link key={party} to={ordersPath({ party })} aria-current={party === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
