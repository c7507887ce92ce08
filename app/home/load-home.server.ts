import * as listings from "#app/browse/listings.server.ts";
import * as catalog from "#app/catalog/catalog.server.ts";
import type { Db, Log } from "#app/context.ts";
import { affordable, featured, homeTtl, hotSellers } from "#app/home/home.ts";
import { popular, slugOf } from "#app/home/popular.ts";
import { sectionReads } from "#app/lib/reads.ts";

/** Reads the sections of home that show gigs or categories. Null: that section could not be read. */
async function readSections(db: Db, log: Log) {
  const read = await sectionReads(
    db,
    {
      popular: catalog.listKnownSubcategories(db, popular.map(slugOf)),
      hotSellers: listings.listNewest(db, hotSellers.shown),
      categories: catalog.listHomeCategories(db),
      affordable: listings.listCheapest(db, affordable.fetched),
      featured: listings.listNewest(db, featured.fetched),
    },
    log,
  );
  return {
    ...read,
    popular: read.popular?.map(({ slug }) => slug) ?? null,
    affordable: read.affordable?.slice(0, affordable.shown) ?? null,
    featured: read.featured?.slice(0, featured.shown) ?? null,
  };
}

/** The sections of home (docs/specification.md#home), cached: they are the same for every viewer. */
export const sections = { name: "home", ttl: homeTtl, read: readSections };
