import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { GigResults } from "#app/browse/gig-results.tsx";
import { GigSkeletons } from "#app/browse/gig-skeletons.tsx";
import { countText, displayTerm, maxTermLength } from "#app/browse/listing.ts";
import { searchPlaceholders, useListingPending } from "#app/browse/pending-listing.ts";
import { FilterChips } from "#app/browse/search/filter-chips.tsx";
import { loadSearchResults } from "#app/browse/search/load-search-results.server.ts";
import { NoResults, partialResultsText } from "#app/browse/search/no-results.tsx";
import { parseSearchQuery, searchPath } from "#app/browse/search/search.ts";
import { SearchForm } from "#app/browse/search/search-form.tsx";
import { GigCards } from "#app/gigs/gig-card.tsx";
import { failureHeaders } from "#app/lib/failure-headers.ts";
import { redirect } from "#app/lib/replies.ts";
import { requireRead } from "#app/limits/allowances.server.ts";
import { linksOf, type PageHandle } from "#app/page-handle.ts";
import { pageMeta } from "#app/seo/meta.ts";
import { WhileLoading } from "#app/ui/while-loading.tsx";
import stylesheet from "../listing.css?url";

export const handle: PageHandle = { stylesheet, hearts: true };
export const links = linksOf(handle);

/** /search (docs/specification.md#search-screen). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const query = parseSearchQuery(params);
  // The address shows the term as it is searched for, without surrounding spaces. Its `cut` parameter makes
  // the page say that the term was cut.
  const typed = params.get("q");
  if (typed && typed !== query.q) throw redirect(searchPath(query));
  await requireRead(context);
  const { q, cut } = query;
  return { q, cut, ...(await loadSearchResults(query, context)) };
}

export const headers = failureHeaders;
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    {
      title: data?.q ? `“${displayTerm(data.q)}”: search results` : "All services",
      description: "Fixed-price services from vetted freelancers, by price, delivery time and rating.",
      path: searchPath({ q: data?.q, filters: data?.filters, page: data?.page }),
      noindex: true,
    },
    matches,
  );

const termCutText = `We searched for the first ${maxTermLength} characters of your text.`;

export default function Search() {
  const { q, filters, cut, words, categories, ...results } = useLoaderData<typeof loader>();
  const pending = useListingPending();
  const { sort } = results;
  const isOne = results.count === 1 && !results.capped;
  const counted = `${countText(results.count, results.capped)} ${isOne ? "result" : "results"}${q ? ` for “${displayTerm(q)}”` : ""}`;
  /** No service has the whole text, and some have its words. */
  const isClose = results.count === 0 && !results.partial && words.gigs.length > 0;
  return (
    <div className="wrap page">
      <h1 className="vh">Search</h1>
      <SearchForm
        q={q}
        sort={sort}
        filters={filters}
        categories={categories}
        count={results.count}
        capped={results.capped}
      />
      <div className="head found">
        <div role="status">
          {isClose ? <h2>No exact match. These come closest.</h2> : <h2>{counted}</h2>}
          {isClose ? <p className="small muted">{`No results found. ${counted}`}</p> : null}
          {q && cut ? <p className="muted">{termCutText}</p> : null}
          {results.partial && results.count > 0 ? <p className="muted">{partialResultsText}</p> : null}
        </div>
        <FilterChips
          filters={filters}
          categories={categories}
          pathOf={(others) => searchPath({ q, sort, filters: others })}
        />
      </div>
      <WhileLoading
        loading={pending === "results"}
        label="Loading results"
        placeholders={<GigSkeletons count={searchPlaceholders} className="four" />}
      >
        {isClose ? null : (
          <GigResults
            {...results}
            className="four"
            href={(page) => searchPath({ q, sort, filters, page })}
            empty={
              <NoResults
                q={q}
                sort={sort}
                filters={filters}
                partial={results.partial}
                failed={results.failed}
                hasWordMatches={words.gigs.length > 0}
              />
            }
          />
        )}
        {words.gigs.length > 0 ? (
          <section className="sec" aria-labelledby="words">
            <div className="head">
              <h2 id="words">Services that match these words</h2>
            </div>
            {words.corrected ? (
              <p className="meant">
                Showing results for <em>{displayTerm(words.corrected)}</em>
              </p>
            ) : null}
            <GigCards gigs={words.gigs} className="four" eagerFirst={results.gigs.length === 0} />
          </section>
        ) : null}
      </WhileLoading>
    </div>
  );
}
