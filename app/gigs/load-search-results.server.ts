import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { lastPageIfBeyond } from "#app/catalog/listing.ts";
import { type SearchQuery, searchPath } from "#app/catalog/search/search.ts";
import { search } from "#app/gigs/search.server.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { leadTo } from "#app/lib/replies.ts";

/**
 * Loads one page of search results. If they cannot be read, the page is shown without them, and `failed` is
 * the sentence that says so (docs/specification.md#error-catalogue); otherwise `failed` is null.
 * @throws a redirect to the last page if the page of the query lies beyond it
 */
export async function loadSearchResults(
  query: SearchQuery,
  { db, log, requestId }: LoaderFunctionArgs["context"],
) {
  const { sort, page } = query;
  const results = await sectionRead(() => search(db, query), "search", log);
  if (!results) {
    return {
      sort,
      page: 1,
      gigs: [],
      count: 0,
      capped: false,
      partial: false,
      failed: `Failed to load services: please try again (request ${requestId})`,
    };
  }
  const last = lastPageIfBeyond(page, results.count);
  if (last !== null) throw leadTo(searchPath({ ...query, page: last }));
  return { sort, page, ...results, failed: null };
}
