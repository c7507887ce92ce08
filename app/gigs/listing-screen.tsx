import { useRevalidator } from "@remix-run/react";
import type { ReactNode } from "react";
import type { About } from "#app/catalog/about.ts";
import { AboutSection } from "#app/catalog/about-section.tsx";
import { countText, listingPath, type Sort } from "#app/catalog/listing.ts";
import { ListingSide } from "#app/catalog/listing-side.tsx";
import { useListingPending } from "#app/catalog/pending-listing.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { GigResults } from "#app/gigs/gig-results.tsx";
import { GigSkeletons } from "#app/gigs/gig-skeletons.tsx";
import { StructuredData } from "#app/seo/structured-data.tsx";
import { breadcrumbRecord, faqRecords } from "#app/seo/structured-records.ts";
import { Crumbs } from "#app/ui/crumbs.tsx";
import { ToastMessage } from "#app/ui/toast.tsx";
import { useRetries } from "#app/ui/use-retries.ts";
import { WhileLoading } from "#app/ui/while-loading.tsx";

type Props = {
  crumbs: { label: string; to?: string }[];
  /** The page's heading and what stands beside it. */
  head: ReactNode;
  category: { slug: string; subcategories: { name: string; slug: string }[] };
  /** The slug of the subcategory that is shown; null: all of them. */
  selected: string | null;
  results: {
    base: string;
    sort: Sort;
    page: number;
    gigs: GigSummary[];
    count: number;
    /** The sentence for a list that could not be read. */
    failed: string | null;
  };
  /** The results' heading, without the count. */
  title: string;
  empty: string;
  /** Whose name stands in 'About {name} Services'. */
  name: string;
  about: About | "failed" | null;
};

/** Placeholders in place of a page of cards: two rows of them on a desk. */
const placeholders = 6;
/** A failed list is tried again twice, with growing delay up to 3 s (docs/specification.md#failed-reads), in ms. */
const retryDelays = [1000, 3000];

/** A category's or subcategory's page (docs/specification.md#category-listing). */
export function ListingScreen(props: Props) {
  const { category, selected, results, name } = props;
  const failed = results.failed !== null;
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
            {props.title} <span className="count num">({countText(results.count)})</span>
          </h2>
          <WhileLoading
            loading={pending || again}
            label="Loading services"
            placeholders={<GigSkeletons count={placeholders} />}
          >
            <GigResults
              {...results}
              href={(page) => listingPath(results.base, { sort: results.sort, page })}
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
      {/* One that was closed does not swallow the next page's. */}
      <ToastMessage
        key={listingPath(results.base, results)}
        toast={results.failed === null ? null : { kind: "error", text: results.failed }}
      />
    </div>
  );
}
