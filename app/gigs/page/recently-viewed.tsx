import { Link, useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { GigSummary } from "#app/gigs/gig.ts";
import { GigCards } from "#app/gigs/gig-card.tsx";
import { addViewed, maxViewed, parseStoredIds, viewedStorageKey } from "#app/gigs/page/viewed-gigs.ts";
import { href } from "#app/lib/href.ts";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Up to four gigs that this browser viewed before (docs/specification.md#recently-viewed). Scripts read their
 * ids from the browser's storage, so that the cached document holds nothing personal. Without scripts it
 * links to /services/recent.
 */
export function RecentlyViewed({ id }: { id: string }) {
  const { load, data } = useFetcher<{ gigs: GigSummary[] }>();

  useEffect(() => {
    const others = noteViewed(id);
    if (others.length > 0) load(`${href("/services/recent")}?ids=${others.join(".")}`);
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
          See all
          <Icon name="arrow" />
        </Link>
      </div>
      <GigCards gigs={data.gigs} className="four" />
    </section>
  );
}

/**
 * Records this gig as viewed, because the inline script runs only when a document loads.
 * @returns the ids of the gigs viewed before it
 */
function noteViewed(id: string): string[] {
  try {
    const ids = parseStoredIds(localStorage.getItem(viewedStorageKey));
    localStorage.setItem(viewedStorageKey, JSON.stringify(addViewed(ids, id)));
    return ids.filter((one) => one !== id).slice(0, maxViewed);
  } catch {
    // The browser may forbid storage: then nothing is remembered.
    return [];
  }
}
