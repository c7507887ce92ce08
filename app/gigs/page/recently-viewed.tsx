import { Link, useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { GigSummary } from "#app/gigs/gig.ts";
import { GigCards } from "#app/gigs/gig-card.tsx";
import { storedIds, viewedKey, viewedLimit, withViewed } from "#app/gigs/page/recent.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * What this browser looked at before, up to four (docs/specification.md#recently-viewed). It comes from the browser's storage once the scripts are
 * there, so that nothing personal is in the document; without scripts there is the way to the page of them.
 */
export function RecentlyViewed({ id }: { id: string }) {
  const { load, data } = useFetcher<{ gigs: GigSummary[] }>();

  useEffect(() => {
    const others = viewed(id);
    if (others.length > 0) load(`/services/recent?ids=${others.join(".")}`);
  }, [id, load]);

  if (!data?.gigs.length) {
    return (
      <p className="sec">
        <Link className="more" to="/services/recent">
          Recently Viewed Services
          <Icon name="arrow" />
        </Link>
      </p>
    );
  }
  return (
    <section className="sec">
      <div className="head">
        <h2 className="stitch">Recently Viewed Services</h2>
        <Link className="more" to="/services/recent">
          All you looked at
          <Icon name="arrow" />
        </Link>
      </div>
      <GigCards gigs={data.gigs} className="four" />
    </section>
  );
}

/** The gigs looked at before this one, which is noted too: the inline script sees page loads only. */
function viewed(id: string): string[] {
  try {
    const ids = storedIds(localStorage.getItem(viewedKey));
    localStorage.setItem(viewedKey, JSON.stringify(withViewed(ids, id)));
    return ids.filter((one) => one !== id).slice(0, viewedLimit);
  } catch {
    // Storage may be forbidden; then nothing is remembered.
    return [];
  }
}
