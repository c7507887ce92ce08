import { useLocation, useNavigation } from "@remix-run/react";

/** What is on its way: other results of the same listing, or another listing's page. */
export type Pending = "results" | "page" | null;

/**
 * What a navigation from one address to another changes on a listing's screen (docs/specification.md#listing-states): sort, page, filters
 * and the subcategories of one category change its results; another category is another page.
 * @param to null: no navigation is on its way
 */
export function pendingPart(from: string, to: string | null): Pending {
  if (to === null) return null;
  const [place, category] = segments(from);
  const [nextPlace, nextCategory] = segments(to);
  if (nextPlace === "search") return place === "search" ? "results" : null;
  if (nextPlace !== "categories" || place !== "categories") return null;
  return category !== undefined && category === nextCategory ? "results" : "page";
}

/** True on the way from a screen that is no category's to one that is. @param to null: no navigation is on its way */
export function leadsToCategory(from: string, to: string | null): boolean {
  const [place, category] = segments(to ?? "");
  return place === "categories" && category !== undefined && segments(from)[0] !== "categories";
}

function segments(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** After hydration only; on the server and without scripts always null. */
export function useListingPending(): Pending {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return pendingPart(pathname, state === "loading" ? location.pathname : null);
}
