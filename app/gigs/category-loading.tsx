import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { leadsToCategory } from "#app/catalog/pending-listing.ts";
import { GigSkeletons } from "#app/gigs/gig-skeletons.tsx";

/** A fast answer should not flicker, in ms. */
const patience = 150;

/**
 * Around every screen: on the way from it to a category stands the 'Loading skeleton while the category loads' (docs/specification.md#listing-states). The
 * screen stays in the page, unseen, so that a navigation given up brings it back as it was.
 */
export function CategoryLoading({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const isComing = leadsToCategory(pathname, state === "loading" ? location.pathname : null);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(() => setLate(true), patience);
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
