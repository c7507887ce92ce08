import { cursorOf } from "#app/admin/users/user-search.ts";
import { href } from "#app/lib/href.ts";

/** The lists of /admin/applications. */
export const applicationFilters = [
  { key: "waiting", label: "To be vetted" },
  { key: "unpaid", label: "Unpaid" },
  { key: "vetted", label: "Vetted" },
  { key: "refused", label: "Refused" },
] as const;

export type ApplicationSearch = {
  show: (typeof applicationFilters)[number]["key"];
  /** The id of a single application, in any list; null to show a list. */
  id: string | null;
  /** The number of the previous page's last application; null for the first page. */
  before: number | null;
};

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseApplicationSearch(params: URLSearchParams): ApplicationSearch {
  return {
    show: applicationFilters.find(({ key }) => key === params.get("show"))?.key ?? "waiting",
    id: params.get("id")?.slice(0, 100) || null,
    before: cursorOf(params.get("before")),
  };
}

/** The address of a list of applications, or of one application, without default values. */
export function applicationsPath(search: Partial<ApplicationSearch> = {}): string {
  const { show = "waiting", id = null, before = null } = search;
  const query = new URLSearchParams({
    ...(id ? { id } : {}),
    ...(show === "waiting" ? {} : { show }),
    ...(before === null ? {} : { before: String(before) }),
  });
  const path = href("/admin/applications");
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The address of the page that confirms a decision that returns the fee. */
export function confirmPath(id: string, intent: string): string {
  return `${applicationsPath({ id })}&confirm=${intent}`;
}
