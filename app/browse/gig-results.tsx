import { Link } from "@remix-run/react";
import type { ReactElement } from "react";
import { pageSize } from "#app/browse/listing.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { GigCards } from "#app/gigs/gig-card.tsx";
import { pageCount } from "#app/lib/paging.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Pagination } from "#app/ui/pagination.tsx";

type Props = {
  gigs: GigSummary[];
  /** The number of gigs on all pages together. */
  count: number;
  page: number;
  href: (page: number) => string;
  /** The sentence or element to show if there are none. */
  empty: string | ReactElement;
  className?: string;
};

/** The gigs of a listing or search: the cards of one page and links to the others. */
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
      <Pagination page={page} total={pageCount(count, pageSize)} href={href} />
    </>
  );
}
