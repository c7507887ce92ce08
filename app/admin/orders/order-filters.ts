import { type Choices, choiceOf, cursorOf, listPath, orderOf, textOf } from "#app/admin/list-search.ts";
import type { OrderStatus, PaymentStatus, Stage } from "#app/orders/order.ts";

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

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseOrderSearch(params: URLSearchParams) {
  return {
    /** The beginning of an id, the username or email address of a party, or the id of a payment at Stripe. */
    q: textOf(params),
    show: choiceOf(problems, params.get("show")),
    status: choiceOf(statuses, params.get("status")),
    payment: choiceOf(paymentStates, params.get("payment")),
    stage: choiceOf(stages, params.get("stage")),
    order: orderOf(params),
    /** The number of the previous page's last order; null for the first page. */
    after: cursorOf(params.get("after")),
  };
}

/** Which orders the console lists. A filter is null for any. */
export type OrderSearch = ReturnType<typeof parseOrderSearch>;

/** The address of a list of orders. */
export function adminOrdersPath(search: Partial<OrderSearch> = {}): string {
  return listPath("/admin/orders", search);
}
