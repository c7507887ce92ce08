import { choiceOf, cursorOf, type ListOrder, listPath, orderOf, textOf } from "#app/admin/list-search.ts";

/** The filters of the console's list of users. */
export const userFilters = [
  { key: "all", label: "All" },
  { key: "suspended", label: "Suspended" },
  { key: "operators", label: "Operators" },
] as const;

export type UserSearch = {
  /** A part of an email address, a username or a name, or the beginning of an id. */
  q: string;
  show: (typeof userFilters)[number]["key"];
  order: ListOrder;
  /** The number of the previous page's last user; null for the first page. */
  after: number | null;
};

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseUserSearch(params: URLSearchParams): UserSearch {
  return {
    q: textOf(params),
    show: choiceOf(userFilters, params.get("show")) ?? "all",
    order: orderOf(params),
    after: cursorOf(params.get("after")),
  };
}

/** The address of a list of users. */
export function usersPath({ show, ...search }: Partial<UserSearch> = {}): string {
  return listPath("/admin/users", { ...search, show: show === "all" ? null : show });
}
