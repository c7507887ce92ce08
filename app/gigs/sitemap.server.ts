import { and, asc, gt, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { listed } from "#app/gigs/gigs.server.ts";
import { gigs } from "#drizzle/schema.ts";

/**
 * Which ranges of gig numbers have a listed gig: 1 for the numbers 1 to `size`, 2 for the next as many, and so on. It steps from
 * range to range through the index: one row each, however many gigs are in them.
 */
export async function rangesListed(db: Db, size: number): Promise<number[]> {
  // D1 binds a number as a real one: the quotient has to be made whole.
  const firstAfter = (n: unknown) =>
    sql`(select cast((n - 1) / ${size} as integer) + 1 from gigs where listed = 1 and n > ${n} order by n limit 1)`;
  const rows = await db.all<{ range: number }>(
    sql`with recursive ranges(range) as (select ${firstAfter(0)} union all
      select ${firstAfter(sql`range * ${size}`)} from ranges where range is not null)
      select range from ranges where range is not null`,
  );
  return rows.map(({ range }) => range);
}

/** The first listed gigs whose number lies above `after`, up to `upTo`, by number. `updatedAt` in UTC ms. */
export function listedBetween(db: Db, after: number, upTo: number, limit: number) {
  return db
    .select({ n: gigs.n, slug: gigs.slug, updatedAt: gigs.updatedAt })
    .from(gigs)
    .where(and(listed, gt(gigs.n, after), lte(gigs.n, upTo)))
    .orderBy(asc(gigs.n))
    .limit(limit);
}
