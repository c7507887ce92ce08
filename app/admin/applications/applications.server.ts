import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { ApplicationSearch } from "#app/admin/applications/application-search.ts";
import type { Db } from "#app/context.ts";
import { profiles, sellers, users } from "#drizzle/schema.ts";

const pageSize = 20;

/**
 * Lists a page of applications, newest first, or the one with an id. Each list has its own index, so the rows
 * read do not grow with the number of applications. Times are UTC ms, amounts cents.
 * @returns `next`: the `before` of the next page; null on the last page
 */
export async function list(db: Db, search: ApplicationSearch) {
  const where =
    search.id === null
      ? and(filter(search), search.before === null ? undefined : lt(sellers.number, search.before))
      : eq(sellers.id, search.id);
  const rows = await db
    .select({
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
    .limit(pageSize + 1);
  const shown = rows.slice(0, pageSize);
  return {
    applications: shown,
    next: rows.length > pageSize ? (shown.at(-1)?.seller.number ?? null) : null,
  };
}

export type ListedApplication = Awaited<ReturnType<typeof list>>["applications"][number];

/** The values are literals, because SQLite uses a partial index only for a literal. */
function filter({ show }: ApplicationSearch): SQL {
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
