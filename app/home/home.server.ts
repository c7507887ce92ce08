import * as catalog from "#app/catalog/catalog.server.ts";
import type { Db, Log } from "#app/context.ts";
import * as gigs from "#app/gigs/gigs.server.ts";
import { affordable, featured, homeTtl, hotSellers } from "#app/home/home.ts";
import { sectionReads } from "#app/lib/reads.ts";

/**
 * What home shows of the market (docs/specification.md#home): read in one round trip, and when that fails each section alone. Null: that
 * section could not be read within its second, well within the 5 s that spec.md section 9 gives the hot sellers.
 */
async function readSections(db: Db, log: Log) {
  const read = await sectionReads(
    async () => {
      const [hot, categories, cheapest, newest] = await db.batch([
        gigs.listNewest(db, hotSellers.shown),
        catalog.listCategories(db),
        gigs.listCheapest(db, affordable.fetched),
        gigs.listNewest(db, featured.fetched),
      ]);
      return { hotSellers: hot, categories, affordable: cheapest, featured: newest };
    },
    {
      hotSellers: async () => gigs.listNewest(db, hotSellers.shown),
      categories: async () => catalog.listCategories(db),
      affordable: async () => gigs.listCheapest(db, affordable.fetched),
      featured: async () => gigs.listNewest(db, featured.fetched),
    },
    log,
  );
  return {
    ...read,
    affordable: read.affordable?.slice(0, affordable.shown) ?? null,
    featured: read.featured?.slice(0, featured.shown) ?? null,
  };
}

/** Everybody sees the same market. */
export const sections = { name: "home", ttl: homeTtl, read: readSections };
