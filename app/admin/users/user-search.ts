/** Which users the console lists. */
export const userFilters = [
  { key: "all", label: "All" },
  { key: "suspended", label: "Suspended" },
  { key: "operators", label: "Operators" },
] as const;

/** `q`: a part of an e-mail address, a username, a name, or the beginning of an id. `before`: the number of the last user seen; null: from the newest. */
export type UserSearch = { q: string; show: (typeof userFilters)[number]["key"]; before: number | null };

/** Shorter texts are in no index. */
const shortest = 3;
const longest = 100;

/** What the console's address asks for; what it cannot read is left out. */
export function parseUserSearch(params: URLSearchParams): UserSearch {
  const q = (params.get("q") ?? "").replace(/\p{Cc}+/gu, " ").trim();
  const before = params.get("before") ?? "";
  return {
    q: [...q.normalize("NFC")].slice(0, longest).join(""),
    show: userFilters.find(({ key }) => key === params.get("show"))?.key ?? "all",
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  };
}

/** Why nobody can be found by this text; null: it may be looked for. */
export function refusalToUserSearch({ q }: UserSearch): string | null {
  const letters = [...q.replace(/[\u0300-\u036f]/g, "")].length;
  return letters > 0 && letters < shortest ? `Type at least ${shortest} characters` : null;
}

/** The address of a list of users; what is the default is left out. */
export function usersPath({ q = "", show = "all", before = null }: Partial<UserSearch>): string {
  const query = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(show === "all" ? {} : { show }),
    ...(before === null ? {} : { before: String(before) }),
  });
  return query.size > 0 ? `/admin/users?${query}` : "/admin/users";
}

/** A user's page in the console. */
export function userPath(id: string): string {
  return `/admin/users/${encodeURIComponent(id)}`;
}
