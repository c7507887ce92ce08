import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { ApplicationSearch } from "#app/admin/applications/application-search.ts";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import type { Db } from "#app/context.ts";
import { profiles, sellers, users } from "#drizzle/schema.ts";

/**
 * Lists a page of applications, newest first, or the one with an id. Each list has its own index, so the rows
 * read do not grow with the number of applications. Times are UTC ms, amounts cents.
 * @returns `next`: the `after` of the next page; null on the last page
 */
export async function list(db: Db, search: ApplicationSearch) {
  const where =
    search.id === null
      ? and(filter(search.show), beyond(search, sql`${sellers.number}`))
      : eq(sellers.id, search.id);
  const rows = await db
    .select({
      number: sellers.number,
      seller: sellers,
      username: profiles.username,
      fullName: profiles.fullName,
      bio: profiles.description,
      suspendedAt: users.suspendedAt,
      deletedAt: users.deletedAt,
    })
    .from(sellers)
    .innerJoin(profiles, eq(profiles.id, sellers.userId))
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(where)
    .orderBy(desc(sellers.number))
    .limit(rowsPerPage + 1);
  const { shown, next } = pageOf(rows);
  return { applications: shown, next };
}

export type ListedApplication = Awaited<ReturnType<typeof list>>["applications"][number];

/** The condition of a list, with literals: SQLite uses a partial index only for a literal. */
export function filter(show: ApplicationSearch["show"]): SQL {
  switch (show) {
    case "unpaid":
      return sql`${sellers.status} = 'applied'`;
    case "vetted":
      return sql`${sellers.status} = 'active' and ${sellers.vettedAt} is not null`;
    case "refused":
      return sql`${sellers.status} = 'suspended'`;
    default:
      return sql`${sellers.status} = 'active' and ${sellers.vettedAt} is null`;
  }
}
