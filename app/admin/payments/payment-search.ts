import { choiceOf, dayOf, listPath, textOf } from "#app/admin/list-search.ts";

/** The tabs of `/admin/payments` (docs/specification.md#operator-payments). */
export const paymentTabs = [
  { key: "mismatches", label: "Mismatches" },
  { key: "payments", label: "Payments" },
  { key: "fees", label: "Registration fees" },
  { key: "refunds", label: "Refunds" },
] as const;

/** How many orders of one payer are searched: the newest ones. */
export const maxOrders = 250;

export type PaymentTab = (typeof paymentTabs)[number]["key"];

/** Reads a search from the address. Values that are not valid are ignored. */
export function parsePaymentSearch(params: URLSearchParams) {
  return {
    show: choiceOf(paymentTabs, params.get("show")) ?? "mismatches",
    /** An id at Stripe, of an order, an application or a mismatch, or the payer's email. Empty: any. */
    q: textOf(params),
    /** A day in UTC, `YYYY-MM-DD`. Empty: any. */
    day: dayOf(params.get("day")),
    /** The id of the previous page's last row. Null: the first page. */
    after: /^[\w-]{1,255}$/.exec(params.get("after") ?? "")?.[0] ?? null,
  };
}

export type PaymentSearch = ReturnType<typeof parsePaymentSearch>;

/** The address of a tab. */
export function paymentsPath({ show, ...search }: Partial<PaymentSearch> = {}): string {
  return listPath("/admin/payments", { show: show === "mismatches" ? null : show, ...search });
}
