import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Hides the press of a link to a place on the same page (`#delivery`) from the router: the browser moves
 * there as without scripts. The router would take it for another page, and drop the reply to a refused form:
 * its errors, and the folded forms that it has opened. What the router itself has opened has a state.
 */
export function usePlaceLinks(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    function onMove(event: PopStateEvent) {
      if (event.state === null && location.pathname === pathname && location.search === search)
        event.stopImmediatePropagation();
    }
    // In the capture phase it runs before the router's listener.
    window.addEventListener("popstate", onMove, true);
    return () => window.removeEventListener("popstate", onMove, true);
  }, [pathname, search]);
}
