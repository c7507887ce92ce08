import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { leadsToCategory } from "#app/catalog/pending-listing.ts";
import { GigSkeletons } from "#app/gigs/gig-skeletons.tsx";

/** How long to wait before the skeleton shows, in ms, so that fast answers do not flicker. */
const skeletonDelay = 150;

/**
 * Wraps every screen and shows a skeleton while a category loads (docs/specification.md#listing-states). The
 * screen stays in the page, hidden, so that it returns unchanged if the navigation is cancelled.
 */
export function CategoryLoading({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const isComing = leadsToCategory(pathname, state === "loading" ? location.pathname : null);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(() => setLate(true), skeletonDelay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isComing]);
  return (
    <>
      <div hidden={isLate}>{children}</div>
      {isLate ? (
        <div className="wrap page" aria-busy="true">
          <p className="vh" role="status">
            Loading category
          </p>
          <div aria-hidden="true">
            <p className="sk mb-6" />
            <GigSkeletons count={6} />
          </div>
        </div>
      ) : null}
    </>
  );
}
