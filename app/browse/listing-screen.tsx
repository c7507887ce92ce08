import { useLocation, useRevalidator } from "@remix-run/react";
import type { ReactNode } from "react";
import type { About } from "#app/browse/about.ts";
import { AboutSection } from "#app/browse/about-section.tsx";
import { GigResults } from "#app/browse/gig-results.tsx";
import { GigSkeletons } from "#app/browse/gig-skeletons.tsx";
import { countText, resultsPath, type Sort } from "#app/browse/listing.ts";
import { ListingSide } from "#app/browse/listing-side.tsx";
import { useListingPending } from "#app/browse/pending-listing.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { StructuredData } from "#app/seo/structured-data.tsx";
import { breadcrumbRecord, faqRecords } from "#app/seo/structured-records.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { ToastMessage } from "#app/ui/toast.tsx";
import { useRetries } from "#app/ui/use-retries.ts";
import { WhileLoading } from "#app/ui/while-loading.tsx";

type Props = {
  crumbs: { label: string; to?: string }[];
  /** The page's heading and the link next to it. */
  head: ReactNode;
  category: { slug: string; subcategories: { name: string; slug: string }[] };
  /** The slug of the subcategory that is shown; null if the whole category is. */
  selected: string | null;
  results: {
    base: string;
    sort: Sort;
    page: number;
    gigs: GigSummary[];
    count: number;
    /** The sentence to show if the gigs could not be read; null if they were. */
    failed: string | null;
  };
  /** The results' heading, without the count. */
  title: string;
  empty: string;
  /** The name in 'About {name} Services'. */
  name: string;
  about: About | "failed" | null;
};

/** How many placeholder cards show while results load: two rows on wide screens. */
const placeholders = 6;
/** The delays before failed results are loaded again, in ms (docs/specification.md#failed-reads). */
const retryDelays = [1000, 3000];

/** A listing: the page of a category or subcategory (docs/specification.md#category-listing). */
export function ListingScreen(props: Props) {
  const { category, selected, results, name } = props;
  const failed = results.failed !== null;
  const { key } = useLocation();
  const pending = useListingPending() === "results";
  const again = useRevalidator().state === "loading" && failed;
  useRetries(failed, retryDelays);
  return (
    <div className="wrap page">
      <Crumbs items={props.crumbs} />
      {props.head}
      <div className="list">
        <div>
          <ListingSide category={category} selected={selected} sort={results.sort} base={results.base} />
        </div>
        <section>
          <h2 className="mb-4">
            {`${props.title} `}
            <span className="count num">{`(${countText(results.count)})`}</span>
          </h2>
          <WhileLoading
            loading={pending || again}
            label="Loading services"
            placeholders={<GigSkeletons count={placeholders} />}
          >
            <GigResults
              {...results}
              href={(page) => resultsPath(results.base, { sort: results.sort, page })}
              empty={props.empty}
            />
          </WhileLoading>
        </section>
      </div>
      <AboutSection name={name} about={props.about} />
      <StructuredData
        records={
          import.meta.env.SSR
            ? (origin) => [
                breadcrumbRecord(props.crumbs, origin),
                ...faqRecords(props.about && props.about !== "failed" ? props.about.faqs : []),
              ]
            : null
        }
      />
      <ToastMessage
        key={key}
        toast={results.failed === null ? null : { kind: "error", text: results.failed }}
      />
    </div>
  );
}
