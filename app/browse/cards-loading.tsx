import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { GigSkeletons } from "#app/browse/gig-skeletons.tsx";
import { comingScreen, searchPlaceholders } from "#app/browse/pending-listing.ts";

/** How long to wait before the skeleton shows, in ms, so that it does not flicker if the page loads fast. */
const skeletonDelay = 150;

/**
 * Wraps every screen and shows a skeleton while a category or the search results load from another screen
 * (docs/specification.md#listing-states). The screen stays in the page, hidden, so that it returns unchanged
 * if the navigation is cancelled.
 */
export function CardsLoading({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const coming = comingScreen(pathname, state === "loading" ? location.pathname : null);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!coming) return;
    const timer = setTimeout(() => setLate(true), skeletonDelay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [coming]);
  return (
    <>
      <div hidden={isLate}>{children}</div>
      {isLate && coming ? (
        <div className="wrap page" aria-busy="true">
          <p className="vh" role="status">
            {coming === "search" ? "Loading results" : "Loading category"}
          </p>
          <div aria-hidden="true">
            <p className="sk mb-6" />
            {coming === "search" ? (
              <GigSkeletons count={searchPlaceholders} className="four" />
            ) : (
              <GigSkeletons count={6} />
            )}
          </div>
        </div>
      ) : null}
    </>
  );
}
