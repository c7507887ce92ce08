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

export type GigListSearch = {
  /** A part of the title, or the whole slug, id or seller's username. */
  q: string;
  show: (typeof gigFilters)[number]["key"];
  /** The number of the previous page's last gig; null for the first page. */
  after: number | null;
};

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseGigListSearch(params: URLSearchParams): GigListSearch {
  return {
    q: textOf(params),
    show: choiceOf(gigFilters, params.get("show")) ?? "all",
    after: cursorOf(params.get("after")),
  };
}

/** The address of a list of gigs. */
export function adminGigsPath({ show, ...search }: Partial<GigListSearch> = {}): string {
  return listPath("/admin/gigs", { ...search, show: show === "all" ? null : show });
}
