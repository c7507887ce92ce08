import type { OrderStatus, Party } from "#app/orders/order.ts";

/** Which orders a list shows; the key stands in the address as `status`. */
export const shown = [
  { key: "all", label: "All" },
  { key: "needs-you", label: "Needs you" },
  { key: "pending", label: "Pending" },
  { key: "in progress", label: "In progress" },
  { key: "completed", label: "Completed" },
  { key: "cancelled", label: "Cancelled" },
] as const satisfies { key: OrderStatus | "all" | "needs-you"; label: string }[];

/**
 * What the dashboard's address asks for. `q`: the beginning of an id, or a part of a title. `before`: the id of the last order seen;
 * null: from the newest.
 */
export type OrderSearch = {
  party: Party;
  show: (typeof shown)[number]["key"];
  q: string;
  before: string | null;
};

const longest = 100;

/** What cannot be read is left out. */
export function orderSearchOf(params: URLSearchParams): OrderSearch {
  const q = (params.get("q") ?? "")
    .normalize("NFC")
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return {
    party: params.get("tab") === "selling" ? "seller" : "buyer",
    show: shown.find(({ key }) => key === params.get("status"))?.key ?? "all",
    q: [...q].slice(0, longest).join(""),
    before: params.get("before") || null,
  };
}

/** The address of a list of orders; what is the default is left out. */
export function ordersPath({ party, show = "all", q = "", before = null }: Partial<OrderSearch>): string {
  const query = new URLSearchParams({
    ...(party === "seller" ? { tab: "selling" } : {}),
    ...(show === "all" ? {} : { status: show }),
    ...(q ? { q } : {}),
    ...(before === null ? {} : { before }),
  });
  return query.size > 0 ? `/orders?${query}` : "/orders";
}

/** Whether a search or a filter narrows the list. */
export function isNarrowed({ show, q }: Pick<OrderSearch, "show" | "q">): boolean {
  return show !== "all" || q !== "";
}

/** The first page of all that somebody sells: the seller's desk (docs/specification.md#seller-desk). */
export function isSellingOverview(search: OrderSearch): boolean {
  return search.party === "seller" && search.before === null && !isNarrowed(search);
}

/** Whether a text finds an order: by the beginning of its id, as people see it with `#`, or by a part of its title, in any case. */
export function finds(q: string, order: { id: string; title: string }): boolean {
  const text = q.toLowerCase();
  return (
    order.id.startsWith(text.replace(/^#/, "")) || order.title.normalize("NFC").toLowerCase().includes(text)
  );
}

/** The beginning of an id, when the text is one that is nearly always one order's: as much of it as is shown; else null. */
export function idBeginning(q: string): string | null {
  const id = q.toLowerCase().replace(/^#/, "");
  return /^[0-9a-f-]{8,36}$/.test(id) ? id : null;
}
