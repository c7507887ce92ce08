import { href } from "#app/lib/href.ts";
import type { OrderStatus, Party } from "#app/orders/order.ts";

/** The filters of the list. The key is `status` in the address. */
export const orderFilters = [
  { key: "all", label: "All" },
  { key: "needs-you", label: "Needs you" },
  { key: "pending", label: "Pending" },
  { key: "in progress", label: "In progress" },
  { key: "completed", label: "Completed" },
  { key: "cancelled", label: "Cancelled" },
] as const satisfies { key: OrderStatus | "all" | "needs-you"; label: string }[];

/**
 * The query of the dashboard's address. `q`: the beginning of an id, or a part of a title; "" if nothing is
 * searched for. `before`: the id of the previous page's last order; null on the first page.
 */
export type OrderSearch = {
  party: Party;
  filter: (typeof orderFilters)[number]["key"];
  q: string;
  before: string | null;
};

/** In characters. */
const maxQueryLength = 100;

/** Parses the address. A parameter with an unknown value is ignored. */
export function orderSearchOf(params: URLSearchParams): OrderSearch {
  const q = (params.get("q") ?? "")
    .normalize("NFC")
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return {
    party: params.get("tab") === "selling" ? "seller" : "buyer",
    filter: orderFilters.find(({ key }) => key === params.get("status"))?.key ?? "all",
    q: [...q].slice(0, maxQueryLength).join(""),
    before: params.get("before") || null,
  };
}

/** The address of a list of orders, without default values. */
export function ordersPath({ party, filter = "all", q = "", before = null }: Partial<OrderSearch>): string {
  const query = new URLSearchParams({
    ...(party === "seller" ? { tab: "selling" } : {}),
    ...(filter === "all" ? {} : { status: filter }),
    ...(q ? { q } : {}),
    ...(before === null ? {} : { before }),
  });
  const path = href("/orders");
  return query.size > 0 ? `${path}?${query}` : path;
}

/** True if a search or a filter narrows the list. */
export function isNarrowed({ filter, q }: Pick<OrderSearch, "filter" | "q">): boolean {
  return filter !== "all" || q !== "";
}

/**
 * True if the address asks for no list of orders, so a seller gets the Overview
 * (docs/specification.md#selling).
 */
export function isStart(params: URLSearchParams): boolean {
  return !["tab", "status", "q", "before", "gigs"].some((name) => params.has(name));
}

/**
 * True if the text is the beginning of the order's id (with or without `#`) or a part of its title. Case is
 * ignored.
 */
export function matches(q: string, order: { id: string; title: string }): boolean {
  const text = q.toLowerCase();
  return (
    order.id.startsWith(text.replace(/^#/, "")) || order.title.normalize("NFC").toLowerCase().includes(text)
  );
}

/**
 * The text as the beginning of an id, if it is at least as long as the ids that pages show (8 characters);
 * else null.
 */
export function idPrefix(q: string): string | null {
  const id = q.toLowerCase().replace(/^#/, "");
  return /^[0-9a-f-]{8,36}$/.test(id) ? id : null;
}
