import { href } from "#app/lib/href.ts";

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
  /** The number of the previous page's last user; null for the first page. */
  before: number | null;
};

/** The search index finds no shorter text. */
const minLength = 3;
const maxLength = 100;

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseUserSearch(params: URLSearchParams): UserSearch {
  const q = (params.get("q") ?? "").replace(/\p{Cc}+/gu, " ").trim();
  return {
    q: [...q.normalize("NFC")].slice(0, maxLength).join(""),
    show: userFilters.find(({ key }) => key === params.get("show"))?.key ?? "all",
    before: cursorOf(params.get("before")),
  };
}

/** Parses the number of the previous page's last row; null for the first page. */
export function cursorOf(parameter: string | null): number | null {
  return parameter !== null && /^[1-9]\d{0,14}$/.test(parameter) ? Number(parameter) : null;
}

/** Why this text cannot be searched for; null if it can. */
export function refusalToUserSearch({ q }: UserSearch): string | null {
  const length = [...q.replace(/[\u0300-\u036f]/g, "")].length;
  return length > 0 && length < minLength ? `Type at least ${minLength} characters` : null;
}

/** The address of a list of users, without default values. */
export function usersPath({ q = "", show = "all", before = null }: Partial<UserSearch>): string {
  const query = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(show === "all" ? {} : { show }),
    ...(before === null ? {} : { before: String(before) }),
  });
  const path = href("/admin/users");
  return query.size > 0 ? `${path}?${query}` : path;
}
