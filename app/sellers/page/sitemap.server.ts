import { and, asc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { rangesOf } from "#app/seo/ranges.server.ts";
import { profiles, sellers, users } from "#drizzle/schema.ts";

/** The ranges of sellers' numbers that have an active seller, from 1. */
export function rangesActive(db: Db, size: number): Promise<number[]> {
  return rangesOf(db, sql`sellers where status = 'active'`, size);
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
