import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { type About, aboutOf } from "#app/catalog/about.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import { type Asked, lastPageInstead, listingPath } from "#app/catalog/listing.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { errorStack } from "#app/lib/errors.ts";
import { sectionReads } from "#app/lib/reads.ts";

type Context = Pick<LoaderFunctionArgs["context"], "db" | "log" | "requestId">;

/** What a listing is of. `description` is the subcategory's own where it is one. */
type Of = { base: string; categoryId: string; subcategoryId?: string; description: string | null };

/**
 * All that stands on a category's or subcategory's page beside its own row, in one batch (spec.md sections 4 and 7, listing). Gig count,
 * subcategories, FAQs and features fall back to 0 or empty in silence; gigs fall back to an empty list and `failed`, the sentence of
 * section 8.
 * @throws a redirect to the last page when the page asked for lies beyond it
 */
export async function readListing(
  { base, categoryId, subcategoryId, description }: Of,
  asked: Asked,
  context: Context,
) {
  const { db, log } = context;
  const topic = subcategoryId === undefined ? { categoryId } : { subcategoryId };
  const statements = {
    gigs: () => gigs.pageOf(db, topic, asked.sort, asked.page),
    count: () => gigs.countOf(db, topic),
    subcategories: () => catalog.subcategoriesOf(db, categoryId),
    faqs: () => catalog.faqsOf(db, topic),
    features: () => catalog.featuresOf(db, topic),
  };
  let failed = `Failed to load services: please try again (request ${context.requestId})`;
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
          if (!isFailedRead(error)) failed = "Failed to load services. Please try again.";
          throw error;
        }
      },
    },
    log,
  );

  const count = read.count?.[0]?.count ?? null;
  const last = count === null ? null : lastPageInstead(asked.page, count);
  if (last !== null) throw redirect(listingPath(base, { sort: asked.sort, page: last }));
  return {
    results: {
      base,
      sort: asked.sort,
      page: asked.page,
      gigs: read.gigs ?? [],
      count: count ?? 0,
      failed: read.gigs ? null : failed,
    },
    subcategories: read.subcategories ?? [],
    about: aboutOrFailed({ description, features: read.features ?? [], faqs: read.faqs ?? [] }, log),
  };
}

/** D1 says so itself; anything else is unexpected (product.md section 2, wordings given twice). */
function isFailedRead(error: unknown): boolean {
  return errorStack(error).includes("D1_ERROR");
}

/** The formatter's failure has words of its own on the page (product.md section 2, SEO section). */
function aboutOrFailed(stored: Parameters<typeof aboutOf>[0], log: Context["log"]): About | "failed" | null {
  try {
    return aboutOf(stored);
  } catch (error) {
    log("error", "about section failed", { error: errorStack(error) });
    return "failed";
  }
}
