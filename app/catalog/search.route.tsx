import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { askedOf, countText, defaultSort, listingPath } from "#app/catalog/listing.ts";
import { SortSelect } from "#app/catalog/sort-select.tsx";
import { GigResults } from "#app/gigs/gig-results.tsx";
import * as gigs from "#app/gigs/gigs.server.ts";
import { listingOf } from "#app/gigs/listing.server.ts";
import { pageMeta } from "#app/layout/meta.ts";
import { sheetLink } from "#app/sheets.ts";

export const handle = { sheet: "listing" };
export const links = () => [sheetLink("listing")];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = askedOf(new URL(request.url).searchParams);
  const found = () => gigs.search(context.db, asked);
  return { q: asked.q, ...(await listingOf("/search", asked, found, context)) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: data?.q ? `“${data.q}”: search results` : "All services", noindex: true });

export default function Search() {
  const { q, ...results } = useLoaderData<typeof loader>();
  const count = countText(results.count, results.capped);
  return (
    <div className="wrap page">
      <h1 className="vh">Search</h1>
      <Form action="/search" role="search" aria-label="Search" className="flex gap-3" key={`q ${q}`}>
        <label className="vh" htmlFor="qs">
          Search services
        </label>
        <input
          className="in"
          id="qs"
          name="q"
          type="search"
          defaultValue={q}
          placeholder="Search services"
          autoComplete="off"
          required
          pattern=".*\S.*"
          title="Type what you are looking for"
        />
        {results.sort === defaultSort ? null : <input type="hidden" name="sort" value={results.sort} />}
        <button type="submit" className="btn go">
          Search
        </button>
      </Form>
      {/* A form of its own: without a query, everything can still be sorted. */}
      <Form action="/search" className="mt-4 flex items-end gap-3 max-w-[26rem]" aria-label="Sorting">
        {q ? <input type="hidden" name="q" value={q} /> : null}
        <div className="grow">
          <SortSelect sort={results.sort} />
        </div>
        <button type="submit" className="btn">
          Apply
        </button>
      </Form>
      <div className="head mt-6">
        <h2>
          <span className="num">{count}</span> {results.count === 1 ? "result" : "results"}
          {q ? ` for “${q}”` : ""}
        </h2>
      </div>
      <GigResults
        {...results}
        className="four"
        href={(page) => listingPath("/search", { q, sort: results.sort, page })}
        empty="No results found"
      />
    </div>
  );
}
