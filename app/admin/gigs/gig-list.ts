import { choiceOf, cursorOf, listPath, textOf } from "#app/admin/list-search.ts";

/** The lists of /admin/gigs. */
export const gigFilters = [
  { key: "all", label: "All" },
  { key: "listed", label: "Active" },
  { key: "paused", label: "Paused" },
  { key: "changed", label: "Changed, to review" },
  { key: "denied", label: "Denied" },
  { key: "suspended", label: "Suspended" },
  { key: "drafts", label: "Drafts" },
] as const;

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseGigListSearch(params: URLSearchParams) {
  return {
    /** A part of the title, or the whole slug, id or seller's username. */
    q: textOf(params),
    show: choiceOf(gigFilters, params.get("show")) ?? "all",
    /** The number of the previous page's last gig; null for the first page. */
    after: cursorOf(params.get("after")),
  };
}

export type GigListSearch = ReturnType<typeof parseGigListSearch>;

/** The address of a list of gigs. */
export function adminGigsPath({ show, ...search }: Partial<GigListSearch> = {}): string {
  return listPath("/admin/gigs", { ...search, show: show === "all" ? null : show });
}
