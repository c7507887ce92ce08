import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** The path and query that the router shows. */
let shown = "";

/** Tells `keepPlaceLinks` what the router shows. */
export function usePlaceLinks(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    shown = pathname + search;
  }, [pathname, search]);
}

/**
 * Hides the press of a link to a place on the same page (`#delivery`) from the router: the browser moves
 * there as without scripts. The router would take it for another page, and drop the reply to a refused form:
 * its errors, and the folded forms that it has opened. What the router itself has opened has a state. Call it
 * before the router exists: listeners of the window run in the order in which they were added.
 */
export function keepPlaceLinks(): void {
  addEventListener("popstate", (event) => {
    if (event.state === null && shown === location.pathname + location.search)
      event.stopImmediatePropagation();
  });
}
