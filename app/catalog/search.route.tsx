import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FilterChips } from "#app/catalog/filter-chips.tsx";
import { countText, listingPath, searchAskedOf, shownQuery } from "#app/catalog/listing.ts";
import { endedEarly, NoResults } from "#app/catalog/no-results.tsx";
import { useListingPending } from "#app/catalog/pending.ts";
import { SearchForm } from "#app/catalog/search-form.tsx";
import { GigResults } from "#app/gigs/gig-results.tsx";
import { GigSkeletons } from "#app/gigs/gig-skeletons.tsx";
import { listingOf } from "#app/gigs/listing.server.ts";
import { search } from "#app/gigs/search.server.ts";
import { pageMeta } from "#app/layout/meta.ts";
import { sheetLink } from "#app/sheets.ts";
import { ToastSlab } from "#app/ui/toast.tsx";
import { WhileLoading } from "#app/ui/while-loading.tsx";

export const handle = { sheet: "listing" };
export const links = () => [sheetLink("listing")];

/** spec.md section 9. */
const skeletons = 8;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = searchAskedOf(new URL(request.url).searchParams);
  const found = () => search(context.db, asked);
  return { q: asked.q, filters: asked.filters, ...(await listingOf("/search", asked, found, context)) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: data?.q ? `“${shownQuery(data.q)}”: search results` : "All services",
    description: "Fixed-price services with their prices, delivery times and reviews.",
    noindex: true,
  });

export default function Search() {
  const { q, filters, ...results } = useLoaderData<typeof loader>();
  const pending = useListingPending();
  const { sort } = results;
  return (
    <div className="wrap page">
      <h1 className="vh">Search</h1>
      <SearchForm q={q} sort={sort} filters={filters} />
      <div className="head found">
        <div role="status">
          <h2>
            <span className="num">{countText(results.count, results.capped)}</span>{" "}
            {results.count === 1 && !results.capped ? "result" : "results"}
            {q ? ` for “${shownQuery(q)}”` : ""}
          </h2>
          {results.partial && results.count > 0 ? <p className="muted">{endedEarly}</p> : null}
        </div>
        <FilterChips q={q} sort={sort} filters={filters} />
      </div>
      <WhileLoading
        loading={pending === "results"}
        label="Loading results"
        placeholders={<GigSkeletons count={skeletons} className="four" />}
      >
        <GigResults
          {...results}
          className="four"
          href={(page) => listingPath("/search", { q, sort, filters, page })}
          empty={
            <NoResults
              q={q}
              sort={sort}
              filters={filters}
              partial={results.partial}
              failed={results.failed !== null}
            />
          }
        />
      </WhileLoading>
      <ToastSlab toast={results.failed ? { kind: "error", text: results.failed } : null} />
    </div>
  );
}
