import { applicationsPath } from "#app/admin/applications/application-search.ts";
import { auditPath } from "#app/admin/audit/audit-search.ts";
import { exportsPath } from "#app/admin/exports/export-search.ts";
import { adminGigsPath } from "#app/admin/gigs/gig-list.ts";
import { adminOrdersPath } from "#app/admin/orders/order-filters.ts";
import { payoutsPath } from "#app/admin/payouts/payout-search.ts";
import { ticketsPath } from "#app/admin/tickets/ticket-search.ts";
import { usersPath } from "#app/admin/users/user-search.ts";
import { href } from "#app/lib/href.ts";

/** The console's menu (docs/specification.md#console-screens). */
export const menu = [
  {
    label: "Work",
    sections: [
      { key: "start", label: "Start", to: href("/admin") },
      { key: "health", label: "Health", to: href("/admin/health") },
      { key: "approvals", label: "Approvals", to: href("/admin/approvals") },
      { key: "applications", label: "Applications", to: applicationsPath() },
      { key: "gigs", label: "Gigs", to: adminGigsPath() },
      { key: "reports", label: "Reports", to: href("/admin/reports") },
      { key: "tickets", label: "Tickets", to: ticketsPath() },
    ],
  },
  {
    label: "People",
    sections: [
      { key: "users", label: "Users", to: usersPath() },
      { key: "signups", label: "New signups", to: href("/admin/signups") },
      { key: "operators", label: "Operators", to: href("/admin/operators") },
      { key: "announcements", label: "Announcements", to: href("/admin/announcements") },
    ],
  },
  {
    label: "Shop",
    sections: [
      { key: "orders", label: "Orders", to: adminOrdersPath() },
      { key: "payments", label: "Payments", to: href("/admin/payments") },
      { key: "payouts", label: "Payouts", to: payoutsPath() },
      { key: "catalogue", label: "Catalogue", to: href("/admin/catalogue") },
      { key: "settings", label: "Settings", to: href("/admin/settings") },
    ],
  },
  {
    label: "Record",
    sections: [
      { key: "balance", label: "Balance", to: href("/admin/balance") },
      { key: "exports", label: "Exports", to: exportsPath() },
      { key: "taxes", label: "Taxes", to: href("/admin/payouts/taxes") },
      { key: "figures", label: "Figures", to: href("/admin/figures") },
      { key: "audit", label: "Audit", to: auditPath() },
    ],
  },
] as const;

export type Section = (typeof menu)[number]["sections"][number]["key"];

/** How many items wait for an operator in each section, as the menu shows it: `3`, or `9+`. */
export type Waits = Partial<Record<Section, string>>;
