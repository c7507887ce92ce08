import { cursorOf } from "#app/admin/users/user-search.ts";
import { href } from "#app/lib/href.ts";

/** The lists of /admin/gigs. */
export const gigFilters = [
  { key: "all", label: "All" },
  { key: "listed", label: "Active" },
  { key: "paused", label: "Paused" },
  { key: "changed", label: "Changed, to review" },
  { key: "denied", label: "Denied" },
  { key: "suspended", label: "Suspended" },
] as const;

export type GigListSearch = {
  /** A part of the title of an active gig, or the whole slug, id or seller's username. */
  q: string;
  show: (typeof gigFilters)[number]["key"];
  /** The number of the previous page's last gig; null for the first page. */
  before: number | null;
};

/** The search index finds no shorter text. */
const minLength = 3;
const maxLength = 100;

/** Reads a search from the address. Values that are not valid are ignored. */
export function parseGigListSearch(params: URLSearchParams): GigListSearch {
  const q = (params.get("q") ?? "").replace(/\p{Cc}+/gu, " ").trim();
  return {
    q: [...q.normalize("NFC")].slice(0, maxLength).join(""),
    show: gigFilters.find(({ key }) => key === params.get("show"))?.key ?? "all",
    before: cursorOf(params.get("before")),
  };
}

/** Why this text cannot be searched for; null if it can. */
export function refusalToGigSearch({ q }: GigListSearch): string | null {
  return q.length > 0 && [...q].length < minLength ? `Type at least ${minLength} characters` : null;
}

/** The address of a list of gigs, without default values. */
export function adminGigsPath({ q = "", show = "all", before = null }: Partial<GigListSearch> = {}): string {
  const query = new URLSearchParams({
    ...(q ? { q } : {}),
    ...(show === "all" ? {} : { show }),
    ...(before === null ? {} : { before: String(before) }),
  });
  const path = href("/admin/gigs");
  return query.size > 0 ? `${path}?${query}` : path;
}
