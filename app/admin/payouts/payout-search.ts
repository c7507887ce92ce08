import { choiceOf, listPath } from "#app/admin/list-search.ts";

/** The lists of `/admin/payouts` (docs/specification.md#operator-payouts). */
export const payoutLists = [
  { key: "refused", label: "Refused" },
  { key: "funds", label: "Waiting for funds" },
  { key: "restricted", label: "Restricted accounts" },
  { key: "failed", label: "Failed payouts" },
  { key: "debts", label: "Debts over 60 days" },
  { key: "holds", label: "Open holds" },
  { key: "banks", label: "New bank accounts" },
  { key: "shared", label: "Shared bank accounts" },
] as const;

export type PayoutListKey = (typeof payoutLists)[number]["key"];

/** The last row of a page: what its list is sorted by, and the row's id. */
export type PayoutCursor = { sort: number; id: string };

export type PayoutSearch = { show: PayoutListKey; after: PayoutCursor | null };

/** Reads a search from the address. Values that are not valid are ignored. */
export function parsePayoutSearch(params: URLSearchParams): PayoutSearch {
  const [, sort, id] = /^(\d{1,15})~([\w-]{1,60})$/.exec(params.get("after") ?? "") ?? [];
  return {
    show: choiceOf(payoutLists, params.get("show")) ?? "refused",
    after: sort === undefined || id === undefined ? null : { sort: Number(sort), id },
  };
}

/** The address of a list. */
export function payoutsPath({ show, after }: Partial<PayoutSearch> = {}): string {
  return listPath("/admin/payouts", {
    show: show === "refused" ? null : show,
    after: after && `${after.sort}~${after.id}`,
  });
}
