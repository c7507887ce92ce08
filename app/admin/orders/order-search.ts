import type { OrderStatus, PaymentStatus, Stage } from "#app/orders/order.ts";

type Choice<Key extends string> = readonly { key: Key; label: string }[];

/** What may be wrong with an order: the chips of the list, and what Health counts. */
export const problems = [
  { key: "late", label: "Late" },
  { key: "not-started", label: "Paid, not started" },
  { key: "cancellation", label: "Cancellation asked" },
  { key: "refund", label: "Refund asked" },
  { key: "dispute", label: "Disputed" },
] as const;

export const statuses: Choice<OrderStatus> = [
  { key: "pending", label: "Pending" },
  { key: "in progress", label: "In progress" },
  { key: "completed", label: "Completed" },
  { key: "cancelled", label: "Cancelled" },
];

export const paymentStates: Choice<PaymentStatus> = [
  { key: "pending", label: "Pending" },
  { key: "paid", label: "Paid" },
  { key: "refunded", label: "Refunded" },
  { key: "failed", label: "Failed" },
];

export const stages: Choice<Stage> = [
  { key: "awaiting_payment", label: "Awaiting payment" },
  { key: "awaiting_requirements", label: "Awaiting answers" },
  { key: "ready", label: "Ready to start" },
  { key: "working", label: "Working" },
  { key: "delivered", label: "Delivered" },
  { key: "in_revision", label: "In revision" },
  { key: "closed", label: "Closed" },
];

/**
 * Which orders the console lists; null: any. `q`: the beginning of an order's id, or the username of its buyer or seller. `before`: the
 * number of the last order seen; null: from the newest.
 */
export type OrderSearch = {
  q: string;
  show: (typeof problems)[number]["key"] | null;
  status: OrderStatus | null;
  payment: PaymentStatus | null;
  stage: Stage | null;
  before: number | null;
};

/** Fewer letters of an id say nothing. */
const shortest = 3;
const longest = 100;

/** What the console's address asks for; what it cannot read is left out. */
export function parseOrderSearch(params: URLSearchParams): OrderSearch {
  const q = (params.get("q") ?? "")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .replace(/^[#@]/, "");
  const before = params.get("before") ?? "";
  return {
    q: [...q.normalize("NFC")].slice(0, longest).join(""),
    show: chosen(problems, params.get("show")),
    status: chosen(statuses, params.get("status")),
    payment: chosen(paymentStates, params.get("payment")),
    stage: chosen(stages, params.get("stage")),
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  };
}

function chosen<Key extends string>(from: Choice<Key>, text: string | null): Key | null {
  return from.find(({ key }) => key === text)?.key ?? null;
}

/** Why nothing can be found by this text; null: it may be looked for. */
export function refusalToOrderSearch({ q }: OrderSearch): string | null {
  return q.length > 0 && q.length < shortest ? `Type at least ${shortest} characters` : null;
}

/** The address of a list of orders; what is the default is left out. */
export function adminOrdersPath(search: Partial<OrderSearch>): string {
  const query = new URLSearchParams();
  for (const name of ["q", "show", "status", "payment", "stage", "before"] as const) {
    const value = search[name];
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  return query.size > 0 ? `/admin/orders?${query}` : "/admin/orders";
}

/** An order's page in the console. */
export function adminOrderPath(id: string): string {
  return `/admin/orders/${encodeURIComponent(id)}`;
}
