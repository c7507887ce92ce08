import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { type Asked, lastPageInstead, listingPath } from "#app/catalog/listing.ts";
import type { GigList } from "#app/gigs/gigs.server.ts";
import { sectionRead } from "#app/lib/reads.ts";

/**
 * The gigs of a listing are a section: when they cannot be read the page stands without them, and `failed` is the
 * sentence for it (spec.md section 8, gig list).
 * @throws a redirect to the last page when the page asked for lies beyond it
 */
export async function listingOf(
  base: string,
  { q, sort, page, filters }: Asked,
  read: () => Promise<GigList & { partial?: boolean }>,
  { log, requestId }: LoaderFunctionArgs["context"],
) {
  const list = await sectionRead(read, base, log);
  if (!list) {
    return {
      base,
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
  if (last !== null) throw redirect(listingPath(base, { q, sort, filters, page: last }));
  return { base, sort, page, partial: false, ...list, failed: null };
}
