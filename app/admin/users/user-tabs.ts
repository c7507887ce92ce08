import { choiceOf, cursorOf, listPath } from "#app/admin/list-search.ts";
import { href } from "#app/lib/href.ts";

/** The tabs of a user's page in the console (docs/specification.md#operator-user). */
export const userTabs = [
  { key: "facts", label: "Facts" },
  { key: "orders", label: "Orders" },
  { key: "gigs", label: "Gigs" },
  { key: "registration", label: "Registration" },
  { key: "tickets", label: "Tickets" },
  { key: "reports", label: "Reports" },
  { key: "mails", label: "Emails" },
  { key: "sessions", label: "Sessions" },
  { key: "limits", label: "Limits" },
] as const;

type UserTab = (typeof userTabs)[number]["key"];

export const orderSides = [
  { key: "bought", label: "Bought" },
  { key: "sold", label: "Sold" },
] as const;
export type OrderSide = (typeof orderSides)[number]["key"];

export const reportSides = [
  { key: "about", label: "About this person" },
  { key: "by", label: "By this person" },
] as const;
export type ReportSide = (typeof reportSides)[number]["key"];

/** What the address of a user's page asks for. */
export type UserView = {
  tab: UserTab;
  orders: OrderSide;
  reports: ReportSide;
  /** The number of the email whose text is shown; null: none. */
  mail: number | null;
  /** The number of the previous page's last row; null for the first page. */
  after: number | null;
};

const firstView: UserView = { tab: "facts", orders: "bought", reports: "about", mail: null, after: null };

/** Reads the tab, the side of its list, and the page. Values that are not valid are ignored. */
export function parseUserView(params: URLSearchParams): UserView {
  const show = params.get("show");
  return {
    tab: choiceOf(userTabs, params.get("tab")) ?? firstView.tab,
    orders: choiceOf(orderSides, show) ?? firstView.orders,
    reports: choiceOf(reportSides, show) ?? firstView.reports,
    mail: cursorOf(params.get("mail")),
    after: cursorOf(params.get("after")),
  };
}

/** The address of a user's page. Defaults are left out. */
export function userPath(id: string, view: Partial<UserView> = {}): string {
  const { tab, orders, reports, mail, after } = { ...firstView, ...view };
  const side = tab === "orders" ? orders : tab === "reports" ? reports : null;
  return listPath(href("/admin/users/:id", { id }), {
    tab: tab === firstView.tab ? null : tab,
    show: side === firstView.orders || side === firstView.reports ? null : side,
    mail: tab === "mails" ? mail : null,
    after,
  });
}
