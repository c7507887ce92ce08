import type { ReactNode } from "react";
import { cappedCount } from "#app/admin/health/health.ts";
import { adminOrdersPath } from "#app/admin/orders/order-search.ts";
import { usersPath } from "#app/admin/users/user-search.ts";

const tabs = [
  { key: "health", label: "Health", to: "/admin/health" },
  { key: "users", label: "Users", to: usersPath({}) },
  { key: "signups", label: "New signups", to: "/admin/signups" },
  { key: "orders", label: "Orders", to: adminOrdersPath({}) },
  { key: "payments", label: "Payments", to: "/admin/payments" },
  { key: "reports", label: "Reports", to: "/admin/reports" },
] as const;

/**
 * What the pages of the console share (docs/specification.md#console-screens). Its links are plain ones and its forms too: nothing of it is asked for as data,
 * so whoever is no operator any more gets the ordinary 404 page.
 */
export function AdminFrame({
  current,
  stuck,
  children,
}: {
  current: (typeof tabs)[number]["key"];
  /** How much Health shows; null: it cannot be known at the moment. */
  stuck: number | null;
  children: ReactNode;
}) {
  return (
    <div className="wrap page">
      <nav className="tabs fit console" aria-label="Console">
        {tabs.map(({ key, label, to }) => (
          <a key={key} href={to} aria-current={key === current ? "page" : undefined}>
            {label}
            {key === "health" && stuck ? <span className="tag bad num">{cappedCount(stuck)}</span> : null}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}
