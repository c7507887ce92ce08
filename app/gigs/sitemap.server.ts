import { and, asc, gt, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { isListed } from "#app/gigs/gigs.server.ts";
import { gigs } from "#drizzle/schema.ts";

/**
 * The ranges of gig numbers that have a listed gig: 1 for the numbers from 1 to `size`, 2 for the next `size`
 * numbers, and so on. It reads one row of the index for each range, however many gigs the range has.
 */
export async function rangesListed(db: Db, size: number): Promise<number[]> {
  // D1 binds numbers as REAL, so the quotient is cast to an integer.
  const firstAfter = (last: unknown) =>
    sql`(select cast((number - 1) / ${size} as integer) + 1 from gigs where listed = 1 and number > ${last} order by number limit 1)`;
  const rows = await db.all<{ range: number }>(
    sql`with recursive ranges(range) as (select ${firstAfter(0)} union all
      select ${firstAfter(sql`range * ${size}`)} from ranges where range is not null)
      select range from ranges where range is not null`,
  );
  return rows.map(({ range }) => range);
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
