import { Link, useLocation, useRevalidator } from "@remix-run/react";
import type { ReactNode } from "react";
import type { About } from "#app/browse/about.ts";
import { AboutSection } from "#app/browse/about-section.tsx";
import { GigResults } from "#app/browse/gig-results.tsx";
import { GigSkeletons } from "#app/browse/gig-skeletons.tsx";
import { countText } from "#app/browse/listing.ts";
import { type ListingQuery, listingPath } from "#app/browse/listing-query.ts";
import { ListingSide } from "#app/browse/listing-side.tsx";
import { useListingPending } from "#app/browse/pending-listing.ts";
import { FilterChips } from "#app/browse/search/filter-chips.tsx";
import { filterBound, isFiltered } from "#app/browse/search/filters.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { StructuredData } from "#app/seo/structured-data.tsx";
import { breadcrumbRecord, faqRecords } from "#app/seo/structured-records.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { Empty } from "#app/ui/empty.tsx";
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
  results: ListingQuery & {
    base: string;
    gigs: GigSummary[];
    count: number;
    /** The search stopped at its bound: there may be gigs that it did not examine. */
    partial: boolean;
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

/** Shown if a filtered listing stopped at its bound (docs/specification.md#category-listing). */
const partialListingText = `We checked the first ${filterBound} services in this order. There may be more.`;

/** A listing: the page of a category or subcategory (docs/specification.md#category-listing). */
export function ListingScreen(props: Props) {
  const { category, selected, results, name } = props;
  const { base, sort, filters, count, partial } = results;
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
          <ListingSide
            category={category}
            selected={selected}
            base={base}
            sort={sort}
            filters={filters}
            count={count}
            capped={partial}
          />
        </div>
        <section>
          <div className="mb-4" role="status">
            <h2>
              {`${props.title} `}
              <span className="count num">{`(${countText(count, partial)})`}</span>
            </h2>
            {partial && count > 0 ? <p className="muted">{partialListingText}</p> : null}
          </div>
          <FilterChips filters={filters} pathOf={(others) => listingPath(base, { sort, filters: others })} />
          <WhileLoading
            loading={pending || again}
            label="Loading services"
            placeholders={<GigSkeletons count={placeholders} />}
          >
            <GigResults
              {...results}
              href={(page) => listingPath(base, { sort, page, filters })}
              empty={
                isFiltered(filters) && !failed ? (
                  <Empty
                    title={partial ? partialListingText : "No results found"}
                    text={partial ? undefined : "Remove a filter to see more."}
                  >
                    <Link className="btn" to={listingPath(base, { sort })}>
                      Clear all filters
                    </Link>
                  </Empty>
                ) : (
                  props.empty
                )
              }
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
