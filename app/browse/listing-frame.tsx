import type { ReactNode } from "react";
import { GigSkeletons } from "#app/browse/gig-skeletons.tsx";
import { useListingPending } from "#app/browse/pending-listing.ts";
import { WhileLoading } from "#app/ui/while-loading.tsx";

/**
 * Wraps each screen under /categories and shows a skeleton while another one loads
 * (docs/specification.md#listing-states).
 */
export function ListingFrame({ children }: { children: ReactNode }) {
  return (
    <WhileLoading
      loading={useListingPending() === "page"}
      label="Loading category"
      placeholders={
        <div className="wrap page">
          <p className="sk" />
          <p className="sk" />
          <div className="list">
            <div className="stack">
              <p className="sk" />
              <p className="sk" />
              <p className="sk" />
              <p className="sk" />
            </div>
            <GigSkeletons count={6} />
          </div>
        </div>
      }
    >
      {children}
    </WhileLoading>
  );
}
