import { useLocation, useNavigation } from "@remix-run/react";

/** What is loading: other results for the same screen, or another category's page. */
export type Pending = "results" | "page" | null;

/**
 * What a navigation loads (docs/specification.md#listing-states). Another sort, page, filter or subcategory
 * of the same category loads results. Another category loads a page.
 * @param to null if no navigation is pending
 */
export function pendingPart(from: string, to: string | null): Pending {
  if (to === null) return null;
  const [section, category] = segments(from);
  const [nextSection, nextCategory] = segments(to);
  if (nextSection === "search") return section === "search" ? "results" : null;
  if (nextSection !== "categories" || section !== "categories") return null;
  return category !== undefined && category === nextCategory ? "results" : "page";
}

/** How many placeholder cards show while search results load (docs/specification.md#search-screen). */
export const searchPlaceholders = 8;

/**
 * The card screen that a navigation opens from another screen: a category from outside /categories, or the
 * search results. Null: neither.
 * @param to null if no navigation is pending
 */
export function comingScreen(from: string, to: string | null): "category" | "search" | null {
  const [section, category] = segments(to ?? "");
  if (section === segments(from)[0]) return null;
  if (section === "search") return "search";
  return section === "categories" && category !== undefined ? "category" : null;
}

function segments(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** What the current navigation loads. Always null on the server and without scripts. */
export function useListingPending(): Pending {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  return pendingPart(pathname, state === "loading" ? location.pathname : null);
}
