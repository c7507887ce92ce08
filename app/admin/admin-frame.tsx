import type { ReactNode } from "react";
import { applicationsPath } from "#app/admin/applications/application-search.ts";
import { adminGigsPath } from "#app/admin/gigs/gig-list.ts";
import { cappedCount } from "#app/admin/health/health.ts";
import { adminOrdersPath } from "#app/admin/orders/order-filters.ts";
import { payoutsPath } from "#app/admin/payouts/payout-search.ts";
import { ticketsPath } from "#app/admin/tickets/ticket-search.ts";
import { usersPath } from "#app/admin/users/user-search.ts";

const tabs = [
  { key: "health", label: "Health", to: "/admin/health" },
  { key: "users", label: "Users", to: usersPath({}) },
  { key: "signups", label: "New signups", to: "/admin/signups" },
  { key: "orders", label: "Orders", to: adminOrdersPath({}) },
  { key: "payments", label: "Payments", to: "/admin/payments" },
  { key: "payouts", label: "Payouts", to: payoutsPath({}) },
  { key: "balance", label: "Balance", to: "/admin/balance" },
  { key: "taxes", label: "Taxes", to: "/admin/payouts/taxes" },
  { key: "applications", label: "Applications", to: applicationsPath() },
  { key: "gigs", label: "Services", to: adminGigsPath() },
  { key: "reports", label: "Reports", to: "/admin/reports" },
  { key: "tickets", label: "Tickets", to: ticketsPath({}) },
] as const;

/** `stuck`: how many items Health shows as stuck; null if the number could not be read. */
export type FrameProps = { current: (typeof tabs)[number]["key"]; stuck: number | null };

/**
 * The menu around every console page (docs/specification.md#console-screens). Links and forms are plain HTML
 * and load whole documents, so a user who is no longer an operator gets the ordinary 404 page.
 */
export function AdminFrame({ current, stuck, children }: FrameProps & { children: ReactNode }) {
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
