import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { ApplicationSearch } from "#app/admin/applications/application-search.ts";
import { beyond, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import type { Db } from "#app/context.ts";
import { refuse } from "#app/lib/refusal.ts";
import { find as findProfile } from "#app/profiles/profiles.server.ts";
import { find as findSeller } from "#app/sellers/sellers.server.ts";
import { profiles, sellers, users } from "#drizzle/schema.ts";

const { status, vettedAt } = sellers;
const isActive = sql`${status} = 'active'`;

/**
 * Lists a page of applications, newest first, or the one with an id. Each list has its own index, so the rows
 * read do not grow with the number of applications. Times are UTC ms, amounts cents.
 */
export async function list(db: Db, search: ApplicationSearch) {
  const { table, filter } = lists[search.show];
  const where =
    search.id === null
      ? sql`${sellers.number} in (select number from ${table} where ${filter} and ${beyond(search, sql`number`)}
          order by number desc limit ${rowsPerPage + 1})`
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
  return pageOf(rows);
}

export type ListedApplication = Awaited<ReturnType<typeof list>>["shown"][number];

/**
 * The table of each list with its index, and its condition. The index is named because, after the first page,
 * SQLite would use the index on the status and examine every active seller. The condition has literals:
 * SQLite uses a partial index only for a literal.
 */
export const lists: Record<ApplicationSearch["show"], { table: SQL; filter: SQL }> = {
  waiting: {
    table: sql`sellers indexed by sellers_unvetted`,
    filter: sql`${isActive} and ${vettedAt} is null`,
  },
  unpaid: { table: sql`sellers indexed by sellers_status`, filter: sql`${status} = 'applied'` },
  vetted: {
    table: sql`sellers indexed by sellers_vetted`,
    filter: sql`${isActive} and ${vettedAt} is not null`,
  },
  refused: { table: sql`sellers indexed by sellers_status`, filter: sql`${status} = 'suspended'` },
};

/** Finds a chosen registration, and what it is called. @throws Refusal if there is none */
export async function findNamed(db: Db, id: string) {
  const row = (await findSeller(db, id)) ?? refuse("stale", "There is no such application");
  const profile = await findProfile(db, row.userId);
  return { row, name: profile?.fullName ?? row.userId };
}
