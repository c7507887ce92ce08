import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { beyond, direction, type ListPage, pageOf, rowsPerPage } from "#app/admin/list-page.server.ts";
import { refusalToText } from "#app/admin/list-search.ts";
import type { UserSearch } from "#app/admin/users/user-search.ts";
import type { Db } from "#app/context.ts";
import { profiles, users } from "#drizzle/schema.ts";

/** How many matches of a text are examined for one page if a filter is set too. */
const maxExamined = 400;

/** `lastSeen` examines this many sessions, newest first. Older sessions are ignored, even if used later. */
const sessionsExamined = 20;

const lastSeen = sql<
  number | null
>`(select max(seen_at) from (select seen_at from sessions where user_id = ${users.id} order by created_at desc limit ${sessionsExamined}))`;
const suspensionReason = sql<
  string | null
>`iif(${users.suspendedAt} is null, null, (select reason from audit_log indexed by audit_log_subject where subject_id = ${users.id} and action = 'suspend' order by number desc limit 1))`;

/** The columns of a user in the console's list and on the user's page. Times are UTC ms. */
const summary = {
  number: users.number,
  id: users.id,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  role: users.role,
  createdAt: users.createdAt,
  suspendedAt: users.suspendedAt,
  suspensionReason,
  deletedAt: users.deletedAt,
  username: profiles.username,
  fullName: profiles.fullName,
  avatarUrl: profiles.avatarUrl,
  lastSeen,
};

/**
 * Lists a page of users, in the order of the search. The rows read do not grow with the number of users. A
 * filter has its own index. A text is looked up in a trigram index in the users' order. With both, the scan
 * stops after `maxExamined` matches, and the next page continues from there. The user whose whole address is
 * the text comes first, however many newer addresses contain it.
 */
export async function list(db: Db, search: UserSearch): Promise<ListPage<User>> {
  if (refusalToText(search.q)) return { shown: [], next: null };
  if (search.q === "") return pageOf(await selectUsers(db, search, filter(search)));
  const limit = search.show === "all" ? rowsPerPage + 1 : maxExamined;
  const matches = containing(search, limit);
  const address = search.q.toLowerCase();
  const exact = search.after === null ? sql`email = ${address}` : sql`false`;
  const numbers = sql`select number from (${matches}) union select number from users where ${idBeginsWith(search)}
    union select number from users where ${exact}`;
  const notShown = search.after === null ? undefined : ne(users.email, address);
  const found = selectUsers(
    db,
    search,
    and(filter(search), notShown, sql`${users.number} in (${numbers})`),
    address,
  );
  if (search.show === "all") return pageOf(await found);
  const scan = db.all<{ examined: number; last: number }>(
    sql`select count(*) as examined, ${search.order === null ? sql`min(number)` : sql`max(number)`} as last from (${matches})`,
  );
  const [rows, [end]] = await Promise.all([found, scan]);
  const page = pageOf(rows);
  return { ...page, next: page.next ?? (end?.examined === limit ? end.last : null) };
}

/** @param first the address of the user to put first, if they are among them */
function selectUsers(db: Db, search: UserSearch, where: SQL | undefined, first?: string) {
  return db
    .select(summary)
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(where, beyond(search, sql`${users.number}`)))
    .orderBy(
      ...(first === undefined ? [] : [desc(eq(users.email, first))]),
      sql`${users.number} ${direction(search)}`,
    )
    .limit(rowsPerPage + 1);
}

/** Selects the first users whose email, username or name contains the text, at most `limit`. */
export function containing(search: Pick<UserSearch, "q" | "order" | "after">, limit: number): SQL {
  return sql`select rowid as number from users_fts where users_fts match ${phrase(search.q)} and ${beyond(search, sql`rowid`)} order by rowid ${direction(search)} limit ${limit}`;
}

/** The condition of a list, with literals: SQLite uses a partial index only for a literal. */
export function filter({ show }: Pick<UserSearch, "show">): SQL | undefined {
  if (show === "suspended") return sql`${users.suspendedAt} is not null`;
  return show === "operators" ? sql`${users.role} = 'operator'` : undefined;
}

/** A condition: the email, username or name of the user with this number contains the text. */
export function contains(q: string, number: SQL): SQL {
  return sql`exists (select 1 from users_fts where users_fts match ${phrase(q)} and rowid = ${number})`;
}

/** A condition: the id begins with the text. The 8 characters that the product shows are nearly unique. */
export function idBeginsWith(search: Pick<UserSearch, "q" | "order" | "after">): SQL {
  const id = search.q.toLowerCase();
  if (!/^[0-9a-f-]{8,36}$/.test(id)) return sql`false`;
  // `g` sorts after every character of an id.
  return sql`id >= ${id} and id < ${`${id}g`} and ${beyond(search, sql`number`)}`;
}

/** Quotes a text as one phrase, so that the search index reads every character of it literally. */
function phrase(q: string): string {
  return `"${q.replaceAll('"', '""')}"`;
}

/** Finds a user; null if there is none. */
export async function find(db: Db, id: string) {
  const [user] = await db
    .select(summary)
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id));
  return user ?? null;
}

export type User = NonNullable<Awaited<ReturnType<typeof find>>>;
