import { and, asc, gt, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isListed } from "#app/gigs/gigs.server.ts";
import { rangesOf } from "#app/seo/ranges.server.ts";
import { gigs } from "#drizzle/schema.ts";

/** The ranges of gig numbers that contain a listed gig, from 1. */
export function rangesListed(db: Db, size: number): Promise<number[]> {
  return rangesOf(db, sql`gigs where listed = 1`, size);
}

/**
 * A statement: the first listed gigs with numbers above `after` and up to `upTo`, by number. `updatedAt` in
 * UTC ms.
 */
export function listedBetween(db: Db, after: number, upTo: number, limit: number) {
  return db
    .select({ number: gigs.number, slug: gigs.slug, updatedAt: gigs.updatedAt })
    .from(gigs)
    .where(and(isListed, gt(gigs.number, after), lte(gigs.number, upTo)))
    .orderBy(asc(gigs.number))
    .limit(limit);
}
