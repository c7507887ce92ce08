import { Link } from "@remix-run/react";
import type { ReactElement } from "react";
import { listingSize } from "#app/catalog/listing.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { GigCards } from "#app/gigs/gig-card.tsx";
import { pageCount } from "#app/lib/paging.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Pagination } from "#app/ui/pagination.tsx";

type Props = {
  gigs: GigSummary[];
  /** How many there are on all pages. */
  count: number;
  page: number;
  href: (page: number) => string;
  /** What is said, or shown, when there are none. */
  empty: string | ReactElement;
  className?: string;
};

/** The results of a listing: the cards of one page and the way to the others. */
export function GigResults({ gigs, count, page, href, empty, className }: Props) {
  if (gigs.length === 0) {
    if (typeof empty !== "string") return empty;
    return (
      <Empty title={empty}>
        <Link className="btn" to="/search">
          Browse All Services
        </Link>
      </Empty>
    );
  }
  return (
    <>
      <GigCards gigs={gigs} className={className} eagerFirst />
      <Pagination page={page} total={pageCount(count, listingSize)} href={href} />
    </>
  );
}
