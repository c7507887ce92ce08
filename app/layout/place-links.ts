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
 * Hides a click on a link to a place on the same page (`#delivery`) from the router, so that the browser
 * scrolls there as it does without scripts. The router would treat it as a navigation and drop the reply to a
 * refused form: its errors, and the collapsed forms that it opened. History entries of the router itself have
 * a state. Call this before the router exists: listeners on the window run in the order in which they were
 * added.
 */
export function keepPlaceLinks(): void {
  addEventListener("popstate", (event) => {
    if (event.state === null && shown === location.pathname + location.search)
      event.stopImmediatePropagation();
  });
}
