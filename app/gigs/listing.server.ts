import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { lastPageInstead } from "#app/catalog/listing.ts";
import { type SearchAsked, searchPath } from "#app/catalog/search/search.ts";
import type { GigList } from "#app/gigs/gigs.server.ts";
import { sectionRead } from "#app/lib/reads.ts";

/**
 * The gigs of a search are a section: when they cannot be read the page stands without them, and `failed` is the
 * sentence for it (docs/specification.md#error-catalogue).
 * @throws a redirect to the last page when the page asked for lies beyond it
 */
export async function listingOf(
  asked: SearchAsked,
  read: () => Promise<GigList & { partial?: boolean }>,
  { log, requestId }: LoaderFunctionArgs["context"],
) {
  const { sort, page } = asked;
  const list = await sectionRead(read, "search", log);
  if (!list) {
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
  const last = lastPageInstead(page, list.count);
  if (last !== null) throw redirect(searchPath({ ...asked, page: last }));
  return { sort, page, partial: false, ...list, failed: null };
}
