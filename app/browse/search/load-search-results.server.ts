import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { countText, lastPageIfBeyond, pageSize } from "#app/browse/listing.ts";
import { search } from "#app/browse/search/search.server.ts";
import { type SearchQuery, searchPath } from "#app/browse/search/search.ts";
import { searchByWords, type WordMatches } from "#app/browse/search/search-words.server.ts";
import type { SearchTopic } from "#app/browse/search/word-query.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import { findPresentSlug } from "#app/catalog/former-slugs.server.ts";
import type { GigSummary } from "#app/gigs/gig.ts";
import { sectionRead } from "#app/lib/reads.ts";
import { redirect } from "#app/lib/replies.ts";

/**
 * Loads one page of search results. If they cannot be read, the failure is logged and the list is empty
 * (docs/specification.md#fallbacks): `failed` is true. A category that does not exist is ignored.
 * @throws a redirect to the last page if the page of the query lies beyond it, and from a former slug of a
 * category to its current one
 */
export async function loadSearchResults(asked: SearchQuery, context: LoaderFunctionArgs["context"]) {
  const { db, dataCache, log } = context;
  const topics = (await sectionRead(() => dataCache.read(catalog.searchTopics), "topics", log)) ?? [];
  const categories = topics.filter(({ categoryId }) => categoryId !== null);
  const isKnown = categories.some(({ slug }) => slug === asked.filters.category);
  const former = isKnown ? null : asked.filters.category;
  const present = former && (await sectionRead(() => findPresentSlug(db, former), "topics", log));
  if (present) throw redirect(searchPath({ ...asked, filters: { ...asked.filters, category: present } }));
  const query = isKnown ? asked : { ...asked, filters: { ...asked.filters, category: null } };
  const { sort, page, filters } = query;
  const results = await sectionRead(() => search(db, query), "search", log);
  if (!results) {
    return {
      filters,
      sort,
      page: 1,
      gigs: [],
      count: 0,
      capped: false,
      partial: false,
      categories: categories.map(({ slug, name }) => ({ slug, name, count: null })),
      words: noWords,
      failed: true,
    };
  }
  const last = lastPageIfBeyond(page, results.count);
  if (last !== null) throw redirect(searchPath({ ...query, page: last }));
  const { byCategory, ...shown } = results;
  return {
    filters,
    sort,
    page,
    ...shown,
    categories: categories
      .map(({ slug, name, categoryId, number }) => ({
        slug,
        name,
        count: byCategory.counts[(byCategory.key === "id" ? categoryId : number) ?? ""] ?? 0,
      }))
      .filter(({ slug, count }) => count > 0 || slug === filters.category)
      .map((category) => ({ ...category, count: countText(category.count, byCategory.capped) })),
    words: await loadWordMatches(query, results.gigs, topics, context),
    failed: false,
  };
}

const noWords: WordMatches = { gigs: [], corrected: null };

/** The services that match the words, if those with the whole text do not fill the first page. */
async function loadWordMatches(
  { q, page, filters }: SearchQuery,
  shown: GigSummary[],
  topics: SearchTopic[],
  { db, log }: Pick<LoaderFunctionArgs["context"], "db" | "log">,
): Promise<WordMatches> {
  if (q === "" || page > 1 || shown.length >= pageSize) return noWords;
  const read = () => searchByWords(db, { q, filters, topics, shown });
  return (await sectionRead(read, "search by words", log)) ?? noWords;
}
