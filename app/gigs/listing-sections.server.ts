import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { type About, aboutOf } from "#app/catalog/about.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import { type Asked, lastPageInstead, listingPath, listingTtl, type Sort } from "#app/catalog/listing.ts";
import type { Db, Log } from "#app/context.ts";
import * as gigCounts from "#app/gigs/gig-counts.server.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { deepestCachedPage } from "#app/lib/paging.ts";
import { sectionReads } from "#app/lib/reads.ts";

type Context = Pick<LoaderFunctionArgs["context"], "dataCache" | "log" | "requestId">;

/** What a listing is of. `description` is the subcategory's own where it is one. */
type Of = { base: string; categoryId: string; subcategoryId?: string; description: string | null };

/**
 * All that stands on a category's or subcategory's page beside its own row (docs/specification.md#data-access). Gig count,
 * subcategories, FAQs and features fall back to 0 or empty in silence; gigs fall back to an empty list and `failed`, the sentence of
 * section 8.
 * @throws a redirect to the last page when the page asked for lies beyond it
 */
export async function readListing(
  { base, categoryId, subcategoryId = "", description }: Of,
  { sort, page }: Asked,
  { dataCache, log, requestId }: Context,
) {
  const read = await dataCache.read(listing, categoryId, subcategoryId, sort, page);
  const count = read.count?.[0]?.count ?? null;
  const last = count === null ? null : lastPageInstead(page, count);
  if (last !== null) throw redirect(listingPath(base, { sort, page: last }));
  const why = read.unexpected ? ". Please try again." : `: please try again (request ${requestId})`;
  return {
    results: {
      base,
      sort,
      page,
      gigs: read.gigs ?? [],
      count: count ?? 0,
      failed: read.gigs ? null : `Failed to load services${why}`,
    },
    subcategories: read.subcategories ?? [],
    about: aboutOrFailed({ description, features: read.features ?? [], faqs: read.faqs ?? [] }, log),
  };
}

type Sections = Awaited<ReturnType<typeof readSections>>;

/** Everybody sees the same page. One that has no gigs is not kept: its number may be made up. */
const listing = {
  name: "listing",
  ttl: listingTtl,
  read: readSections,
  isCacheable: ({ gigs }: Sections, _category: string, _subcategory: string, _sort: Sort, page: number) =>
    page <= deepestCachedPage && (gigs?.length ?? 0) > 0,
};

/**
 * The sections in one batch; null: it could not be read.
 * @param subcategoryId empty: of the whole category
 * @returns also `unexpected`: what kept the gigs away was no failed read
 */
async function readSections(
  db: Db,
  log: Log,
  categoryId: string,
  subcategoryId: string,
  sort: Sort,
  page: number,
) {
  const topic = subcategoryId === "" ? { categoryId } : { subcategoryId };
  const statements = {
    gigs: () => gigs.pageOf(db, topic, sort, page),
    count: () => gigCounts.countOf(db, topic),
    subcategories: () => catalog.subcategoriesOf(db, categoryId),
    faqs: () => catalog.faqsOf(db, topic),
    features: () => catalog.featuresOf(db, topic),
  };
  let unexpected = false;
  const read = await sectionReads(
    async () => {
      const [page, count, subcategories, faqs, features] = await db.batch([
        statements.gigs(),
        statements.count(),
        statements.subcategories(),
        statements.faqs(),
        statements.features(),
      ]);
      return { gigs: page, count, subcategories, faqs, features };
    },
    {
      ...statements,
      gigs: async () => {
        try {
          return await statements.gigs();
        } catch (error) {
          unexpected = !isFailedRead(error);
          throw error;
        }
      },
    },
    log,
  );
  return { ...read, unexpected };
}

/** What the index of all categories shows beside them; null: it could not be read. */
export const listingSections = {
  name: "beside-categories",
  ttl: listingTtl,
  read: (db: Db, log: Log) =>
    sectionReads(
      async () => {
        const [subcategories, counts] = await db.batch([
          catalog.allSubcategories(db),
          gigCounts.countsByTopic(db),
        ]);
        return { subcategories, counts };
      },
      { subcategories: () => catalog.allSubcategories(db), counts: () => gigCounts.countsByTopic(db) },
      log,
    ),
};

/** D1 says so itself; anything else is unexpected (docs/specification.md#wordings). */
function isFailedRead(error: unknown): boolean {
  return errorStack(error).includes("D1_ERROR");
}

/** The formatter's failure has words of its own on the page (docs/specification.md#about-section). */
function aboutOrFailed(stored: Parameters<typeof aboutOf>[0], log: Context["log"]): About | "failed" | null {
  try {
    return aboutOf(stored);
  } catch (error) {
    log("error", "about section failed", { error: errorStack(error) });
    return "failed";
  }
}
