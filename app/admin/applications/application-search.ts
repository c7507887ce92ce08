import { choiceOf, cursorOf, listPath } from "#app/admin/list-search.ts";

/** The lists of /admin/applications. */
export const applicationFilters = [
  { key: "waiting", label: "To be vetted" },
  { key: "unpaid", label: "Unpaid" },
  { key: "vetted", label: "Vetted" },
  { key: "refused", label: "Refused" },
] as const;

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseApplicationSearch(params: URLSearchParams) {
  return {
    show: choiceOf(applicationFilters, params.get("show")) ?? "waiting",
    /** The id of a single application, in any list; null to show a list. */
    id: params.get("id")?.slice(0, 100) || null,
    /** The number of the previous page's last application; null for the first page. */
    after: cursorOf(params.get("after")),
  };
}

export type ApplicationSearch = ReturnType<typeof parseApplicationSearch>;

/** The address of a list of applications, or of one application. */
export function applicationsPath({ show, ...search }: Partial<ApplicationSearch> = {}): string {
  return listPath("/admin/applications", { ...search, show: show === "waiting" ? null : show });
}

/** The address of the page that confirms a decision that returns the fee. */
export function confirmPath(id: string, intent: string): string {
  return `${applicationsPath({ id })}&confirm=${intent}`;
}
