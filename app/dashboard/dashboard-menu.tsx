import { Link } from "@remix-run/react";
import { ordersPath } from "#app/dashboard/order-search.ts";
import { href } from "#app/lib/href.ts";

const pages = [
  { key: "overview", label: "Overview", to: href("/dashboard") },
  { key: "orders", label: "Orders", to: ordersPath({ party: "seller" }) },
  // Old links have this anchor: the services used to be part of the list of orders.
  { key: "services", label: "Services", to: href("/dashboard/services"), id: "services" },
  { key: "earnings", label: "Earnings", to: href("/earnings") },
  { key: "reviews", label: "Reviews", to: href("/dashboard/reviews") },
] as const;

/** The menu of the seller dashboard (docs/specification.md#selling). */
export function DashboardMenu({ current }: { current: (typeof pages)[number]["key"] }) {
  return (
    <nav className="tabs dashboard-menu" aria-label="Dashboard">
      {pages.map(({ key, label, to, ...anchor }) => (
        <Link key={key} to={to} aria-current={key === current ? "page" : undefined} {...anchor}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
