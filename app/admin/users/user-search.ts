import { choiceOf, cursorOf, listPath, orderOf, textOf } from "#app/admin/list-search.ts";

/** The filters of the console's list of users. */
export const userFilters = [
  { key: "all", label: "All" },
  { key: "suspended", label: "Suspended" },
  { key: "operators", label: "Operators" },
] as const;

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseUserSearch(params: URLSearchParams) {
  return {
    /** A part of an email address, a username or a name, or the beginning of an id. */
    q: textOf(params),
    show: choiceOf(userFilters, params.get("show")) ?? "all",
    order: orderOf(params),
    /** The number of the previous page's last user; null for the first page. */
    after: cursorOf(params.get("after")),
  };
}

export type UserSearch = ReturnType<typeof parseUserSearch>;

/** The address of a list of users. */
export function usersPath({ show, ...search }: Partial<UserSearch> = {}): string {
  return listPath("/admin/users", { ...search, show: show === "all" ? null : show });
}
