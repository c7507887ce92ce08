import { href } from "#app/lib/href.ts";
import type { OrderStatus, PaymentStatus, Stage } from "#app/orders/order.ts";

type Choices<Key extends string> = readonly { key: Key; label: string }[];

/** The problems that an order can have: filters of the list, and checks of Health. */
export const problems = [
  { key: "late", label: "Late" },
  { key: "not-started", label: "Paid, not started" },
  { key: "not-started-long", label: "Paid, not started for 3 days" },
  { key: "cancellation", label: "Cancellation requested" },
  { key: "refund", label: "Refund requested" },
  { key: "dispute", label: "Disputed" },
] as const;

export const statuses: Choices<OrderStatus> = [
  { key: "pending", label: "Pending" },
  { key: "in progress", label: "In progress" },
  { key: "completed", label: "Completed" },
  { key: "cancelled", label: "Cancelled" },
];

export const paymentStates: Choices<PaymentStatus> = [
  { key: "pending", label: "Pending" },
  { key: "paid", label: "Paid" },
  { key: "refunded", label: "Refunded" },
  { key: "failed", label: "Failed" },
];

export const stages: Choices<Stage> = [
  { key: "awaiting_payment", label: "Awaiting payment" },
  { key: "awaiting_requirements", label: "Awaiting answers" },
  { key: "ready", label: "Ready to start" },
  { key: "working", label: "Working" },
  { key: "delivered", label: "Delivered" },
  { key: "in_revision", label: "In revision" },
  { key: "closed", label: "Closed" },
];

/** Which orders the console lists. A filter is null for any. */
export type OrderSearch = {
  /** The beginning of an order's id, or the username of its buyer or seller. */
  q: string;
  show: (typeof problems)[number]["key"] | null;
  status: OrderStatus | null;
  payment: PaymentStatus | null;
  stage: Stage | null;
  /** The number of the previous page's last order; null for the first page. */
  before: number | null;
};

/** A shorter beginning of an id matches too many orders. */
const minLength = 3;
const maxLength = 100;

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseOrderSearch(params: URLSearchParams): OrderSearch {
  const q = (params.get("q") ?? "")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .replace(/^[#@]/, "");
  const before = params.get("before") ?? "";
  return {
    q: [...q.normalize("NFC")].slice(0, maxLength).join(""),
    show: choose(problems, params.get("show")),
    status: choose(statuses, params.get("status")),
    payment: choose(paymentStates, params.get("payment")),
    stage: choose(stages, params.get("stage")),
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  };
}

function choose<Key extends string>(choices: Choices<Key>, text: string | null): Key | null {
  return choices.find(({ key }) => key === text)?.key ?? null;
}

/** Why this text cannot be searched for; null if it can. */
export function refusalToOrderSearch({ q }: OrderSearch): string | null {
  return q.length > 0 && q.length < minLength ? `Type at least ${minLength} characters` : null;
}

/** The address of a list of orders, without default values. */
export function adminOrdersPath(search: Partial<OrderSearch>): string {
  const query = new URLSearchParams();
  for (const name of ["q", "show", "status", "payment", "stage", "before"] as const) {
    const value = search[name];
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const path = href("/admin/orders");
  return query.size > 0 ? `${path}?${query}` : path;
}
