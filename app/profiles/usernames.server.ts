import { and, desc, eq, gt, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/context.ts";
import { day } from "#app/lib/dates.ts";
import * as guards from "#app/lib/guards.server.ts";
import { suggestions } from "#app/profiles/username.ts";
import { accountEvents, formerUsernames, profiles } from "#drizzle/schema.ts";

/**
 * How long an old username redirects to the new one and no other user can take it, in ms
 * (docs/specification.md#usernames).
 */
const formerNameTtl = 90 * day;
/** How many times a username can be changed within `changeWindow` (ms). */
const maxChanges = 3;
const changeWindow = 30 * day;

/** How many free usernames are suggested. */
const maxSuggestions = 3;

/**
 * A guard: the name is not reserved as another user's former name. The unique key refuses a name that another
 * user has now.
 * @param userId the user who wants the name
 * @param at UTC ms
 */
export function free(db: Db, name: string, userId: string, at: number) {
  const isReserved = sql`exists (select 1 from former_usernames where username = ${name} and user_id <> ${userId} and until > ${at})`;
  return guards.that(db, "username-free", sql`not ${isReserved}`);
}

/** Which of the names a user has, or are reserved as former names. @param at UTC ms */
async function listTaken(db: Db, names: string[], at: number): Promise<Set<string>> {
  const [now, formerly] = await db.batch([
    db.select({ username: profiles.username }).from(profiles).where(inArray(profiles.username, names)),
    db
      .select({ username: formerUsernames.username })
      .from(formerUsernames)
      .where(and(inArray(formerUsernames.username, names), gt(formerUsernames.until, at))),
  ]);
  return new Set([...now, ...formerly].map(({ username }) => username));
}

/** True if a new account cannot have the name. @param at UTC ms */
export async function isTaken(db: Db, name: string, at: number): Promise<boolean> {
  return (await listTaken(db, [name], at)).has(name);
}

/** At most 3 free usernames similar to a taken one, the most similar first. @param at UTC ms */
export async function listFree(db: Db, name: string, at: number): Promise<string[]> {
  const numbers = Array.from({ length: 4 }, () => 10 + Math.floor(Math.random() * 9990));
  const names = suggestions(name, numbers);
  const taken = await listTaken(db, names, at);
  return names.filter((free) => !taken.has(free)).slice(0, maxSuggestions);
}

/**
 * The current username of a user, if `name` is theirs now or is a former name that still redirects.
 * @param at UTC ms
 * @returns null if the name is not theirs
 */
export async function findCurrent(db: Db, userId: string, name: string, at: number): Promise<string | null> {
  const [row] = await db
    .select({ username: profiles.username })
    .from(profiles)
    .leftJoin(
      formerUsernames,
      and(
        eq(formerUsernames.userId, profiles.id),
        eq(formerUsernames.username, name),
        gt(formerUsernames.until, at),
      ),
    )
    .where(and(eq(profiles.id, userId), or(eq(profiles.username, name), eq(formerUsernames.username, name))));
  return row?.username ?? null;
}

/** When the username can be changed again, UTC ms; null means now. @param at UTC ms */
export async function findNextChange(db: Db, userId: string, at: number): Promise<number | null> {
  const rows = await db
    .select({ at: accountEvents.at })
    .from(accountEvents)
    .where(recentChangesOf(userId, at))
    .orderBy(desc(accountEvents.at))
    .limit(maxChanges);
  const oldest = rows[maxChanges - 1];
  return oldest ? oldest.at + changeWindow : null;
}

function recentChangesOf(userId: string, at: number): SQL | undefined {
  return and(
    eq(accountEvents.userId, userId),
    eq(accountEvents.kind, "username_changed"),
    gt(accountEvents.at, at - changeWindow),
  );
}

/**
 * Statements that change a username and redirect from the old one. The guard `username-change-limit`,
 * `session` or `username-free` (the name is reserved) may fail; a taken name violates the unique key.
 * @param holder a sub-select of the viewer's id that is null once the session has ended (auth/sessions)
 * @param at UTC ms
 */
export function changed(db: Db, userId: string, name: string, holder: SQL<string>, at: number) {
  const changes = sql`(select count(*) from account_events where ${recentChangesOf(userId, at)})`;
  const oldName = sql<string>`(select username from profiles where id = ${userId})`;
  return [
    guards.that(db, "username-change-limit", sql`${changes} < ${maxChanges}`),
    guards.that(db, "session", sql`${holder} is not null`),
    free(db, name, userId, at),
    db.insert(accountEvents).values({ userId, kind: "username_changed", at }),
    db
      .insert(formerUsernames)
      .values({ username: oldName, userId, until: at + formerNameTtl })
      .onConflictDoUpdate({ target: formerUsernames.username, set: { userId, until: at + formerNameTtl } }),
    db
      .delete(formerUsernames)
      .where(
        and(
          eq(formerUsernames.username, name),
          or(eq(formerUsernames.userId, userId), lte(formerUsernames.until, at)),
        ),
      ),
    db.update(profiles).set({ username: name }).where(eq(profiles.id, userId)),
  ] as const;
}
