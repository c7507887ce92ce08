import { and, asc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { profiles, sellers, users } from "#drizzle/schema.ts";

/**
 * The ranges of numbers that sellers have: 1 for the numbers from 1 to `size`, and so on. Rows are never
 * deleted, so one row tells.
 */
export async function rangesOfSellers(db: Db, size: number): Promise<number[]> {
  const [row] = await db
    .select({ last: sql<number | null>`(select number from sellers order by number desc limit 1)` })
    .from(sql`(select 1)`);
  return Array.from({ length: Math.ceil((row?.last ?? 0) / size) }, (_, i) => i + 1);
}

/** The first active sellers with numbers above `after` and up to `upTo`, by number. */
export function activeBetween(db: Db, after: number, upTo: number, limit: number) {
  return db
    .select({ number: sellers.number, username: profiles.username })
    .from(sellers)
    .innerJoin(profiles, eq(profiles.id, sellers.userId))
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(
      and(
        eq(sellers.status, "active"),
        isNull(users.suspendedAt),
        isNull(users.deletedAt),
        gt(sellers.number, after),
        lte(sellers.number, upTo),
      ),
    )
    .orderBy(asc(sellers.number))
    .limit(limit);
}
