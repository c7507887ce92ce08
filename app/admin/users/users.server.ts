import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { refusalToUserSearch, type UserSearch } from "#app/admin/users/user-search.ts";
import type { Db } from "#app/context.ts";
import { profiles, users } from "#drizzle/schema.ts";

const pageSize = 50;

/** With a filter at most so many matches of a text are examined for one page, the newest first. */
const filterBound = 400;

/** A session that was seen last is among the newest of a person, but for somebody with more of them. */
const sessionsLookedAt = 20;

const lastSeen = sql<
  number | null
>`(select max(seen_at) from (select seen_at from sessions where user_id = ${users.id} order by created_at desc limit ${sessionsLookedAt}))`;
const why = sql<
  string | null
>`iif(${users.suspendedAt} is null, null, (select reason from audit_log where subject_id = ${users.id} and action = 'suspend' order by n desc limit 1))`;

/** What the console says of a user, in its lists and on their page. Times in UTC ms. */
const summary = {
  n: users.n,
  id: users.id,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  role: users.role,
  createdAt: users.createdAt,
  suspendedAt: users.suspendedAt,
  suspendedWhy: why,
  deletedAt: users.deletedAt,
  username: profiles.username,
  fullName: profiles.fullName,
  avatarUrl: profiles.avatarUrl,
  lastSeen,
};

/** `next`: the `before` of the page that follows; null: this is the last one. */
export type UserList = { users: Awaited<ReturnType<typeof page>>; next: number | null };

/**
 * A page of users, the newest first. What it reads does not grow with their number: filters have their indexes, a text is looked for in one
 * of three letters whose order is the users' own, and with a filter beside it the walk ends at a bound and goes on at the next page.
 */
export async function list(db: Db, search: UserSearch): Promise<UserList> {
  if (refusalToUserSearch(search)) return { users: [], next: null };
  if (search.q === "") return paged(await page(db, and(filter(search), before(search))));
  const bound = search.show === "all" ? pageSize + 1 : filterBound;
  const walk = sql`select rowid as n from users_fts where users_fts match ${phrase(search.q)} and ${below(search, sql`rowid`)} order by rowid desc limit ${bound}`;
  const numbers = sql`select n from (${walk}) union select n from users where ${ofId(search)}`;
  const found = page(db, and(filter(search), sql`${users.n} in (${numbers})`));
  if (search.show === "all") return paged(await found);
  const walked = db.all<{ seen: number; last: number }>(
    sql`select count(*) as seen, min(n) as last from (${walk})`,
  );
  const [rows, [end]] = await Promise.all([found, walked]);
  const { users: fitting, next } = paged(rows);
  return { users: fitting, next: next ?? (end?.seen === bound ? end.last : null) };
}

function page(db: Db, where: SQL | undefined) {
  return db
    .select(summary)
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(where)
    .orderBy(desc(users.n))
    .limit(pageSize + 1);
}

function paged(rows: Awaited<ReturnType<typeof page>>): UserList {
  const fitting = rows.slice(0, pageSize);
  return { users: fitting, next: rows.length > pageSize ? (fitting.at(-1)?.n ?? null) : null };
}

/** Written out, because SQLite uses an index of a part only for the literal. */
function filter({ show }: UserSearch): SQL | undefined {
  if (show === "suspended") return sql`${users.suspendedAt} is not null`;
  return show === "operators" ? sql`${users.role} = 'operator'` : undefined;
}

function before(search: UserSearch): SQL | undefined {
  return search.before === null ? undefined : lt(users.n, search.before);
}

function below({ before }: UserSearch, n: SQL): SQL {
  // D1 binds a number as a real one, which the search index would not take for a place to begin.
  return before === null ? sql`true` : sql`${n} < cast(${before} as integer)`;
}

/** The beginning of an id: as much as the product shows of one is nearly always one user's. */
function ofId(search: UserSearch): SQL {
  const id = search.q.toLowerCase();
  if (!/^[0-9a-f-]{8,36}$/.test(id)) return sql`false`;
  // `g` follows every letter that an id can have.
  return sql`id >= ${id} and id < ${`${id}g`} and ${below(search, sql`n`)}`;
}

/** One substring: whatever stands in it is a plain character. */
function phrase(q: string): string {
  return `"${q.replaceAll('"', '""')}"`;
}

/** A user as the console's lists show them; null: there is none. */
export async function find(db: Db, id: string) {
  const [user] = await db
    .select(summary)
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id));
  return user ?? null;
}

export type User = NonNullable<Awaited<ReturnType<typeof find>>>;
