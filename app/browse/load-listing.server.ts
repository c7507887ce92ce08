import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type About, buildAbout } from "#app/browse/about.ts";
import * as gigCounts from "#app/browse/gig-counts.server.ts";
import { aboutTtl, lastPageIfBeyond, listingTtl, type Sort } from "#app/browse/listing.ts";
import { type ListingQuery, listingPath } from "#app/browse/listing-query.ts";
import * as listings from "#app/browse/listings.server.ts";
import { isFiltered } from "#app/browse/search/filters.ts";
import { type SearchResults, searchInTopic } from "#app/browse/search/search.server.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import { categoryTtl } from "#app/catalog/category.ts";
import type { Db, Log } from "#app/context.ts";
import { errorStack } from "#app/lib/errors.ts";
import { deepestCachedPage } from "#app/lib/paging.ts";
import { sectionRead, sectionReads } from "#app/lib/reads.ts";
import { redirect } from "#app/lib/replies.ts";
import { requireRead } from "#app/limits/allowances.server.ts";

type Context = Pick<
  LoaderFunctionArgs["context"],
  "db" | "dataCache" | "log" | "requestId" | "viewer" | "address" | "rate"
>;

/**
 * A listing's category or subcategory. `base`: its address. `description`: a subcategory's own description.
 */
type Listing = { base: string; categoryId: string; subcategoryId?: string; description: string | null };

/**
 * Loads everything on the page of a category or subcategory except its own row
 * (docs/specification.md#data-access). The count falls back to 0, and subcategories, FAQs and features to an
 * empty list, without a message. Gigs fall back to an empty list and `results.failed`, the sentence for it
 * (docs/specification.md#error-catalogue). A filtered page is a costly read, like a search.
 * @throws a redirect to the last page if the page of the query lies beyond it; Response 429 after too many
 * costly reads
 */
export async function loadListing(
  { base, categoryId, subcategoryId = "", description }: Listing,
  query: ListingQuery,
  context: Context,
) {
  const { sort, page, filters } = query;
  const { dataCache, log, requestId } = context;
  const filtered = isFiltered(filters);
  if (filtered) await requireRead(context);
  const [read, subcategories, { features, faqs }] = await Promise.all([
    filtered
      ? readFiltered(topicOf(categoryId, subcategoryId), query, context)
      : dataCache.read(listingSections, categoryId, subcategoryId, sort, page),
    dataCache.read(subcategorySection, categoryId),
    dataCache.read(aboutSections, categoryId, subcategoryId),
  ]);
  const count = read.count?.[0]?.count ?? null;
  const last = count === null ? null : lastPageIfBeyond(page, count);
  if (last !== null) throw redirect(listingPath(base, { sort, page: last, filters }));
  const advice = read.unexpected ? ". Please try again." : `: please try again (request ${requestId})`;
  return {
    results: {
      base,
      sort,
      page,
      filters,
      gigs: read.gigs ?? [],
      count: count ?? 0,
      partial: read.partial,
      failed: read.gigs ? null : `Failed to load services${advice}`,
    },
    subcategories: subcategories.subcategories ?? [],
    about: aboutOrFailed({ description, features: features ?? [], faqs: faqs ?? [] }, log),
  };
}

type Sections = Awaited<ReturnType<typeof readSections>>;

/** The same for every viewer. A page without gigs is not cached: its number may be made up. */
const listingSections = {
  name: "listing",
  ttl: listingTtl,
  read: readSections,
  isCacheable: ({ gigs }: Sections, _category: string, _subcategory: string, _sort: Sort, page: number) =>
    page <= deepestCachedPage && (gigs?.length ?? 0) > 0,
};

/** The subcategories of a listing, cached. */
const subcategorySection = {
  name: "subcategories",
  ttl: categoryTtl,
  read: (db: Db, log: Log, categoryId: string) =>
    sectionReads(db, { subcategories: catalog.listSubcategories(db, categoryId) }, log),
};

/** FAQs and features of a category or, if its id is not empty, of a subcategory, cached. */
const aboutSections = {
  name: "about",
  ttl: aboutTtl,
  read: (db: Db, log: Log, categoryId: string, subcategoryId: string) => {
    const topic = topicOf(categoryId, subcategoryId);
    return sectionReads(
      db,
      { faqs: catalog.listFaqs(db, topic), features: catalog.listFeatures(db, topic) },
      log,
    );
  },
};

function topicOf(categoryId: string, subcategoryId: string): catalog.Topic {
  return subcategoryId === "" ? { categoryId } : { subcategoryId };
}

/**
 * Reads the gigs and the count of a listing. Null: that section could not be read.
 * @param subcategoryId empty for the whole category
 * @returns also `unexpected`: the gigs are missing for a reason other than a failed read
 */
async function readSections(
  db: Db,
  log: Log,
  categoryId: string,
  subcategoryId: string,
  sort: Sort,
  page: number,
) {
  const topic = topicOf(categoryId, subcategoryId);
  let unexpected = false;
  const read = await sectionReads(
    db,
    {
      gigs: listings.listPage(db, topic, sort, page),
      count: gigCounts.countListed(db, topic),
    },
    log,
    (section, error) => {
      if (section === "gigs") unexpected = !isFailedRead(error);
    },
  );
  return { ...read, unexpected, partial: false };
}

/**
 * Reads the gigs of a listing that pass the filters, and their count, without the data cache. Null: they
 * could not be read.
 * @returns also `partial`: the search stopped at its bound
 */
async function readFiltered(topic: catalog.Topic, query: ListingQuery, { db, log }: Context) {
  const read = () => searchInTopic(db, topic, query);
  const results: SearchResults | null = await sectionRead(read, "filtered gigs", log);
  return {
    gigs: results?.gigs ?? null,
    count: results && [{ count: results.count }],
    unexpected: false,
    partial: results?.partial ?? false,
  };
}

/**
 * The subcategories and counts on the page of all categories, cached. Null: that section could not be read.
 */
export const categoryIndexSections = {
  name: "beside-categories",
  ttl: listingTtl,
  read: (db: Db, log: Log) =>
    sectionReads(
      db,
      { subcategories: catalog.listAllSubcategories(db), counts: gigCounts.countBySubcategory(db) },
      log,
    ),
};

/** True for D1's own errors. Any other error is unexpected (docs/specification.md#wordings). */
function isFailedRead(error: unknown): boolean {
  return errorStack(error).includes("D1_ERROR");
}

/** Formats the section. If that fails, the section says so itself (docs/specification.md#about-section). */
function aboutOrFailed(
  stored: Parameters<typeof buildAbout>[0],
  log: Context["log"],
): About | "failed" | null {
  try {
    return buildAbout(stored);
  } catch (error) {
    log("error", "about section failed", { error: errorStack(error) });
    return "failed";
  }
}
